"""Changes, compares and keeps context sets as a user would; see program.py for the arguments."""
import concurrent.futures
import json
import re
import unittest

from program import CONTEXT, WithSample, run, unittest_arguments

ADD = {"operation": "add", "type": "facet",
       "value": {"sqlSnippet": "ports.country = 'Malta'", "intent": "ports of Malta"}}
SET = {"templates": [{"nl_query": "How many ports are there?", "sql": "SELECT COUNT(*) FROM ports"}],
       "facets": [{"sql_snippet": "ports.country = 'Sweden'", "intent": "in Sweden"}]}


class Context(WithSample):
    def set(self, name, content=None):
        return self.file(name, json.dumps(content or SET))

    def contents(self, name):
        return json.loads((self.folder / name).read_text())

    def mutations(self, *mutations):
        return self.file("mutations.json", json.dumps(mutations))


class Mutate(Context):
    def test_changes_are_written_and_told(self):
        path = self.set("mutate.json")
        update = {"operation": "update", "type": "template", "identifier": {"sql": "SELECT COUNT(*) FROM ports"},
                  "value": {"intent": "Count of ports"}}
        delete = {"operation": "delete", "type": "facet", "identifier": {"intent": "in Sweden"}}
        done = run("context", "mutate", path, self.mutations(ADD, update, delete))
        self.assertEqual((done.status, done.error), (0, ""))
        self.assertIn("add /facets/0\nupdate /templates/0\ndelete /facets/0\n3 changes written to ", done.out)
        written = self.contents("mutate.json")
        self.assertEqual(written["templates"][0]["intent"], "Count of ports")
        self.assertEqual([facet["intent"] for facet in written["facets"]], ["ports of Malta"])

    def test_a_dry_run_and_a_failure_write_nothing(self):
        path = self.set("kept.json")
        before = (self.folder / "kept.json").read_bytes()
        done = run("context", "mutate", path, self.mutations(ADD), "--dry-run", "--json")
        self.assertEqual(json.loads(done.out), {
            "effects": [{"operation": "add", "json_pointers": ["/facets/1"], "matched": 0}], "written": False,
            "errors": 0, "warnings": 0})
        everything = {"operation": "delete", "type": "facet", "identifier": {}}
        for wrong, saying in ((everything, "every item"), ({"operation": "add"}, "value"), ("add", "object")):
            self.assert_refused(run("context", "mutate", path, self.mutations(ADD, wrong)), saying=saying)
        self.assertEqual((self.folder / "kept.json").read_bytes(), before)

    def test_duplicates_and_nothing_to_do_are_refused_unless_allowed(self):
        path = self.set("twice.json")
        again = {"operation": "add", "type": "facet", "value": SET["facets"][0]}
        missing = {"operation": "delete", "type": "facet", "identifier": {"intent": "nowhere"}}
        self.assert_refused(run("context", "mutate", path, self.mutations(again)), saying="/facets/0")
        self.assert_refused(run("context", "mutate", path, self.mutations(missing)), saying="not_found")
        done = run("context", "mutate", path, self.mutations(again, missing), "--allow-duplicates", "--allow-missing")
        self.assertEqual(done.status, 0, done.error)
        self.assertEqual(len(self.contents("twice.json")["facets"]), 2)

    def test_a_faulty_set_is_written_and_said_to_be_faulty(self):
        path = self.set("faulty.json")
        bad = {**ADD, "value": {"sql_snippet": "DELETE FROM ports", "intent": "gone"}}
        done = run("context", "mutate", path, self.mutations(bad))
        self.assertEqual(done.status, 0)
        self.assertEqual(done.error, "querydata: the set has 1 error and 0 warnings; "
                                     f"see `querydata context check {path}`\n")
        self.assertEqual(run("context", "check", path).status, 1)
        again = json.loads(run("context", "mutate", path, self.mutations(ADD), "--json").out)
        self.assertEqual((again["errors"], again["warnings"]), (1, 0))

    def test_processes_that_mutate_at_once_lose_nothing(self):
        path = self.set("busy.json")
        changes = [self.file(f"change{number}.json", json.dumps([{
            **ADD, "value": {"sql_snippet": f"ports.berths = {number}", "intent": f"with {number} berths"}}]))
            for number in range(12)]
        with concurrent.futures.ThreadPoolExecutor(len(changes)) as pool:
            done = list(pool.map(lambda change: run("context", "mutate", path, change), changes))
        self.assertEqual([process.status for process in done], [0] * len(changes))
        self.assertEqual(len(self.contents("busy.json")["facets"]), 1 + len(changes))

    def test_a_file_that_is_not_there_is_begun(self):
        done = run("context", "mutate", str(self.folder / "new.json"), self.mutations(ADD))
        self.assertEqual(done.status, 0, done.error)
        self.assertEqual(list(self.contents("new.json")), ["facets"])


