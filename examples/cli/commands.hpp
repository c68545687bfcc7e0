/// @file
/// The commands of the program, one function and one file each.
///
/// A command adds itself to its parent and sets `exit_status` when it has run. What goes wrong is thrown as
/// `querydata::Exception` (as `Result::value()` does); `main` prints it as one line on standard error and ends with
/// `exit_failed`.
#pragma once

#include <CLI/CLI.hpp>

inline constexpr int exit_answered = 0;  ///< answered; for a check: no error was found
inline constexpr int exit_failed = 1;    ///< an error was found or happened
inline constexpr int exit_usage = 2;     ///< the command line makes no sense
inline constexpr int exit_no_plan = 3;   ///< nothing fits, or the program asks back

void add_ask(CLI::App& parent, int& exit_status);
void add_find(CLI::App& parent, int& exit_status);
void add_ground(CLI::App& parent, int& exit_status);
void add_query_data(CLI::App& parent, int& exit_status);
void add_answer(CLI::App& parent, int& exit_status);
void add_link(CLI::App& parent, int& exit_status);
void add_index(CLI::App& parent, int& exit_status);
void add_context(CLI::App& parent, int& exit_status);
void add_schema(CLI::App& parent, int& exit_status);
void add_sql(CLI::App& parent, int& exit_status);
void add_filter(CLI::App& parent, int& exit_status);
void add_eval(CLI::App& parent, int& exit_status);

void add_context_check(CLI::App& context, int& exit_status);
void add_context_derive(CLI::App& context, int& exit_status);
void add_context_diff(CLI::App& context, int& exit_status);
void add_context_merge(CLI::App& context, int& exit_status);
void add_context_mutate(CLI::App& context, int& exit_status);
void add_context_store(CLI::App& context, int& exit_status);
void add_context_value_search(CLI::App& context, int& exit_status);

void add_eval_answers(CLI::App& parent, int& exit_status);
void add_eval_calibration(CLI::App& parent, int& exit_status);
void add_eval_derive(CLI::App& parent, int& exit_status);
void add_eval_joins(CLI::App& parent, int& exit_status);
void add_eval_linking(CLI::App& parent, int& exit_status);
void add_eval_mentions(CLI::App& parent, int& exit_status);
void add_eval_templates(CLI::App& parent, int& exit_status);
void add_eval_values(CLI::App& parent, int& exit_status);
