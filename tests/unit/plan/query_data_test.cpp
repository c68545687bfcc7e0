#include "querydata/query_data.hpp"

#include <doctest/doctest.h>

#include <boost/json.hpp>

#include "core/json.hpp"
#include "unit/plan/bookshop.hpp"
#include "unit/store/temporary_folder.hpp"

using namespace querydata;
using namespace querydata::test;

namespace {

namespace bj = boost::json;

constexpr const char* place =
    R"("databaseReference":{"projectId":"p","region":"r","clusterId":"c","instanceId":"i","databaseId":"d"})";
constexpr const char* all =
    R"({"generateQueryResult":true,"generateNaturalLanguageAnswer":true,"generateExplanation":true})";

std::string request(std::string_view prompt, std::string_view options = all, std::string_view source = place) {
  return R"({"prompt":")" + std::string(prompt) + R"(","context":{"datasourceReferences":{"alloydb":{)" +
         std::string(source) + R"(}}},"generationOptions":)" + std::string(options) + '}';
}

struct Service {
  Bookshop shop;
  QueryData data;

  explicit Service(QueryDataOptions options = with_context())
      : data(QueryData::open(shop.database(), std::move(options)).value()) {}

  static QueryDataOptions with_context() {
    QueryDataOptions options;
    options.context = bookshop_context();
    return options;
  }
  bj::object ask(const std::string& text, const QueryDataCall& call = {}) {
    return json::parse(data.answer_json(text, call)).value().get_object();
  }
  /// "INVALID_ARGUMENT INVALID_REQUEST context.x" of an error.
  std::string wrong(const std::string& text, const QueryDataCall& call = {}) {
    const bj::object reply = ask(text, call);
    if (!reply.contains("error")) return "answered";
    const bj::object& error = reply.at("error").as_object();
    const bj::array& details = error.at("details").as_array();
    std::string out(error.at("status").as_string());
    out += ' ' + std::string(details.at(0).at("reason").as_string());
    if (details.size() > 1) out += ' ' + std::string(details.at(1).at("fieldViolations").at(0).at("field").as_string());
    return out;
  }
};

std::string text(const bj::object& object, std::string_view member) {
  return std::string(object.at(member).as_string());
}

}  // namespace

TEST_CASE("query_data: a question becomes a query that runs on its own, rows of strings and words") {
  Service service;
  const bj::object reply = service.ask(request("Which books has jorge paz written?"));
  CHECK(text(reply, "generatedQuery") ==
        "SELECT b.title FROM book b JOIN author a ON a.id = b.author_id WHERE a.name = 'Jorge Paz'");
  CHECK(
      json::write(reply.at("queryResult")) ==
      R"({"columns":[{"name":"title","type":"TEXT"}],"rows":[{"values":[{"value":"Red Sand"}]}],"totalRowCount":"1"})");
  CHECK(text(reply, "naturalLanguageAnswer") == "The answer is Red Sand.");
  CHECK(text(reply, "intentExplanation").find("\"jorge paz\" was taken as the stored value \"Jorge Paz\"") !=
        std::string::npos);
  const Statement statement{Dialect::sqlite, text(reply, "generatedQuery"), {}};
  CHECK(collect(*service.shop.database()->execute(statement).value()).value().rows.size() == 1);
}

TEST_CASE("query_data: only what is asked for is there, the query always") {
  Service service;
  const bj::object bare = service.ask(request("How many books are there?", "{}"));
  CHECK(bare.size() == 1);
  CHECK(bare.contains("generatedQuery"));
  const bj::object explained = service.ask(request("How many books are there?", R"({"generateExplanation":true})"));
  CHECK(explained.size() == 2);
  const bj::object answered =
      service.ask(request("How many books are there?", R"({"generate_natural_language_answer":true})"));
  CHECK(answered.contains("queryResult"));
  CHECK(answered.contains("naturalLanguageAnswer"));
}

