bfloat16 = "bfloat16"
