// Made by src/plan/training/fit.py; see the README beside it. Do not edit.
// Fitted on: Spider train (140 databases), atis, imdb, scholar, yelp

#include "plan/ranker.hpp"

namespace querydata::inline v0::plan {

const Weights fitted_weights = {{{
                                    0.000000,   // question_coverage
                                    0.816989,   // pattern_coverage
                                    0.598946,   // balanced_coverage
                                    0.000000,   // question_content
                                    0.911781,   // pattern_content
                                    -1.544250,  // question_unexplained
                                    -0.121785,  // pattern_lost
                                    0.000000,   // question_worst
                                    -0.832384,  // pattern_worst
                                    -1.151123,  // added_worst
                                    -0.114166,  // modifier_worst
                                    -0.565000,  // pattern_lost_names
                                    -0.324682,  // question_only_by_name
                                    -1.410012,  // foreign_names
                                    0.084525,   // bigrams
                                    0.752177,   // order
                                    1.212259,   // exact
                                    0.000000,   // exact_content
                                    0.564580,   // target_found
                                    0.000000,   // target_known
                                    0.024136,   // target_owner
                                    0.276991,   // target_selected
                                    -1.444823,  // target_elsewhere
                                    0.936969,   // selected_explained
                                    -0.583646,  // selected_lost
                                    0.000000,   // literals_lost
                                    -0.166302,  // literals_unexplained
                                    0.000000,   // tables_lost
                                    -1.564247,  // aggregates_foreign
                                    -1.169793,  // aggregates_lost
                                    -0.513601,  // count_foreign
                                    -1.725256,  // count_lost
                                    -1.202746,  // superlative_foreign
                                    -0.569744,  // superlative_lost
                                    -1.478029,  // superlative_reversed
                                    1.056967,   // superlative_measure
                                    -0.906110,  // negation_foreign
                                    -2.240416,  // negation_lost
                                    -0.797247,  // grouping_differs
                                    -1.140434,  // ordering_differs
                                    -0.743645,  // distinct_differs
                                    0.720213,   // asked_same
                                    -0.597250,  // asked_differs
                                    -1.629519,  // comparison_mismatch
                                    -0.459690,  // comparison_foreign
                                    -0.822474,  // links_foreign
                                    -0.798300,  // numbers_foreign
                                    -0.862770,  // dates_foreign
                                    -0.700366,  // link_distance
                                    -0.956291,  // link_distance_worst
                                    -0.303944,  // slots
                                    0.000000,   // context
                                    0.985486,   // binding_margin
                                    -0.798047,  // top_differs
                                    0.000000,   // length_differs
                                    0.186136,   // word_cosine
                                    0.262907,   // spelling_cosine
                                    0.000000,   // prepositions
                                    0.000000,   // facets
                                    0.000000,   // slots_unplaced
                                    -0.567441,  // rivals
                                }},
                                {{
                                    0.000000,   // question_coverage
                                    2.647172,   // pattern_coverage
                                    1.164213,   // balanced_coverage
                                    0.000000,   // question_content
                                    0.233980,   // pattern_content
                                    0.000000,   // question_unexplained
                                    0.000000,   // pattern_lost
                                    -0.455795,  // question_worst
                                    -1.046726,  // pattern_worst
                                    -3.665420,  // added_worst
                                    -0.864911,  // modifier_worst
                                    -0.298163,  // pattern_lost_names
                                    0.097652,   // question_only_by_name
                                    -1.296082,  // foreign_names
                                    0.000000,   // bigrams
                                    0.387411,   // order
                                    0.993186,   // exact
                                    0.000000,   // exact_content
                                    0.336448,   // target_found
                                    0.000000,   // target_known
                                    0.090392,   // target_owner
                                    0.000000,   // target_selected
                                    -1.053290,  // target_elsewhere
                                    0.282425,   // selected_explained
                                    -0.473504,  // selected_lost
                                    -0.575366,  // literals_lost
                                    -0.460079,  // literals_unexplained
                                    0.000000,   // tables_lost
                                    -1.495466,  // aggregates_foreign
                                    -1.049964,  // aggregates_lost
                                    -0.517138,  // count_foreign
                                    -0.742573,  // count_lost
                                    -1.285533,  // superlative_foreign
                                    -1.110062,  // superlative_lost
                                    -1.738891,  // superlative_reversed
                                    0.000000,   // superlative_measure
                                    -2.154161,  // negation_foreign
                                    -2.336314,  // negation_lost
                                    -0.557899,  // grouping_differs
                                    -1.148240,  // ordering_differs
                                    -0.553825,  // distinct_differs
                                    0.211322,   // asked_same
                                    -0.087697,  // asked_differs
                                    -0.898068,  // comparison_mismatch
                                    -0.640140,  // comparison_foreign
                                    -1.249922,  // links_foreign
                                    -0.268586,  // numbers_foreign
                                    -1.146697,  // dates_foreign
                                    -0.932010,  // link_distance
                                    -1.231434,  // link_distance_worst
                                    -0.359477,  // slots
                                    0.000000,   // context
                                    0.000000,   // binding_margin
                                    -0.305042,  // top_differs
                                    -0.654134,  // length_differs
                                    0.000000,   // word_cosine
                                    0.000000,   // spelling_cosine
                                    0.000000,   // prepositions
                                    0.000000,   // facets
                                    0.000000,   // slots_unplaced
                                    -3.679903,  // rivals
                                }},
                                {{
                                    -0.087819,  // score
                                    0.327527,   // margin
                                    -0.165190,  // runners
                                    0.352053,   // near_margin
                                }},
                                -2.414918};

}  // namespace querydata::inline v0::plan