TEST_CASE("query_data: NULL is a cell without value, a cut result says so and is counted") {
  Service service;
  const bj::object none = service.ask(request("How many copies were sold in the shop in Oslo in 2030?"));
  REQUIRE(service.shop.run("INSERT INTO book VALUES (6, NULL, 2, 'Travel', 1.0, 999, NULL)"));
  const bj::object null = service.ask(request("Which book has the most pages?"));
  CHECK(json::write(null.at("queryResult").at("rows")) == R"([{"values":[{}]}])");
  QueryDataCall call;
  call.limits.max_rows = 2;
  const bj::object cut = service.ask(request("Which books have more than 100 pages?"), call);
  CHECK(cut.at("queryResult").at("partialResult") == true);
  CHECK(cut.at("queryResult").at("totalRowCount") == "6");
  CHECK(cut.at("queryResult").at("rows").as_array().size() == 2);
}

TEST_CASE("query_data: values with quotes stay values") {
  Service service;
  REQUIRE(service.shop.run("INSERT INTO author VALUES (7, 'Robert''); DROP TABLE book; --', 'Wales', 1990)"));
  Service again;
  REQUIRE(again.shop.run("INSERT INTO author VALUES (7, 'Robert''); DROP TABLE book; --', 'Wales', 1990)"));
  again.data = QueryData::open(again.shop.database(), Service::with_context()).value();
  const bj::object reply = again.ask(request("Which books has \\\"Robert'); DROP TABLE book; --\\\" written?"));
  REQUIRE(reply.contains("generatedQuery"));
  CHECK(text(reply, "generatedQuery").ends_with("a.name = 'Robert''); DROP TABLE book; --'"));
  CHECK(text(reply, "naturalLanguageAnswer").find("Nothing was found.") == 0);
}

TEST_CASE("query_data: no plan is an error that a program can act on") {
  Service service;
  const bj::object reply = service.ask(request("What is the fastest way to the moon?"));
  const bj::object& error = reply.at("error").as_object();
  CHECK(error.at("code") == 9);
  CHECK(error.at("status") == "FAILED_PRECONDITION");
  CHECK(error.at("details").at(0).at("@type") == "type.googleapis.com/google.rpc.ErrorInfo");
  CHECK(error.at("details").at(0).at("reason") == "NO_PLAN");
  CHECK(error.at("details").at(0).at("domain") == "querydata");
  CHECK(error.at("details").at(0).at("metadata").as_object().contains("uncoveredWords"));
}

TEST_CASE("query_data: an ambiguous question asks back where the request allows it") {
  Service service;
  const std::string asked = "Which books has Lindqvist written?";
  CHECK(service.wrong(request(asked)) == "FAILED_PRECONDITION AMBIGUOUS_QUESTION");
  const bj::object reply =
      service.ask(request(asked, R"({"generateDisambiguationQuestion":true,"generateQueryResult":true})"));
  REQUIRE(reply.contains("disambiguationQuestion"));
  const std::string question(reply.at("disambiguationQuestion").at(0).as_string());
  CHECK(question.find("\"Astrid Lindqvist\"") != std::string::npos);
  CHECK(question.find("\"Ida Lindqvist\"") != std::string::npos);
  CHECK(reply.contains("generatedQuery"));
  CHECK_FALSE(reply.contains("queryResult"));
  QueryDataCall call;
  call.choices = {"Ida Lindqvist"};
  CHECK(text(service.ask(request(asked), call), "generatedQuery").find("'Ida Lindqvist'") != std::string::npos);
}

