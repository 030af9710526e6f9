define void @f(ptr addrspace(1) %p, <7 x float> %v) {
  %w = fptrunc <7 x float> %v to <7 x half>
  store <7 x half> %w, ptr addrspace(1) %p, align 2
  ret void
}
