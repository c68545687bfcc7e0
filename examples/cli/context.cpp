#include "commands.hpp"

void add_context(CLI::App& parent, int& exit_status) {
  CLI::App* context = parent.add_subcommand("context", "Work on context sets");
  context->require_subcommand(1);
  add_context_check(*context, exit_status);
  add_context_derive(*context, exit_status);
}
