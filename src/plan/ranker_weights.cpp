// Made by src/plan/training/fit.py; see the README beside it. Do not edit.
// Fitted on: Spider train (140 databases), imdb, scholar, yelp

#include "plan/ranker.hpp"

namespace querydata::inline v0::plan {

const Weights fitted_weights = {{{
                                    0.000000,   // question_coverage
                                    0.660726,   // pattern_coverage
                                    0.597249,   // balanced_coverage
                                    0.000000,   // question_content
                                    0.000000,   // pattern_content
                                    -1.396068,  // question_unexplained
                                    -0.439572,  // pattern_lost
                                    0.000000,   // question_worst
                                    -0.868604,  // pattern_worst
                                    -1.422467,  // added_worst
                                    -0.137579,  // modifier_worst
                                    -0.536337,  // pattern_lost_names
                                    -0.286769,  // question_only_by_name
                                    -1.789127,  // foreign_names
                                    0.307076,   // bigrams
                                    0.740592,   // order
                                    0.899362,   // exact
                                    0.000000,   // exact_content
                                    0.287975,   // target_found
                                    0.066064,   // target_known
                                    0.103868,   // target_owner
                                    0.596251,   // target_selected
                                    -0.587217,  // target_elsewhere
                                    1.258967,   // selected_explained
                                    -0.283105,  // selected_lost
                                    -0.371207,  // literals_lost
                                    -0.657209,  // literals_unexplained
                                    0.000000,   // tables_lost
                                    -1.743180,  // aggregates_foreign
                                    -1.139808,  // aggregates_lost
                                    -0.621040,  // count_foreign
                                    -1.469173,  // count_lost
                                    -1.323917,  // superlative_foreign
                                    -0.477868,  // superlative_lost
                                    -1.462972,  // superlative_reversed
                                    1.064235,   // superlative_measure
                                    -1.094077,  // negation_foreign
                                    -2.194145,  // negation_lost
                                    -0.937330,  // grouping_differs
                                    -1.118975,  // ordering_differs
                                    -0.737461,  // distinct_differs
                                    0.993844,   // asked_same
                                    -0.610415,  // asked_differs
                                    -1.740173,  // comparison_mismatch
                                    -0.588434,  // comparison_foreign
                                    -1.472912,  // links_foreign
                                    -1.247495,  // numbers_foreign
                                    -0.817187,  // dates_foreign
                                    -0.651178,  // link_distance
                                    -0.800050,  // link_distance_worst
                                    0.033750,   // slots
                                    0.312886,   // context
                                    0.934811,   // binding_margin
                                    -0.940211,  // top_differs
                                    -0.658487,  // length_differs
                                    0.142857,   // word_cosine
                                    0.178557,   // spelling_cosine
                                    0.000000,   // prepositions
                                    0.000000,   // facets
                                    0.000000,   // slots_unplaced
                                    -0.507279,  // rivals
                                }},
                                {{
                                    0.000000,   // question_coverage
                                    2.789347,   // pattern_coverage
                                    0.530000,   // balanced_coverage
                                    0.000000,   // question_content
                                    0.000000,   // pattern_content
                                    -0.067062,  // question_unexplained
                                    0.000000,   // pattern_lost
                                    0.000000,   // question_worst
                                    -1.155240,  // pattern_worst
                                    -3.793863,  // added_worst
                                    -0.829027,  // modifier_worst
                                    -0.266794,  // pattern_lost_names
                                    -0.038611,  // question_only_by_name
                                    -1.355714,  // foreign_names
                                    0.000000,   // bigrams
                                    0.506719,   // order
                                    1.117521,   // exact
                                    0.000000,   // exact_content
                                    0.246248,   // target_found
                                    0.000000,   // target_known
                                    0.151156,   // target_owner
                                    0.056864,   // target_selected
                                    -1.082558,  // target_elsewhere
                                    0.410454,   // selected_explained
                                    -0.331787,  // selected_lost
                                    -1.097488,  // literals_lost
                                    -0.500973,  // literals_unexplained
                                    0.000000,   // tables_lost
                                    -1.522593,  // aggregates_foreign
                                    -1.067202,  // aggregates_lost
                                    -0.625049,  // count_foreign
                                    -0.880090,  // count_lost
                                    -1.423504,  // superlative_foreign
                                    -1.133538,  // superlative_lost
                                    -1.822540,  // superlative_reversed
                                    0.109290,   // superlative_measure
                                    -2.431312,  // negation_foreign
                                    -2.462803,  // negation_lost
                                    -0.537665,  // grouping_differs
                                    -1.146907,  // ordering_differs
                                    -0.674687,  // distinct_differs
                                    0.233950,   // asked_same
                                    -0.158089,  // asked_differs
                                    -1.005868,  // comparison_mismatch
                                    -0.676020,  // comparison_foreign
                                    -1.670614,  // links_foreign
                                    -0.627998,  // numbers_foreign
                                    -0.733711,  // dates_foreign
                                    -1.241376,  // link_distance
                                    -1.551856,  // link_distance_worst
                                    0.159185,   // slots
                                    0.015909,   // context
                                    0.000000,   // binding_margin
                                    -0.899885,  // top_differs
                                    -0.889163,  // length_differs
                                    0.000000,   // word_cosine
                                    0.000000,   // spelling_cosine
                                    0.000078,   // prepositions
                                    0.000000,   // facets
                                    0.000000,   // slots_unplaced
                                    -3.676042,  // rivals
                                }},
                                {{
                                    -0.072965,  // score
                                    0.267075,   // margin
                                    -0.238997,  // runners
                                    0.000000,   // near_margin
                                }},
                                -1.695730};

}  // namespace querydata::inline v0::plan