TEST_CASE("query_data: members are read strictly and errors name their path") {
  Service service;
  const std::string invalid = "INVALID_ARGUMENT INVALID_REQUEST";
  CHECK(service.wrong("nonsense") == invalid);
  CHECK(service.wrong("[]") == invalid);
  CHECK(service.wrong("{}") == invalid + " prompt");
  CHECK(service.wrong(R"({"prompt":"x"})") == invalid + " context");
  CHECK(service.wrong(R"({"prompt":3})") == invalid + " prompt");
  CHECK(service.wrong(R"({"prompt":"x","context":{}})") == invalid + " context.datasourceReferences");
  CHECK(service.wrong(R"({"prompt":"x","context":{"datasourceReferences":{}}})") ==
        invalid + " context.datasourceReferences");
  CHECK(service.wrong(R"({"prompt":"x","context":{"datasourceReferences":{"bq":{}}}})") ==
        "UNIMPLEMENTED UNSUPPORTED_DATASOURCE context.datasourceReferences.bq");
  CHECK(service.wrong(request("x", R"({"generateSql":true})")) == invalid + " generationOptions.generateSql");
  CHECK(service.wrong(request("x", R"({"generateExplanation":"yes"})")) ==
        invalid + " generationOptions.generateExplanation");
  CHECK(service.wrong(request("x", R"({"generateExplanation":true,"generate_explanation":true})")) ==
        invalid + " generationOptions.generateExplanation");
  const std::string reference = invalid + " context.datasourceReferences.alloydb.databaseReference";
  CHECK(service.wrong(request("x", all, R"("databaseReference":{})")) == reference + ".projectId");
  CHECK(service.wrong(request("x", all, R"("databaseReference":{"projectId":"p","region":"r","clusterId":"c",
      "instanceId":"i","databaseId":"d","zone":"z"})")) == reference + ".zone");
  CHECK(service.wrong(request("x", all, std::string(place) + R"(,"agentContextReference":{})")) ==
        invalid + " context.datasourceReferences.alloydb.agentContextReference.contextSetId");
}

TEST_CASE("query_data: every datasource of the published table is read, in both spellings") {
  const auto read = [](const std::string& source) {
    return read_query_data_request(R"({"prompt":"x","context":{"datasource_references":{)" + source + "}}}")
        .value()
        .datasource;
  };
  const std::string ids = R"("project_id":"p","instanceId":"i","database_id":"d")";
  CHECK(read("\"alloydb\":{" + std::string(place) + "}").dialect == Dialect::postgresql);
  const auto spanner = read(R"("spanner_reference":{"database_reference":{"engine":"GOOGLE_SQL",)" + ids +
                            R"(,"tableIds":["book"],"priority":"LOW","request_tag":"t","region":"r"},
                               "agent_context_reference":{"context_set_id":"shop"}})");
  CHECK(spanner.kind == DatasourceKind::spanner);
  CHECK(spanner.dialect == Dialect::googlesql);
  CHECK(spanner.tables == std::vector<std::string>{"book"});
  CHECK(spanner.request_tag == "t");
  CHECK(spanner.context_set_id == "shop");
  CHECK(read(R"("spannerReference":{"databaseReference":{"engine":2,)" + ids + "}}").dialect == Dialect::postgresql);
  CHECK(read(R"("cloudSqlReference":{"databaseReference":{"engine":"MYSQL","region":"r",)" + ids + "}}").dialect ==
        Dialect::mysql);
  const auto firestore = read(
      R"("firestoreReference":{"databaseReference":{"projectId":"p","databaseId":"d","collectionIds":["a","b"]}})");
  CHECK(firestore.dialect == Dialect::mongodb);
  CHECK(firestore.tables.size() == 2);
  const auto bigtable = read(
      R"("bigtableReference":{"databaseReference":{"projectId":"p","instanceId":"i","databaseTableReferences":[
         {"tableId":"t","schema":{"description":"d","fields":[{"name":"a","type":"STRING","subfields":[{"name":"b"}]}]}}]}})");
  CHECK(bigtable.dialect == Dialect::bigtable);
  CHECK(bigtable.tables == std::vector<std::string>{"t"});
  CHECK_FALSE(read_query_data_request(R"({"prompt":"x","context":{"datasourceReferences":{"cloudSqlReference":
      {"databaseReference":{"engine":"ENGINE_UNSPECIFIED","region":"r","projectId":"p","instanceId":"i","databaseId":"d"}}}}})"));
  CHECK_FALSE(read_query_data_request(R"({"prompt":"x","context":{"datasourceReferences":{"alloydb":{)" +
                                      std::string(place) + R"(},"looker":{}}}})"));
}

