#include "targets/commands/TensorFile.h"
#include "support/process/ScratchFolder.h"
#include "targets/commands/Npy.h"

#include <catch2/catch.hpp>

#include <fstream>

using namespace assay;
using namespace std::string_literals;

static Tensor counting(ElementType element, const Shape &shape) {
  Tensor tensor(element, shape);
  for (int64_t i = 0; i < tensor.size(); ++i)
    tensor.set(i, isBool(element) ? double(i % 2) : double(i));
  return tensor;
}

static ScratchFolder scratch() {
  auto folder = ScratchFolder::create();
  REQUIRE(folder);
  return std::move(*folder);
}

static void write(const std::filesystem::path &path, const std::string &bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

/// A file of that format with a header of version 1.
static std::string npy(const std::string &dict, const std::string &data) {
  return "\x93NUMPY\x01\x00"s + static_cast<char>(dict.size()) + '\0' + dict + data;
}

static std::string whyNot(const std::string &bytes, ElementType element, const Shape &shape,
                          TensorFormat format) {
  const ScratchFolder folder = scratch();
  write(folder.path() / "t", bytes);
  auto read = readTensor(folder.path() / "t", element, shape, format);
  return std::holds_alternative<NoTensor>(read) ? std::get<NoTensor>(read).why : "";
}

TEST_CASE("a tensor of any type and shape comes back from a file as it was") {
  const ScratchFolder folder = scratch();
  for (TensorFormat format : {TensorFormat::Raw, TensorFormat::Npy})
    for (ElementType element : allElementTypes)
      for (const Shape &shape : {Shape{}, Shape{3}, Shape{0}, Shape{2, 3}, Shape{4, 0, 2}}) {
        const Tensor tensor = counting(element, shape);
        REQUIRE(writeTensor(folder.path() / "t", tensor, format));
        auto read = readTensor(folder.path() / "t", element, shape, format);
        REQUIRE(std::holds_alternative<Tensor>(read));
        CHECK(std::get<Tensor>(read) == tensor);
      }
}

TEST_CASE("a header of NPY is what NumPy writes") {
  const std::string header = npyHeader(ElementType::F32, {3});
  CHECK(header.size() == 128);
  CHECK(header.starts_with(
      "\x93NUMPY\x01\x00v\x00{'descr': '<f4', 'fortran_order': False, 'shape': (3,), } "s));
  CHECK(header.back() == '\n');
  CHECK(npyHeader(ElementType::I1, {}).find("'|b1', 'fortran_order': False, 'shape': (), }") !=
        std::string::npos);
  CHECK(
      npyHeader(ElementType::BF16, {2, 3}).find("'<V2', 'fortran_order': False, 'shape': (2, 3)") !=
      std::string::npos);
}

TEST_CASE("elements in column-major order are read in row-major order") {
  const ScratchFolder folder = scratch();
  write(folder.path() / "t",
        npy("{'descr': '|i1', 'fortran_order': True, 'shape': (2, 3), }\n", "\0\3\1\4\2\5"s));
  auto read = readTensor(folder.path() / "t", ElementType::I8, {2, 3}, TensorFormat::Npy);
  REQUIRE(std::holds_alternative<Tensor>(read));
  CHECK(std::get<Tensor>(read) == counting(ElementType::I8, {2, 3}));
}

TEST_CASE("spellings of one element type are alike") {
  const Tensor one = counting(ElementType::I1, {2});
  for (const char *descr : {"|b1", "|i1", "|u1", "<b1"})
    CHECK(whyNot(npy("{'descr': '"s + descr + "', 'fortran_order': False, 'shape': (2,)}", "\0\1"s),
                 ElementType::I1, {2}, TensorFormat::Npy) == "");
  for (const char *descr : {"<V2", "|V2", "bfloat16", "<u2"})
    CHECK(whyNot(npy("{\"shape\": (1,), \"fortran_order\": False, \"descr\": \""s + descr + "\"}",
                     "\0\1"s),
                 ElementType::BF16, {1}, TensorFormat::Npy) == "");
}

TEST_CASE("what is wrong with a file is said") {
  auto raw = [](const std::string &bytes) {
    return whyNot(bytes, ElementType::F32, {2}, TensorFormat::Raw);
  };
  CHECK(raw("1234567") == "is 7 bytes long, not 8");
  CHECK(raw("123456789") == "is 9 bytes long, not 8");
  CHECK(raw("") == "is 0 bytes long, not 8");
  CHECK(std::get<NoTensor>(readTensor("/no/such/file", ElementType::F32, {}, TensorFormat::Raw))
            .why == "was not written");
  CHECK(std::get<NoTensor>(readTensor("/", ElementType::F32, {}, TensorFormat::Raw)).why ==
        "was not written");

  auto f32 = [](const std::string &bytes) {
    return whyNot(bytes, ElementType::F32, {2}, TensorFormat::Npy);
  };
  const std::string good = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }";
  CHECK(f32(npy(good, "12345678")) == "");
  CHECK_THAT(f32(npy(good, "1234567")), Catch::Matchers::StartsWith("is 74 bytes long, not 75"));
  CHECK(f32("") == "is no file of format NPY");
  CHECK(f32("\x93NUMPY\x01") == "is no file of format NPY");
  CHECK(f32("\x93NUMPY\x07\x00\x00\x00\x00\x00"s) ==
        "is of version 7 of the format NPY, not 1, 2 or 3");
  CHECK(f32(npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2,)}", "12345678")) ==
        "has elements of type <f8, not <f4");
  CHECK(f32(npy("{'descr': '>f4', 'fortran_order': False, 'shape': (2,)}", "12345678")) ==
        "has elements of type >f4, not <f4");
  CHECK(f32(npy("{'descr': '', 'fortran_order': False, 'shape': (2,)}", "12345678")) ==
        "has elements of type , not <f4");
  CHECK(f32(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 1)}", "12345678")) ==
        "has shape [2,1], not [2]");
  for (const char *dict :
       {"", "{", "{}", "{'descr'", "{'descr': '<f4'}", "[]", "{'descr': <f4}",
        "{'descr': '<f4', 'fortran_order': No, 'shape': (2,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (x,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (-2,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)}",
        "{'descr': '<f4', 'descr': '<f4', 'mode': 1}"})
    CHECK(f32(npy(dict, "12345678")) == "has no header that the format NPY knows");
}

TEST_CASE("no single changed byte of a file of NPY crashes the reader") {
  const std::string file = npyHeader(ElementType::F32, {2}) + "12345678";
  for (size_t i = 0; i < file.size(); ++i)
    for (int byte : {0, 1, 39, 40, 41, 44, 123, 125, 255}) {
      std::string changed = file;
      changed[i] = static_cast<char>(byte);
      (void)readNpyHeader(changed);
      (void)readNpyHeader(std::string_view(file).substr(0, i));
    }
}