class MergeAndDiff(Context):
    THEIRS = {"templates": [{"nl_query": "how many ports are there", "sql": "SELECT 1"}],
              "facets": [*SET["facets"], {"sql_snippet": "ports.country = 'Malta'", "intent": "in Malta"}]}

    def test_conflicts_are_decided_by_the_caller_or_not_at_all(self):
        ours, theirs = self.set("ours.json"), self.set("theirs.json", self.THEIRS)
        out = str(self.folder / "merged.json")
        done = run("context", "merge", ours, theirs, "--out", out)
        self.assertEqual(done.status, 1)
        self.assertIn("conflict /templates/0\n", done.out)
        self.assertIn("sql: SELECT COUNT(*) FROM ports\n        -> SELECT 1\n", done.out)
        self.assertFalse((self.folder / "merged.json").exists())
        for side, queries in (("ours", ["SELECT COUNT(*) FROM ports"]), ("theirs", ["SELECT 1"]),
                              ("both", ["SELECT COUNT(*) FROM ports", "SELECT 1"])):
            done = run("context", "merge", ours, theirs, "--out", out, "--prefer", side, "--json")
            report = json.loads(done.out)
            self.assertEqual((done.status, report["added"], len(report["conflicts"]), report["written"]), (0, 1, 1, True))
            merged = self.contents("merged.json")
            self.assertEqual([item["sql"] for item in merged["templates"]], queries)
            self.assertEqual([item["intent"] for item in merged["facets"]], ["in Sweden", "in Malta"])

    def test_differences_are_told_by_pointer_and_member(self):
        ours, theirs = self.set("old.json"), self.set("new.json", self.THEIRS)
        done = run("context", "diff", ours, theirs)
        self.assertEqual(done.status, 0, done.error)
        self.assertIn("added   /facets/1\nchanged /templates/0\n", done.out)
        self.assertIn("0 removed, 1 added, 1 changed\n", done.out)
        report = json.loads(run("context", "diff", theirs, ours, "--json").out)
        self.assertEqual((report["removed"], report["added"]), (["/facets/1"], []))
        self.assertEqual([member["member"] for member in report["changed"][0]["members"]], ["nl_query", "sql"])


