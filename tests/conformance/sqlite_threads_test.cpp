#include "conformance/sqlite.hpp"

using querydata::conformance::sqlite_quirks;

QUERYDATA_CONFORMANCE_THREADS("sqlite", sqlite_quirks())
