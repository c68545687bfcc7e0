#include "predictions.hpp"

#include <algorithm>
#include <array>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <cmath>
#include <fstream>
#include <sstream>

#include "eval_data.hpp"
#include "querydata/error.hpp"
#include "querydata/result.hpp"

namespace {

[[noreturn]] void refuse(const std::string& file, std::size_t line, const std::string& what) {
  throw querydata::Exception({querydata::ErrorCode::invalid_argument,
                              "Line " + std::to_string(line) + " is no prediction: " + what + " is missing or wrong.",
                              {file, {}, {}, {}}});
}

Prediction read_line(const std::string& text, const std::string& file, std::size_t line) {
  boost::system::error_code failure;
  const auto value = boost::json::parse(text, failure);
  if (failure || !value.is_object()) refuse(file, line, "a JSON object");
  const auto& record = value.as_object();
  const auto truth = [&](const char* name) -> std::optional<bool> {
    const auto* member = record.if_contains(name);
    return member != nullptr && member->is_bool() ? std::optional(member->as_bool()) : std::nullopt;
  };
  const auto* confidence = record.if_contains("confidence");
  const auto answered = truth("answered"), right = truth("right");
  if (confidence == nullptr || !confidence->is_number()) refuse(file, line, "\"confidence\"");
  if (!answered) refuse(file, line, "\"answered\"");
  if (!right) refuse(file, line, "\"right\"");
  const auto sure = confidence->to_number<double>();
  if (!(sure >= 0 && sure <= 1)) refuse(file, line, "\"confidence\" from 0 to 1");
  return {text_member(record, "id"), sure, *answered, *right, truth("has_template")};
}

}  // namespace

void write_predictions(const std::string& file, const std::vector<Prediction>& predictions) {
  std::ofstream out(file, std::ios::binary);
  for (const Prediction& prediction : predictions) {
    boost::json::object record{{"id", prediction.id},
                               {"confidence", std::round(prediction.confidence * 1e6) / 1e6},
                               {"answered", prediction.answered},
                               {"right", prediction.right}};
    if (prediction.has_template) record["has_template"] = *prediction.has_template;
    out << json_line(record) << '\n';
  }
  out.close();
  if (out) return;
  throw querydata::Exception({querydata::ErrorCode::unavailable,
                              "The predictions can't be written; choose a file in a folder that may be written to.",
                              {file, {}, {}, {}}});
}

std::vector<Prediction> read_predictions(const std::string& file) {
  std::istringstream text(read_maybe_gzip(file).value());
  std::vector<Prediction> predictions;
  std::string line;
  for (std::size_t number = 1; std::getline(text, line); ++number) {
    if (!line.empty()) predictions.push_back(read_line(line, file, number));
  }
  return predictions;
}

double expected_calibration_error(const std::vector<Prediction>& predictions) {
  constexpr std::size_t bins = 10;
  std::array<double, bins> surplus{};  // of confidence over right ones
  for (const Prediction& prediction : predictions) {
    const auto bin = static_cast<std::size_t>(prediction.confidence * static_cast<double>(bins));
    surplus.at(std::min(bin, bins - 1)) += prediction.confidence - (prediction.right ? 1 : 0);
  }
  double sum = 0;
  for (const double part : surplus) sum += std::abs(part);
  return sum / static_cast<double>(predictions.size());
}

std::vector<CurvePoint> precision_curve(const std::vector<Prediction>& predictions) {
  const auto answerable = [](const Prediction& prediction) { return prediction.has_template.value_or(true); };
  const auto all = static_cast<double>(std::count_if(predictions.begin(), predictions.end(), answerable));
  std::vector<CurvePoint> curve;
  for (int step = 0; step < 20; ++step) {
    CurvePoint point;
    point.threshold = step / 20.0;
    double right = 0, covered = 0;
    for (const Prediction& prediction : predictions) {
      if (prediction.confidence < point.threshold) continue;
      ++point.answered;
      right += prediction.right ? 1 : 0;
      covered += prediction.right && answerable(prediction) ? 1 : 0;
    }
    if (point.answered > 0) point.precision = right / static_cast<double>(point.answered);
    point.coverage = all > 0 ? covered / all : 0;
    curve.push_back(point);
  }
  return curve;
}
