// Made by src/plan/training/fit.py; see the README beside it. Do not edit.
// Fitted on: nothing: a start by judgement

#include "plan/ranker.hpp"

namespace querydata::inline v0::plan {

const Weights fitted_weights = {
    {{
        2.000000,  // question_coverage
        2.000000,  // pattern_coverage
        2.000000,  // balanced_coverage
        1.000000,  // question_content
        1.000000,  // pattern_content
        -1.000000,  // question_unexplained
        -0.700000,  // pattern_lost
        0.000000,  // question_worst
        0.000000,  // pattern_worst
        0.000000,  // pattern_lost_names
        0.000000,  // question_only_by_name
        -0.300000,  // foreign_names
        1.000000,  // bigrams
        0.000000,  // order
        2.000000,  // exact
        1.000000,  // exact_content
        0.500000,  // target_found
        0.500000,  // target_known
        0.000000,  // target_owner
        0.500000,  // target_selected
        0.000000,  // target_elsewhere
        0.000000,  // selected_explained
        -0.500000,  // selected_lost
        -0.500000,  // literals_lost
        0.000000,  // literals_unexplained
        0.000000,  // tables_lost
        -0.500000,  // aggregates_foreign
        -0.500000,  // aggregates_lost
    }},
    {{
        0.000000,  // question_coverage
        0.000000,  // pattern_coverage
        0.000000,  // balanced_coverage
        0.000000,  // question_content
        0.000000,  // pattern_content
        0.000000,  // question_unexplained
        0.000000,  // pattern_lost
        0.000000,  // question_worst
        0.000000,  // pattern_worst
        0.000000,  // pattern_lost_names
        0.000000,  // question_only_by_name
        0.000000,  // foreign_names
        0.000000,  // bigrams
        0.000000,  // order
        0.000000,  // exact
        0.000000,  // exact_content
        0.000000,  // target_found
        0.000000,  // target_known
        0.000000,  // target_owner
        0.000000,  // target_selected
        0.000000,  // target_elsewhere
        0.000000,  // selected_explained
        0.000000,  // selected_lost
        0.000000,  // literals_lost
        0.000000,  // literals_unexplained
        0.000000,  // tables_lost
        0.000000,  // aggregates_foreign
        0.000000,  // aggregates_lost
    }},
    {{
        1.000000,  // score
        1.000000,  // margin
        0.000000,  // runners
        0.000000,  // near_margin
    }},
    -8.000000};

}  // namespace querydata::inline v0::plan
