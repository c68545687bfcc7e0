#define QDATA_ENABLE_UNSTABLE
#include "querydata.h"
