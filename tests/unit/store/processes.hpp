/// @file
/// Children of a test.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

namespace querydata::test {

/// A process that ends with what `body()` returns.
template <class Body>
pid_t start(Body body) {
  const pid_t child = fork();
  if (child == 0) _exit(body());
  return child;
}

/// The exit status, or minus the signal.
inline int wait_for(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

}  // namespace querydata::test
