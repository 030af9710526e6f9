// clang-22 -target amdgcn-amd-amdhsa -mcpu=gfx942 -nogpulib -O2 scale.cl -o scale.hsaco
kernel void scale(global int *numbers, int factor) {
  numbers[__builtin_amdgcn_workitem_id_x()] *= factor;
}
