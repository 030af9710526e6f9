#include "tools/assay/Cli.h"
#include "tools/assay/RealServices.h"

int main(int argc, char **argv) { return assay::assayMain(argc, argv, assay::realServices()); }
