// Made by src/plan/training/fit.py; see the README beside it. Do not edit.
// Fitted on: Spider train (140 databases), imdb

#include "plan/ranker.hpp"

namespace querydata::inline v0::plan {

const Weights fitted_weights = {
    {{
        0.871181,  // question_coverage
        1.028076,  // pattern_coverage
        1.502386,  // balanced_coverage
        0.000000,  // question_content
        0.110893,  // pattern_content
        -1.224218,  // question_unexplained
        -0.202194,  // pattern_lost
        -0.106229,  // question_worst
        -0.142693,  // pattern_worst
        -0.567230,  // pattern_lost_names
        -0.237704,  // question_only_by_name
        -1.594066,  // foreign_names
        0.000000,  // bigrams
        0.853097,  // order
        1.109821,  // exact
        0.168870,  // exact_content
        0.279857,  // target_found
        0.129428,  // target_known
        0.269289,  // target_owner
        0.129657,  // target_selected
        -1.039939,  // target_elsewhere
        0.418697,  // selected_explained
        -0.577333,  // selected_lost
        -0.776355,  // literals_lost
        -0.382127,  // literals_unexplained
        -0.448132,  // tables_lost
        -1.723241,  // aggregates_foreign
        -1.146013,  // aggregates_lost
        -0.547142,  // count_foreign
        -1.478426,  // count_lost
        -1.458337,  // superlative_foreign
        -0.466564,  // superlative_lost
        -1.437216,  // superlative_reversed
        1.246047,  // superlative_measure
        -1.122672,  // negation_foreign
        -2.241724,  // negation_lost
        -0.851645,  // grouping_differs
        -1.082633,  // ordering_differs
        -0.738742,  // distinct_differs
        0.824121,  // asked_same
        -0.427005,  // asked_differs
        -1.368641,  // comparison_mismatch
        -0.496126,  // comparison_foreign
        -1.238973,  // links_foreign
        -1.152515,  // numbers_foreign
        -0.536409,  // dates_foreign
        -0.407535,  // link_distance
        -0.411770,  // link_distance_worst
        0.221785,  // slots
        0.511011,  // context
        0.949927,  // binding_margin
        -0.962347,  // top_differs
        -0.973830,  // length_differs
        0.000000,  // word_cosine
        0.363232,  // spelling_cosine
        0.000000,  // prepositions
        0.000000,  // facets
        0.000000,  // slots_unplaced
        0.000000,  // rivals
    }},
    {{
        0.968970,  // question_coverage
        1.491955,  // pattern_coverage
        2.875304,  // balanced_coverage
        0.000000,  // question_content
        0.000000,  // pattern_content
        0.000000,  // question_unexplained
        0.000000,  // pattern_lost
        0.000000,  // question_worst
        0.000000,  // pattern_worst
        -0.355512,  // pattern_lost_names
        0.060686,  // question_only_by_name
        -1.949734,  // foreign_names
        0.614560,  // bigrams
        0.791915,  // order
        1.497285,  // exact
        0.000000,  // exact_content
        0.316535,  // target_found
        0.000000,  // target_known
        0.304264,  // target_owner
        0.225537,  // target_selected
        -1.279945,  // target_elsewhere
        0.377964,  // selected_explained
        -0.460077,  // selected_lost
        -1.088392,  // literals_lost
        -0.471722,  // literals_unexplained
        0.000000,  // tables_lost
        -1.864053,  // aggregates_foreign
        -1.261622,  // aggregates_lost
        -0.737568,  // count_foreign
        -1.304574,  // count_lost
        -1.856833,  // superlative_foreign
        -1.388518,  // superlative_lost
        -2.295312,  // superlative_reversed
        0.292004,  // superlative_measure
        -3.113676,  // negation_foreign
        -2.663199,  // negation_lost
        -0.830590,  // grouping_differs
        -1.364088,  // ordering_differs
        -0.859981,  // distinct_differs
        0.232884,  // asked_same
        -0.041251,  // asked_differs
        -1.587157,  // comparison_mismatch
        -1.330526,  // comparison_foreign
        -1.908471,  // links_foreign
        -1.219179,  // numbers_foreign
        -1.084174,  // dates_foreign
        -1.168729,  // link_distance
        -1.201362,  // link_distance_worst
        0.352089,  // slots
        0.094250,  // context
        0.436502,  // binding_margin
        -1.417278,  // top_differs
        -1.455513,  // length_differs
        0.000000,  // word_cosine
        0.000000,  // spelling_cosine
        0.000000,  // prepositions
        0.000000,  // facets
        0.000000,  // slots_unplaced
        0.000000,  // rivals
    }},
    {{
        -0.149410,  // score
        0.369908,  // margin
        -0.007191,  // runners
        0.085658,  // near_margin
    }},
    -5.387568};

}  // namespace querydata::inline v0::plan
