#include <querydata.h>
#include <stdio.h>

int main(void) {
  printf("querydata %s, interface %u\n", qdata_version(), (unsigned)qdata_abi_version());
  return qdata_abi_version() == 1 ? 0 : 1;
}
