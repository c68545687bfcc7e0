#include "commands.hpp"

void add_eval(CLI::App& parent, int& exit_status) {
  CLI::App* eval = parent.add_subcommand("eval", "Measure the accuracy on public data sets");
  eval->require_subcommand(1);
  for (const auto add : {add_eval_answers, add_eval_calibration, add_eval_derive, add_eval_joins, add_eval_linking,
                         add_eval_mentions, add_eval_templates, add_eval_values})
    add(*eval, exit_status);
}
