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
        -0.700000,  // count_foreign
        -0.700000,  // count_lost
        -0.700000,  // superlative_foreign
        -0.700000,  // superlative_lost
        -2.000000,  // superlative_reversed
        0.500000,  // superlative_measure
        -0.700000,  // negation_foreign
        -0.700000,  // negation_lost
        0.000000,  // grouping_differs
        0.000000,  // ordering_differs
        0.000000,  // distinct_differs
        0.000000,  // asked_same
        0.000000,  // asked_differs
        -1.000000,  // comparison_mismatch
        0.000000,  // comparison_foreign
        -0.700000,  // links_foreign
        -1.000000,  // numbers_foreign
        -1.000000,  // dates_foreign
        -1.000000,  // link_distance
        0.000000,  // link_distance_worst
        0.300000,  // slots
        0.700000,  // context
        0.000000,  // binding_margin
        0.000000,  // top_differs
        0.000000,  // length_differs
        1.000000,  // word_cosine
        0.000000,  // spelling_cosine
        0.000000,  // prepositions
        -0.300000,  // facets
        0.000000,  // slots_unplaced
        0.000000,  // rivals
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
        0.000000,  // count_foreign
        0.000000,  // count_lost
        0.000000,  // superlative_foreign
        0.000000,  // superlative_lost
        0.000000,  // superlative_reversed
        0.000000,  // superlative_measure
        0.000000,  // negation_foreign
        0.000000,  // negation_lost
        0.000000,  // grouping_differs
        0.000000,  // ordering_differs
        0.000000,  // distinct_differs
        0.000000,  // asked_same
        0.000000,  // asked_differs
        0.000000,  // comparison_mismatch
        0.000000,  // comparison_foreign
        0.000000,  // links_foreign
        0.000000,  // numbers_foreign
        0.000000,  // dates_foreign
        0.000000,  // link_distance
        0.000000,  // link_distance_worst
        0.000000,  // slots
        0.000000,  // context
        0.000000,  // binding_margin
        0.000000,  // top_differs
        0.000000,  // length_differs
        0.000000,  // word_cosine
        0.000000,  // spelling_cosine
        0.000000,  // prepositions
        0.000000,  // facets
        0.000000,  // slots_unplaced
        0.000000,  // rivals
    }},
    {{
        1.000000,  // score
        1.000000,  // margin
        0.000000,  // runners
        0.000000,  // near_margin
    }},
    -8.000000};

}  // namespace querydata::inline v0::plan
