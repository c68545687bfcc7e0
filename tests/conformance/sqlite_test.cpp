#include "conformance/sqlite.hpp"

using querydata::conformance::sqlite_quirks;

QUERYDATA_CONFORMANCE("sqlite", sqlite_quirks())
