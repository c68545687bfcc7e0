/// @file
/// Weights of the features of words (answer_tokens) and of whether sources answer (answerability): made by
/// src/knowledge/training/fit.py from the training articles.
#pragma once

#include <array>
#include <cstddef>

namespace querydata::inline v0::knowledge {

inline constexpr std::array<double, 82> answer_weights = {
    -1.8344, 1.9239,  2.3406,  -2.3405, 2.3707,  2.2425,  0.7511,  0.0164,  -0.5163, 1.3756,  -2.4378, 1.0430,  1.0666,
    0.8617,  1.3284,  -0.5394, 2.1785, 0, 0, 0, 0, 0, -1.4369, -0.8539, -0.2736, 0.7696,  1.4533,  0.3428,  -1.4537, -1.4913, -0.1665,
    -0.6437, 3.2650,  0.1326,  -1.3392, -1.1363, 3.0328,  0.5085,  -0.6541, -0.3955, -1.1695, -0.5732, -0.1234, -0.1598,
    1.6659,  0.3586,  -1.3438, -1.5929, -0.2079, 3.3856,  -0.5458, 0.0476,  -0.4584, -0.1327, -0.0201, -0.0788, -0.3427,
    1.0319,  -0.5868, -0.2839, -0.0303, -0.0641, -0.1503, 1.1159,  0.0000,  0.0000,  0.0000,  0.0000,  0.0000,  0.0000,
    -0.6776, 0.2992,  -0.0002, -0.0730, -0.0136, 0.4651,  -0.4094, -0.1948, 0.0001,  0.0000,  0.8576,  -0.2530};

/// The constant, then the features in the order of answerability.cpp.
inline constexpr std::size_t answerability_features = 13;
inline constexpr std::array<double, answerability_features> answerability_weights = {
    -6.4274, 2.0385, 7.2335, 2.7598, 1.6404, 0.9625, -0.0937, 2.7862, 0.9530, 0.5780, 3.0294, -1.3280, 0.6018};
inline constexpr std::array<double, answerability_features> answerability_weights_without_meaning = {
    -5.6099, 2.1790, 6.6753, 3.0989, 2.9202, 0.9702, 0.1745, 0.0000, 0.7953, 0.8527, 2.4498, -1.2558, 0.7111};
inline constexpr double answerability_threshold = 0.1557;
inline constexpr double answerability_threshold_without_meaning = 0.1429;

}  // namespace querydata::inline v0::knowledge
