#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "commands.hpp"
#include "eval_data.hpp"
#include "predictions.hpp"
#include "querydata/error.hpp"
#include "querydata/result.hpp"
#include "terminal.hpp"

namespace {

double rounded(double number) {
  return std::round(number * 1e4) / 1e4;
}

boost::json::object point_json(const CurvePoint& point) {
  boost::json::object out{{"threshold", point.threshold}, {"answered", point.answered}};
  if (point.precision) {
    out["precision"] = rounded(*point.precision);
  } else {
    out["precision"] = nullptr;
  }
  out["coverage"] = rounded(point.coverage);
  return out;
}

int run(const std::vector<std::string>& files) {
  std::vector<Prediction> predictions;
  for (const std::string& file : files) {
    const std::vector<Prediction> read = read_predictions(file);
    predictions.insert(predictions.end(), read.begin(), read.end());
  }
  if (predictions.empty()) {
    throw querydata::Exception({querydata::ErrorCode::failed_precondition, "The files hold no predictions.", {}});
  }
  boost::json::array curve;
  for (const CurvePoint& point : precision_curve(predictions)) curve.push_back(point_json(point));
  const boost::json::object out{{"questions", predictions.size()},
                                {"ece", rounded(expected_calibration_error(predictions))},
                                {"curve", std::move(curve)}};
  write_out(json_line(out) + '\n');
  return exit_answered;
}

constexpr const char* notes = R"(Example:
  querydata eval templates --db ferry.db --context ferry.context.json --questions golden.json --predictions ferry.jsonl
  querydata eval calibration ferry.jsonl

Prints {"questions","ece","curve"}. "ece" is the expected calibration error over ten bins; every point of "curve" says what
would be right if every reading at or above a confidence were an answer: {"threshold","answered","precision","coverage"}.)";

}  // namespace

void add_eval_calibration(CLI::App& parent, int& exit_status) {
  auto files = std::make_shared<std::vector<std::string>>();
  CLI::App* command = parent.add_subcommand(
      "calibration", "How well confidences agree with what is right, and precision against coverage, as JSON");
  command->add_option("files", *files, "What `eval templates --predictions` wrote; all files are pooled")
      ->type_name("FILE")
      ->required();
  command->footer(notes);
  command->callback([files, &exit_status] { exit_status = run(*files); });
}
