# That of the whole tree, and of amdgpu/ by itself.
set(ASSAY_VERSION 0.1.0)
