// Made by src/plan/training/fit.py; see the README beside it. Do not edit.
// Fitted on: Spider train (140 databases), imdb, scholar, yelp

#include "plan/ranker.hpp"

namespace querydata::inline v0::plan {

const Weights fitted_weights = {{{
                                    0.000000,   // question_coverage
                                    0.312225,   // pattern_coverage
                                    0.877132,   // balanced_coverage
                                    0.000000,   // question_content
                                    0.000000,   // pattern_content
                                    -1.448899,  // question_unexplained
                                    -0.399113,  // pattern_lost
                                    -0.091991,  // question_worst
                                    -0.280910,  // pattern_worst
                                    -0.536164,  // pattern_lost_names
                                    -0.301528,  // question_only_by_name
                                    -1.806479,  // foreign_names
                                    0.317582,   // bigrams
                                    0.754940,   // order
                                    1.141613,   // exact
                                    0.028774,   // exact_content
                                    0.347705,   // target_found
                                    0.007902,   // target_known
                                    0.065762,   // target_owner
                                    0.530176,   // target_selected
                                    -0.637957,  // target_elsewhere
                                    1.252963,   // selected_explained
                                    -0.245694,  // selected_lost
                                    -0.376107,  // literals_lost
                                    -0.629026,  // literals_unexplained
                                    0.000000,   // tables_lost
                                    -1.782683,  // aggregates_foreign
                                    -1.174927,  // aggregates_lost
                                    -0.612901,  // count_foreign
                                    -1.524257,  // count_lost
                                    -1.380604,  // superlative_foreign
                                    -0.468040,  // superlative_lost
                                    -1.499286,  // superlative_reversed
                                    1.111355,   // superlative_measure
                                    -1.180430,  // negation_foreign
                                    -2.214441,  // negation_lost
                                    -0.949460,  // grouping_differs
                                    -1.118784,  // ordering_differs
                                    -0.789520,  // distinct_differs
                                    0.979333,   // asked_same
                                    -0.627795,  // asked_differs
                                    -1.796682,  // comparison_mismatch
                                    -0.615617,  // comparison_foreign
                                    -1.568905,  // links_foreign
                                    -1.333050,  // numbers_foreign
                                    -0.948039,  // dates_foreign
                                    -0.664275,  // link_distance
                                    -0.810229,  // link_distance_worst
                                    0.030211,   // slots
                                    0.330058,   // context
                                    0.922364,   // binding_margin
                                    -0.985544,  // top_differs
                                    -0.917755,  // length_differs
                                    0.129961,   // word_cosine
                                    0.130463,   // spelling_cosine
                                    0.000000,   // prepositions
                                    0.000000,   // facets
                                    0.000000,   // slots_unplaced
                                    -0.575493,  // rivals
                                }},
                                {{
                                    0.403496,   // question_coverage
                                    1.500497,   // pattern_coverage
                                    2.524563,   // balanced_coverage
                                    0.000000,   // question_content
                                    0.000000,   // pattern_content
                                    0.000000,   // question_unexplained
                                    0.000000,   // pattern_lost
                                    0.000000,   // question_worst
                                    0.000000,   // pattern_worst
                                    -0.389409,  // pattern_lost_names
                                    -0.021094,  // question_only_by_name
                                    -2.055571,  // foreign_names
                                    0.738462,   // bigrams
                                    0.596539,   // order
                                    1.059106,   // exact
                                    0.000000,   // exact_content
                                    0.394957,   // target_found
                                    0.000000,   // target_known
                                    0.366157,   // target_owner
                                    0.271877,   // target_selected
                                    -1.016168,  // target_elsewhere
                                    0.613920,   // selected_explained
                                    -0.346961,  // selected_lost
                                    -1.148199,  // literals_lost
                                    -0.437673,  // literals_unexplained
                                    0.000000,   // tables_lost
                                    -1.992556,  // aggregates_foreign
                                    -1.302024,  // aggregates_lost
                                    -0.876159,  // count_foreign
                                    -1.131873,  // count_lost
                                    -1.973870,  // superlative_foreign
                                    -1.368760,  // superlative_lost
                                    -2.334550,  // superlative_reversed
                                    0.250359,   // superlative_measure
                                    -3.221834,  // negation_foreign
                                    -2.652928,  // negation_lost
                                    -0.888992,  // grouping_differs
                                    -1.372345,  // ordering_differs
                                    -0.818997,  // distinct_differs
                                    0.312168,   // asked_same
                                    -0.136591,  // asked_differs
                                    -1.680627,  // comparison_mismatch
                                    -1.293810,  // comparison_foreign
                                    -2.531660,  // links_foreign
                                    -1.381139,  // numbers_foreign
                                    -1.456770,  // dates_foreign
                                    -1.595007,  // link_distance
                                    -1.969967,  // link_distance_worst
                                    0.429942,   // slots
                                    0.000000,   // context
                                    0.294170,   // binding_margin
                                    -1.378032,  // top_differs
                                    -1.235476,  // length_differs
                                    0.000000,   // word_cosine
                                    0.000000,   // spelling_cosine
                                    0.000000,   // prepositions
                                    0.000000,   // facets
                                    0.000000,   // slots_unplaced
                                    -3.765441,  // rivals
                                }},
                                {{
                                    -0.134636,  // score
                                    0.366623,   // margin
                                    0.000000,   // runners
                                    0.149470,   // near_margin
                                }},
                                -5.079751};

}  // namespace querydata::inline v0::plan
