// Made by src/plan/training/fit.py; see the README beside it. Do not edit.
// Fitted on: Spider train (140 databases), atis, imdb, scholar, yelp

#include "plan/ranker.hpp"

namespace querydata::inline v0::plan {

const Weights fitted_weights = {{{
                                    0.000000,   // question_coverage
                                    0.816036,   // pattern_coverage
                                    0.743560,   // balanced_coverage
                                    0.000000,   // question_content
                                    0.920132,   // pattern_content
                                    -1.504333,  // question_unexplained
                                    -0.105934,  // pattern_lost
                                    -0.105569,  // question_worst
                                    -1.033347,  // pattern_worst
                                    -1.260636,  // added_worst
                                    -0.162922,  // modifier_worst
                                    -0.519331,  // pattern_lost_names
                                    -0.386839,  // question_only_by_name
                                    -1.397335,  // foreign_names
                                    0.229851,   // bigrams
                                    0.561772,   // order
                                    1.153924,   // exact
                                    0.000000,   // exact_content
                                    0.372647,   // target_found
                                    0.000000,   // target_known
                                    0.000000,   // target_owner
                                    0.230329,   // target_selected
                                    -1.591282,  // target_elsewhere
                                    1.201655,   // selected_explained
                                    -0.709277,  // selected_lost
                                    0.000000,   // literals_lost
                                    -0.330409,  // literals_unexplained
                                    0.000000,   // tables_lost
                                    -1.725957,  // aggregates_foreign
                                    -1.173573,  // aggregates_lost
                                    -0.356534,  // count_foreign
                                    -1.603402,  // count_lost
                                    -1.254993,  // superlative_foreign
                                    -0.439810,  // superlative_lost
                                    -1.383252,  // superlative_reversed
                                    0.907186,   // superlative_measure
                                    -0.774175,  // negation_foreign
                                    -2.072258,  // negation_lost
                                    -0.872155,  // grouping_differs
                                    -0.977247,  // ordering_differs
                                    -0.783029,  // distinct_differs
                                    0.787772,   // asked_same
                                    -0.635672,  // asked_differs
                                    -1.555016,  // comparison_mismatch
                                    -0.545303,  // comparison_foreign
                                    -0.763082,  // links_foreign
                                    -0.604723,  // numbers_foreign
                                    -0.623027,  // dates_foreign
                                    -0.752255,  // link_distance
                                    -0.963601,  // link_distance_worst
                                    -0.340291,  // slots
                                    0.000000,   // context
                                    1.119361,   // binding_margin
                                    -0.822843,  // top_differs
                                    -0.023977,  // length_differs
                                    0.000000,   // word_cosine
                                    0.000000,   // spelling_cosine
                                    0.000000,   // prepositions
                                    0.000000,   // facets
                                    0.000000,   // slots_unplaced
                                    -0.530517,  // rivals
                                }},
                                {{
                                    0.000000,   // question_coverage
                                    2.299477,   // pattern_coverage
                                    1.116337,   // balanced_coverage
                                    0.000000,   // question_content
                                    0.423711,   // pattern_content
                                    0.000000,   // question_unexplained
                                    0.000000,   // pattern_lost
                                    -0.826735,  // question_worst
                                    -1.132641,  // pattern_worst
                                    -3.556627,  // added_worst
                                    -0.796930,  // modifier_worst
                                    -0.348648,  // pattern_lost_names
                                    0.062682,   // question_only_by_name
                                    -1.426518,  // foreign_names
                                    0.000000,   // bigrams
                                    0.364883,   // order
                                    0.952107,   // exact
                                    0.000000,   // exact_content
                                    0.371572,   // target_found
                                    0.000000,   // target_known
                                    0.157356,   // target_owner
                                    0.003087,   // target_selected
                                    -0.999815,  // target_elsewhere
                                    0.312552,   // selected_explained
                                    -0.807685,  // selected_lost
                                    -1.037678,  // literals_lost
                                    -0.474732,  // literals_unexplained
                                    -0.214373,  // tables_lost
                                    -1.444600,  // aggregates_foreign
                                    -1.152105,  // aggregates_lost
                                    -0.546962,  // count_foreign
                                    -0.931530,  // count_lost
                                    -1.050524,  // superlative_foreign
                                    -1.246397,  // superlative_lost
                                    -1.631164,  // superlative_reversed
                                    0.000000,   // superlative_measure
                                    -2.091839,  // negation_foreign
                                    -2.520801,  // negation_lost
                                    -0.608965,  // grouping_differs
                                    -1.091045,  // ordering_differs
                                    -0.720150,  // distinct_differs
                                    0.182896,   // asked_same
                                    -0.184886,  // asked_differs
                                    -0.996802,  // comparison_mismatch
                                    -0.644729,  // comparison_foreign
                                    -1.129085,  // links_foreign
                                    -0.188397,  // numbers_foreign
                                    -0.831532,  // dates_foreign
                                    -0.987582,  // link_distance
                                    -1.272332,  // link_distance_worst
                                    -0.397438,  // slots
                                    0.000000,   // context
                                    0.000000,   // binding_margin
                                    -0.363343,  // top_differs
                                    -0.296596,  // length_differs
                                    0.000000,   // word_cosine
                                    0.000000,   // spelling_cosine
                                    0.000000,   // prepositions
                                    0.000000,   // facets
                                    0.000000,   // slots_unplaced
                                    -3.725554,  // rivals
                                }},
                                {{
                                    -0.114723,  // score
                                    0.334968,   // margin
                                    -0.222003,  // runners
                                    0.000000,   // near_margin
                                }},
                                -1.687276};

}  // namespace querydata::inline v0::plan
