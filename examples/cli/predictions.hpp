/// @file
/// How sure the planner was of its first readings, and whether they are right.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// One question. The reading counts whether it became an answer or not.
struct Prediction {
  std::string id;
  double confidence = 0;
  bool answered = false;
  bool right = false;
  std::optional<bool> has_template;  ///< none: nobody says
};

/// A JSON object a line: {"id","confidence","answered","right","has_template"}; the last is left out where it is
/// unknown. Throws `querydata::Exception`.
void write_predictions(const std::string& file, const std::vector<Prediction>& predictions);

/// Reads such a file; "id" may be missing. Throws `querydata::Exception`, with file and line.
[[nodiscard]] std::vector<Prediction> read_predictions(const std::string& file);

/// Answers at or above a confidence, whatever the planner did with them.
struct CurvePoint {
  double threshold = 0;
  std::size_t answered = 0;
  std::optional<double> precision;  ///< share of right ones; none without answers
  double coverage = 0;  ///< right ones among the questions that have a template, or whose readings are right
};

/// Expected calibration error (M. P. Naeini, G. Cooper, M. Hauskrecht, "Obtaining Well Calibrated Probabilities Using
/// Bayesian Binning", AAAI 2015): ten bins of equal width, the mean distance between confidence and share of right
/// ones, weighted by their questions. Precondition: there is a prediction.
[[nodiscard]] double expected_calibration_error(const std::vector<Prediction>& predictions);

/// Precision against coverage at thresholds from 0 to 0.95 in steps of 0.05.
[[nodiscard]] std::vector<CurvePoint> precision_curve(const std::vector<Prediction>& predictions);