class Store(Context):
    def store(self, *arguments):
        return run("context", "store", arguments[0], "--store", str(self.folder / "sets.db"), *arguments[1:])

    def setUp(self):
        for path in self.folder.glob("sets.db*"):
            path.unlink()

    def test_versions_are_put_found_and_deleted(self):
        path = self.set("stored.json")
        self.assertEqual(self.store("put", "harbour", path, "--label", "first", "--note", "as delivered").status, 0)
        run("context", "mutate", path, self.mutations(ADD))
        done = self.store("put", "harbour", path, "--expect", "1")
        self.assertEqual(done.out, "stored harbour@2: 1 template, 2 facets, 0 value searches\n")
        self.assert_refused(self.store("put", "harbour", path, "--expect", "1"), saying="somebody else was faster")
        for name, facets in (("harbour", 2), ("harbour@2", 2), ("harbour@v1", 1),
                             ("projects/p/locations/l/contextSets/harbour@first", 1)):
            self.assertEqual(len(json.loads(self.store("get", name).out)["facets"]), facets, name)
        self.assertEqual([version["id"] for version in json.loads(self.store("list", "--json").out)], ["harbour@2"])
        history = json.loads(self.store("history", "harbour", "--json").out)
        self.assertEqual([(version["version"], version["label"], version["note"]) for version in history],
                         [(2, "", ""), (1, "first", "as delivered")])
        self.assertIn("as delivered", self.store("history", "harbour").out)
        self.assertEqual(self.store("get", "harbour@first", "--out", str(self.folder / "out.json")).status, 0)
        self.assertEqual(self.contents("out.json"), SET)
        for name in ("harbour@first", "harbour@1"):
            got = json.loads(self.store("get", name, "--json").out)
            self.assertEqual((got["id"], got["label"], got["facets"]), ("harbour@1", "first", 1))
            self.assertEqual(got["context_set"], SET)
        self.assertEqual(json.loads(self.store("get", "harbour", "--json").out)["version"], 2)
        out = str(self.folder / "out.json")
        got = json.loads(self.store("get", "harbour", "--json", "--out", out).out)
        self.assertEqual((got["version"], got["written"], "context_set" in got), (2, out, False))
        self.assertEqual(len(self.contents("out.json")["facets"]), 2)
        self.assertEqual(self.store("delete", "harbour").out, "deleted harbour\n")
        self.assert_refused(self.store("get", "harbour"), saying="not_found")

    def test_versions_that_go_are_named_and_labels_keep_theirs(self):
        path = self.set("kept.json")
        self.store("put", "harbour", path, "--label", "live")
        self.store("put", "harbour", path)
        self.store("put", "harbour", path)
        done = self.store("put", "harbour", path, "--keep", "2")
        self.assertIn("\nremoved harbour@2\n", done.out)
        self.assertEqual(json.loads(self.store("put", "harbour", path, "--keep", "1", "--json").out)["removed"],
                         ["harbour@3", "harbour@4"])
        self.assertEqual(self.store("get", "harbour@live").status, 0)

    def test_faults_of_a_stored_set_are_told_and_shown(self):
        path = self.set("bad.json", {**SET, "templates": [{"nl_query": "x", "sql": "DELETE FROM ports"}]})
        done = self.store("put", "bad", path)
        self.assertEqual((done.status, done.out), (0, "stored bad@1: 1 template, 1 facet, 0 value searches\n"))
        command = re.search(r"1 error and 0 warnings; see `querydata (.*)`\n", done.error)[1]
        self.assertEqual(json.loads(self.store("put", "bad", path, "--json").out)["errors"], 1)
        checked = run(*command.split(), "--json")
        self.assertEqual(checked.status, 1)
        found = next(finding for finding in json.loads(checked.out)["findings"] if finding["severity"] == "error")
        self.assertEqual(found["json_pointer"], "/templates/0/sql")
        self.assertTrue(self.store("get", "bad").out.encode()[found["byte"]:].startswith(b'DELETE'), found)
        live = run(*command.split(), "--db", self.database)
        self.assertIn("error /templates/0/sql", live.out)
        for wrong in (["check"], ["check", path, "--store", "s.db"], ["check", "--context-set", "bad"],
                      ["check", path, *command.split()[2:]]):
            self.assert_refused(run("context", *wrong), status=2)

    def test_near_names_are_named(self):
        self.store("put", "harbour", self.set("near.json"), "--label", "live")
        self.assert_refused(self.store("get", "harbor"), saying="Did you mean harbour?")
        self.assert_refused(self.store("get", "harbour@lvie", "--json"), saying="Did you mean live?")
        self.assert_refused(self.store("get", "harbour@lvie"), saying="Did you mean live?")
        self.assert_refused(self.store("get", "har bour"), saying="names no context set")

    def test_processes_that_put_at_once_lose_nothing(self):
        paths = [self.set(f"set{number}.json", {"facets": [{"sql_snippet": f"t.x = {number}", "intent": str(number)}]})
                 for number in range(8)]
        with concurrent.futures.ThreadPoolExecutor(len(paths)) as pool:
            done = list(pool.map(lambda path: self.store("put", "busy", path), paths))
        self.assertEqual([process.status for process in done], [0] * len(paths), [process.error for process in done])
        versions = [version["id"] for version in json.loads(self.store("history", "busy", "--json").out)]
        self.assertEqual(versions, [f"busy@{number}" for number in range(len(paths), 0, -1)])
        intents = {json.loads(self.store("get", version).out)["facets"][0]["intent"] for version in versions}
        self.assertEqual(intents, {str(number) for number in range(8)})

    def test_questions_are_answered_from_the_store(self):
        self.store("put", "ferry", str(CONTEXT))
        stored = ("--db", self.database, "--store", str(self.folder / "sets.db"))
        question = "Which ships sail from Goteborg to Kiel?"
        done = run("ask", *stored, "--context-set", "contextSets/ferry@v1", question, "--json")
        self.assertEqual(done.status, 0, done.error)
        self.assertEqual(done.out, self.ask(question, "--json").out)
        self.assert_refused(run("ask", *stored, "--context-set", "fery", question), saying="Did you mean ferry?")
        self.assertEqual(run("link", *stored, "--context-set", "ferry", "Kiel").status, 0)
        self.assert_refused(run("ask", "--db", self.database, "--context-set", "ferry", question), status=2)


