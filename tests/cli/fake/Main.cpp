#include "tests/cli/fake/FakeServices.h"
#include "tools/assay/Cli.h"

int main(int argc, char **argv) {
  return assay::assayMain(argc, argv, assay::test::fakeServices());
}
