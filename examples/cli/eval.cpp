#include "commands.hpp"

void add_eval(CLI::App& parent, int& exit_status) {
  CLI::App* eval = parent.add_subcommand("eval", "Measure the accuracy on public data sets");
  eval->require_subcommand(1);
#ifdef QUERYDATA_EVAL_linking
  add_eval_linking(*eval, exit_status);
#endif
#ifdef QUERYDATA_EVAL_templates
  add_eval_templates(*eval, exit_status);
#endif
#ifdef QUERYDATA_EVAL_values
  add_eval_values(*eval, exit_status);
#endif
  static_cast<void>(exit_status);
}