class Golden(Context):
    def questions(self, *databases):
        ask = {"nlq": "Which ships sail from Goteborg to Kiel?",
               "golden_sql": "SELECT DISTINCT v.name FROM departures d JOIN routes r ON r.route_id = d.route_id "
                             "JOIN ports f ON f.port_id = r.from_port_id JOIN ports t ON t.port_id = r.to_port_id "
                             "JOIN vessels v ON v.vessel_id = d.vessel_id WHERE f.name = 'Göteborg' AND t.name = 'Kiel'"}
        items = []
        for number, database in enumerate(databases):
            items.append({"id": f"eval_{number}", "database": database, **ask})
            items.append({"id": f"moon_{number}", "database": database, "nlq": "What is the fastest way to the moon?",
                          "golden_sql": "SELECT 1", "tags": ["complexity: low"]})
            items.append({"id": f"bad_{number}", "database": database, "nlq": "?", "golden_sql": "SELECT nothing"})
        return self.file("golden.json", json.dumps(items))

    def evaluate(self, questions, *options):
        return run("eval", "templates", *self.sample, "--questions", questions, "--json", *options)

    def test_golden_datasets_are_measured(self):
        done = self.evaluate(self.questions("ferry"))
        figures = json.loads(done.out)
        self.assertEqual({name: figures[name] for name in ("questions", "answered", "precision", "right_result",
                                                           "defective")},
                         {"questions": 2, "answered": 0.5, "precision": 1, "right_result": 0.5, "defective": 1},
                         done.error)

    def test_what_was_not_answered_rightly_is_listed_with_its_reason(self):
        wrong = {"id": "off", "database": "ferry", "nlq": "How many ferries arrive in Kiel?", "golden_sql": "SELECT -1"}
        items = json.loads((self.folder / self.questions("ferry")).read_text()) + [wrong]
        path = self.file("listed.json", json.dumps(items))
        done = self.evaluate(path, "--wrong")
        listed = {item["id"]: item for item in json.loads(done.out)["wrong"]}
        self.assertEqual({name: item["outcome"] for name, item in listed.items()},
                         {"moon_0": "refused", "bad_0": "defective", "off": "wrong"})
        self.assertTrue(all(item["reasons"] for item in listed.values()), listed)
        self.assertIn("nothing", listed["bad_0"]["reasons"][0])
        self.assertIn("COUNT", listed["off"]["sql"])
        self.assertRegex(done.error, r"\Aquerydata: defective bad_0: .*nothing.*\n\Z")
        text = run("eval", "templates", *self.sample, "--questions", path, "--wrong").out
        self.assertIn('wrong off: "How many ferries arrive in Kiel?"\n    golden  SELECT -1\n    planned ', text)
        self.assertNotIn("wrong", json.loads(self.evaluate(path).out))

    def test_a_dataset_that_can_not_be_judged_by_is_an_error(self):
        for query in ("SELECT nothing", "DELETE FROM ports"):
            path = self.file("useless.json", json.dumps([
                {"id": "a", "database": "ferry", "nlq": "How many ports are there?", "golden_sql": query}]))
            done = self.evaluate(path, "--wrong")
            self.assertEqual((done.status, done.out), (1, ""))
            self.assertIn("querydata: defective a: ", done.error)
            self.assertIn("no question can be judged", done.error)
        self.assert_refused(self.evaluate(self.file("empty.json", "[]")), saying="no questions")

    def test_templates_are_asked_their_own_questions(self):
        count = {"nl_query": "How many ports are there?", "sql": "SELECT COUNT(*) FROM ports",
                 "intent": "number of ports"}
        names = {"nl_query": "Which countries have ports?", "sql": "SELECT DISTINCT country_code FROM ports"}
        broken = {"nl_query": "Who runs the show?", "sql": "SELECT nobody FROM ports"}
        # What it computes with its parameters is not what its query says.
        other = {"nl_query": "Ports with more than 4 berths", "sql": "SELECT name FROM ports WHERE berths > 4",
                 "intent": "Ports with more than 4 berths",
                 "parameterized": {"parameterized_intent": "Ports with more than $1 berths",
                                   "parameterized_sql": "SELECT name FROM ports WHERE port_id > $1"}}
        path = self.set("own.json", {"templates": [count, names, broken, other]})
        done = run("eval", "templates", "--db", self.database, "--context", path, "--own", "--json")
        report = json.loads(done.out)
        self.assertEqual((report["questions"], report["defective"]), (4, 1), done.error)
        outcomes = {item["id"]: item["outcome"] for item in report["wrong"]}
        self.assertEqual(outcomes.get("/templates/2/nl_query"), "defective")
        self.assertIn(outcomes.get("/templates/3/nl_query"), ("wrong", "refused"))
        self.assertNotIn("/templates/0/nl_query", outcomes)
        self.assertNotIn("/templates/1/nl_query", outcomes)
        self.assert_refused(run("eval", "templates", *self.sample), status=2)
        self.assert_refused(run("eval", "templates", *self.sample, "--own", "--questions", path), status=2)

    def test_the_database_is_chosen(self):
        several = self.questions("ferry", "train")
        self.assert_refused(self.evaluate(several), saying="--database")
        self.assert_refused(self.evaluate(several, "--database", "plane"), saying="ferry, train")
        self.assertEqual(json.loads(self.evaluate(several, "--database", "ferry").out)["questions"], 2)

    def test_what_is_no_dataset_is_refused_with_its_place(self):
        twice = json.dumps([{"id": "a", "database": "d", "nlq": "q", "golden_sql": "s"}] * 2)
        self.assert_refused(self.evaluate(self.file("twice.json", twice)), saying="/1/id")


if __name__ == "__main__":
    unittest.main(argv=unittest_arguments())