TEST_CASE("query_data: secure view parameters come as a list or as a map") {
  for (const char* parameters : {R"([{"key":"user","value":"7"}])", R"({"user":"7"})"}) {
    const auto read =
        read_query_data_request(R"({"prompt":"x","context":{"datasourceReferences":{"alloydb":{)" + std::string(place) +
                                R"(}},"parameterizedSecureViewParameters":{"parameters":)" + parameters + "}}}");
    REQUIRE(read);
    REQUIRE(read->secure_view_parameters.size() == 1);
    CHECK(read->secure_view_parameters[0].name == "user");
    CHECK(read->secure_view_parameters[0].value == "7");
  }
}

TEST_CASE("query_data: the tables of a request narrow what the caller may see, never widen it") {
  Service service;
  const auto naming = [](const char* tables) {
    return R"("databaseReference":{"projectId":"p","region":"r","clusterId":"c","instanceId":"i","databaseId":"d","tableIds":)" +
           std::string(tables) + "}";
  };
  CHECK(service.wrong(request("How many books are there?", all, naming(R"(["book"])"))) == "answered");
  CHECK(service.wrong(request("Which books has Jorge Paz written?", all, naming(R"(["book"])"))) ==
        "FAILED_PRECONDITION NO_PLAN");
  CHECK(service.wrong(request("How many books are there?", all, naming(R"(["nowhere"])"))) ==
        "NOT_FOUND TABLE_NOT_FOUND");
  QueryDataCall call;
  call.scope.tables = {"author"};
  CHECK(service.wrong(request("How many books are there?", all, naming(R"(["book"])")), call) ==
        "NOT_FOUND TABLE_NOT_FOUND");
}

TEST_CASE("query_data: the context set of a request is that of the store, in its newest version") {
  const TemporaryFolder folder;
  ContextStore store = ContextStore::open(folder.file("store"), StoreMode::read_write).value();
  REQUIRE(store.put(ContextSetId::parse("shop").value(), bookshop_context()));
  QueryDataOptions options;
  options.contexts = std::make_shared<const ContextStore>(store);
  Service service(std::move(options));
  const auto named = [](const char* id) {
    return std::string(place) + R"(,"agentContextReference":{"contextSetId":")" + id + "\"}";
  };
  const std::string asked = "How many books are there?";
  CHECK(service.wrong(request(asked)) == "FAILED_PRECONDITION NO_PLAN");
  CHECK(service.wrong(request(asked, all, named("projects/p/locations/l/contextSets/shop"))) == "answered");
  CHECK(service.wrong(request(asked, all, named("shop@1"))) == "answered");
  CHECK(service.wrong(request(asked, all, named("ship"))) == "NOT_FOUND CONTEXT_SET_NOT_FOUND");
  ContextSet other = bookshop_context();
  other.templates.resize(1);
  REQUIRE(store.put(ContextSetId::parse("shop").value(), other));
  CHECK(service.wrong(request(asked, all, named("shop"))) == "FAILED_PRECONDITION NO_PLAN");
  CHECK(service.wrong(request(asked, all, named("shop@1"))) == "answered");
}

TEST_CASE("query_data: a query that fails to run is told in the result") {
  Service service;
  REQUIRE(service.shop.run("DROP TABLE sale"));
  const bj::object reply = service.ask(request("How many copies were sold in the shop in Oslo?"));
  // The plan's own check sees it first: nothing that can't run is called a query.
  CHECK(reply.contains("error"));
  QueryDataCall call;
  call.limits.max_time = std::chrono::milliseconds(0);
  const bj::object late = service.ask(request("How many books are there?"), call);
  REQUIRE(late.contains("queryResult"));
  CHECK(late.at("queryResult").as_object().contains("queryExecutionError"));
  CHECK(late.contains("generatedQuery"));
  CHECK_FALSE(late.contains("naturalLanguageAnswer"));
}

TEST_CASE("query_data: a cancelled call is an error") {
  Service service;
  QueryDataCall call;
  call.control.cancel = CancelToken::create();
  call.control.cancel.cancel();
  CHECK(service.wrong(request("How many books are there?"), call) == "CANCELLED CANCELLED");
}
