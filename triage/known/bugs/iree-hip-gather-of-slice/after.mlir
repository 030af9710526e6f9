module {
  func.func @gather(%arg0: memref<2x4xindex, strided<[?, ?], offset: ?>>, %arg1: memref<3x3xf32, strided<[?, ?], offset: ?>>) -> memref<2x4xf32> {
    %cst = arith.constant dense<0.000000e+00> : vector<4xf32>
    %cst_0 = arith.constant dense<true> : vector<4xi1>
    %0 = ub.poison : vector<2x4xf32>
    %1 = builtin.unrealized_conversion_cast %0 : vector<2x4xf32> to !llvm.array<2 x vector<4xf32>>
    %c2 = arith.constant 2 : index
    %2 = builtin.unrealized_conversion_cast %c2 : index to i64
    %3 = ub.poison : vector<2x4xindex>
    %4 = builtin.unrealized_conversion_cast %3 : vector<2x4xindex> to !llvm.array<2 x vector<4xi64>>
    %5 = ub.poison : index
    %c0 = arith.constant 0 : index
    %6 = builtin.unrealized_conversion_cast %c0 : index to i64
    %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg1 : memref<3x3xf32, strided<[?, ?], offset: ?>> -> memref<f32>, index, index, index, index, index
    %reinterpret_cast = memref.reinterpret_cast %base_buffer to offset: [%offset], sizes: [2, 2], strides: [%strides#0, %strides#1] : memref<f32> to memref<2x2xf32, strided<[?, ?], offset: ?>>
    %alloc = memref.alloc() {alignment = 64 : i64} : memref<2x4xf32>
    %7 = vector.transfer_read %arg0[%c0, %c0], %5 {in_bounds = [true, true]} : memref<2x4xindex, strided<[?, ?], offset: ?>>, vector<2x4xindex>
    %8 = llvm.extractvalue %4[0] : !llvm.array<2 x vector<4xi64>> 
    %9 = llvm.mlir.constant(0 : i64) : i64
    %10 = llvm.insertelement %6, %8[%9 : i64] : vector<4xi64>
    %11 = llvm.insertvalue %10, %4[0] : !llvm.array<2 x vector<4xi64>> 
    %12 = llvm.extractvalue %11[1] : !llvm.array<2 x vector<4xi64>> 
    %13 = llvm.mlir.constant(0 : i64) : i64
    %14 = llvm.insertelement %2, %12[%13 : i64] : vector<4xi64>
    %15 = llvm.insertvalue %14, %11[1] : !llvm.array<2 x vector<4xi64>> 
    %16 = llvm.extractvalue %15[0] : !llvm.array<2 x vector<4xi64>> 
    %17 = llvm.mlir.constant(1 : i64) : i64
    %18 = llvm.insertelement %6, %16[%17 : i64] : vector<4xi64>
    %19 = llvm.insertvalue %18, %15[0] : !llvm.array<2 x vector<4xi64>> 
    %20 = llvm.extractvalue %19[1] : !llvm.array<2 x vector<4xi64>> 
    %21 = llvm.mlir.constant(1 : i64) : i64
    %22 = llvm.insertelement %2, %20[%21 : i64] : vector<4xi64>
    %23 = llvm.insertvalue %22, %19[1] : !llvm.array<2 x vector<4xi64>> 
    %24 = llvm.extractvalue %23[0] : !llvm.array<2 x vector<4xi64>> 
    %25 = llvm.mlir.constant(2 : i64) : i64
    %26 = llvm.insertelement %6, %24[%25 : i64] : vector<4xi64>
    %27 = llvm.insertvalue %26, %23[0] : !llvm.array<2 x vector<4xi64>> 
    %28 = llvm.extractvalue %27[1] : !llvm.array<2 x vector<4xi64>> 
    %29 = llvm.mlir.constant(2 : i64) : i64
    %30 = llvm.insertelement %2, %28[%29 : i64] : vector<4xi64>
    %31 = llvm.insertvalue %30, %27[1] : !llvm.array<2 x vector<4xi64>> 
    %32 = llvm.extractvalue %31[0] : !llvm.array<2 x vector<4xi64>> 
    %33 = llvm.mlir.constant(3 : i64) : i64
    %34 = llvm.insertelement %6, %32[%33 : i64] : vector<4xi64>
    %35 = llvm.insertvalue %34, %31[0] : !llvm.array<2 x vector<4xi64>> 
    %36 = llvm.extractvalue %35[1] : !llvm.array<2 x vector<4xi64>> 
    %37 = llvm.mlir.constant(3 : i64) : i64
    %38 = llvm.insertelement %2, %36[%37 : i64] : vector<4xi64>
    %39 = llvm.insertvalue %38, %35[1] : !llvm.array<2 x vector<4xi64>> 
    %40 = builtin.unrealized_conversion_cast %39 : !llvm.array<2 x vector<4xi64>> to vector<2x4xindex>
    %41 = arith.addi %7, %40 : vector<2x4xindex>
    %42 = builtin.unrealized_conversion_cast %41 : vector<2x4xindex> to !llvm.array<2 x vector<4xi64>>
    %43 = llvm.extractvalue %42[0] : !llvm.array<2 x vector<4xi64>> 
    %44 = builtin.unrealized_conversion_cast %43 : vector<4xi64> to vector<4xindex>
    %45 = vector.gather %reinterpret_cast[%c0, %c0] [%44], %cst_0, %cst : memref<2x2xf32, strided<[?, ?], offset: ?>>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    %46 = llvm.insertvalue %45, %1[0] : !llvm.array<2 x vector<4xf32>> 
    %47 = llvm.extractvalue %42[1] : !llvm.array<2 x vector<4xi64>> 
    %48 = builtin.unrealized_conversion_cast %47 : vector<4xi64> to vector<4xindex>
    %49 = vector.gather %reinterpret_cast[%c0, %c0] [%48], %cst_0, %cst : memref<2x2xf32, strided<[?, ?], offset: ?>>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    %50 = llvm.insertvalue %49, %46[1] : !llvm.array<2 x vector<4xf32>> 
    %51 = builtin.unrealized_conversion_cast %50 : !llvm.array<2 x vector<4xf32>> to vector<2x4xf32>
    vector.transfer_write %51, %alloc[%c0, %c0] {in_bounds = [true, true]} : vector<2x4xf32>, memref<2x4xf32>
    return %alloc : memref<2x4xf32>
  }
  module attributes {transform.with_named_sequence} {
  }
}

