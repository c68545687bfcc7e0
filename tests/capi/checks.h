/* What the parts of the test of the C interface share. */
#ifndef QUERYDATA_TESTS_CHECKS_H
#define QUERYDATA_TESTS_CHECKS_H

#define QDATA_ENABLE_UNSTABLE
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "querydata.h"

#define Z QDATA_ZERO_TERMINATED
#define JUNK(type) ((type*)(uintptr_t)0x5a5a5a5a)

extern int failures;

#define CHECK(condition)                                              \
  do {                                                                \
    if (!(condition)) {                                               \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
      ++failures;                                                     \
    }                                                                 \
  } while (0)

#define CHECK_FAILS(call, status)                      \
  do {                                                 \
    qdata_error* err = JUNK(qdata_error);              \
    CHECK((call) == (status));                         \
    CHECK(qdata_error_status(err) == (status));        \
    CHECK(strlen(qdata_error_message(err, NULL)) > 0); \
    qdata_error_free(err);                             \
  } while (0)

qdata_database* open_the_database(const char* path);

void documents_are_indexed_and_asked(const char* database_path);

#endif
