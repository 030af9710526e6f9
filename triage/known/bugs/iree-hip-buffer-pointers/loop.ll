define amdgpu_kernel void @f() {
entry:
  br i1 false, label %loop, label %exit

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr i8, ptr addrspace(7) null, i32 %i
  store float 0.0, ptr addrspace(7) %p, align 4
  %next = add i32 %i, 1
  br label %loop

exit:
  ret void
}
