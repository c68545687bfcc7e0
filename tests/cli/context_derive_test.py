"""`context derive`, as a user meets it; see program.py for the arguments."""
import json
import unittest

from program import CONTEXT, WithSample, run, unittest_arguments


class Derive(WithSample):
    SQL = "SELECT count(*) FROM ports WHERE country_code = 'NO' AND berths > 4"

    def test_template(self):
        done = run("context", "derive", "Ports of NO with more than four berths", self.SQL, "--json")
        self.assertEqual(done.status, 0, done.error)
        made = json.loads(done.out)
        forms = made["context_set"]["templates"][0]["parameterized"]
        self.assertEqual(forms["parameterized_intent"], "Ports of $1 with more than $2 berths")
        self.assertEqual(forms["parameterized_sql"],
                         "SELECT count(*) FROM ports WHERE country_code = $1 AND berths > $2")
        self.assertEqual(made["parameters"][1], {"literal": "4", "phrase": "four", "type": "berths"})
        self.assertEqual(made["kept"], [])

    def test_placeholders_and_intent(self):
        done = run("context", "derive", "NO?", self.SQL, "--intent", "ports of NO", "--style", "?", "--dialect", "mysql")
        self.assertIn("intent    ports of ?\n", done.out)
        self.assertIn("berths > 4\n", done.out)

    def test_relative_dates_need_the_present(self):
        arguments = ("context", "derive", "Trips last month",
                     "SELECT count(*) FROM trip WHERE day >= '2024-06-01' AND day < '2024-07-01'")
        self.assertIn("Trips $1 $2", run(*arguments, "--now", "2024-07-15").out)
        self.assertIn("intent    Trips last month", run(*arguments).out)
        self.assertEqual(run(*arguments, "--now", "soon").status, 2)

    def test_facet(self):
        done = run("context", "derive-facet", "with 4 berths", "ports.berths = 4", "--db", self.database)
        self.assertEqual(done.status, 0, done.error)
        self.assertIn("snippet   ports.berths = $1\n", done.out)

    def test_faults_are_told_at_once(self):
        facet = ("context", "derive-facet", "with 4 berths")
        self.assertIn("unknown_column", run(*facet, "ports.berth = 4", "--db", self.database).error)
        self.assertIn("unqualified_facet_column", run(*facet, "berths = 4").error)
        self.assertIn("unknown_table", run("context", "derive", "4 of them", "SELECT 1 FROM portz WHERE berths = 4", "--db",
                                           self.database).error)
        self.assertEqual(run(*facet, "ports.berths = 4", "--db", self.database).error, "")

    def test_what_stays_is_told_of_completed_sets(self):
        bare = self.file("bare.json", json.dumps({"templates": [
            {"nl_query": "Ports in Norway", "sql": "SELECT name FROM ports WHERE country_code = 'SE'"}]}))
        done = run("context", "derive", "--complete", bare)
        self.assertEqual(done.status, 0, done.error)
        self.assertIn("/templates/0: 'SE' stays", done.error)

    def test_set_is_completed(self):
        original = json.loads(CONTEXT.read_text())
        bare = {"templates": [{"nl_query": item["nl_query"], "sql": item["sql"]} for item in original["templates"]],
                "value_searches": original["value_searches"]}
        bare["templates"].append({"nl_query": "?", "sql": "SELECT"})
        done = run("context", "derive", "--complete", self.file("bare.json", json.dumps(bare)))
        self.assertEqual(done.status, 1)
        self.assertRegex(done.error,
                         r"\A(querydata: [^\n]+ stays: [^\n]+\n)*querydata: /templates/%d: [^\n]+\n\Z" % (len(bare["templates"]) - 1))
        completed = json.loads(done.out)["templates"]
        self.assertEqual(completed[-1], bare["templates"][-1])
        for item in completed[:-1]:
            self.assertIn("parameterized", item)
            self.assertIn("manifest", item)
        self.assertTrue(any("$1" in item["parameterized"]["parameterized_sql"] for item in completed[:-1]))

    def test_what_makes_no_sense(self):
        self.assertEqual(run("context", "derive", "only a question").status, 2)
        self.assertEqual(run("context", "derive", "a", "SELECT 1", "--complete", "x.json").status, 2)
        self.assert_refused(run("context", "derive", "a", "DROP TABLE ports"))

    def test_eval(self):
        sets = {"templates": [
            {"nl_query": "in Oslo", "sql": "SELECT 1 FROM t WHERE a = 'Oslo'", "intent": "in Oslo", "parameterized": {
                "parameterized_intent": "in $7", "parameterized_sql": "SELECT 1 FROM t WHERE a = $7"}},
            {"nl_query": "O'Hara", "sql": "SELECT 1 FROM t WHERE a = 'O''Hara'", "intent": "O'Hara", "parameterized": {
                "parameterized_intent": "$1", "parameterized_sql": "SELECT 1 FROM t WHERE a = $1"}},
            {"nl_query": "x", "sql": "SELECT 1 FROM t WHERE a = 'q'", "intent": "x", "parameterized": {
                "parameterized_intent": "x", "parameterized_sql": "SELECT 1 FROM t WHERE a = $1"}}]}
        done = run("eval", "derive", "--json", "--templates", self.file("six.json", json.dumps(sets)))
        self.assertEqual(json.loads(done.out)["all"],
                         {"entries": 3, "in_text": 2, "sql": 1, "intent": 1, "replaced_sql": 0.5,
                          "replaced_intent": 0.5})


if __name__ == "__main__":
    unittest.main(argv=unittest_arguments())
