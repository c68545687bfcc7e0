// Asks, as another process, for the write lock of a SQLite file: 0 it was free, 3 someone holds it, 1 anything else.
#include <sqlite3.h>

int main(int count, char** arguments) {
  if (count != 2) return 1;
  sqlite3* handle = nullptr;
  int code = sqlite3_open_v2(arguments[1], &handle, SQLITE_OPEN_READWRITE, nullptr);
  if (code == SQLITE_OK) code = sqlite3_exec(handle, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr);
  sqlite3_close(handle);
  if (code == SQLITE_BUSY) return 3;
  return code == SQLITE_OK ? 0 : 1;
}
