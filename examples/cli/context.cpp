#include "commands.hpp"

void add_context(CLI::App& parent, int& exit_status) {
  CLI::App* context = parent.add_subcommand("context", "Work on context sets");
  context->require_subcommand(1);
  for (const auto add : {add_context_check, add_context_derive, add_context_mutate, add_context_merge, add_context_diff,
                         add_context_store, add_context_value_search})
    add(*context, exit_status);
}
