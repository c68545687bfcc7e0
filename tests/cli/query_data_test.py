"""`query-data`, as a user meets it; see program.py for the arguments."""
import json
import unittest

from program import WithSample, run, unittest_arguments

PLACE = {"projectId": "p", "region": "r", "clusterId": "c", "instanceId": "i", "databaseId": "ferry"}
ALL = {"generateQueryResult": True, "generateNaturalLanguageAnswer": True, "generateExplanation": True}


def request(prompt, options=None, context=None):
    source = {"databaseReference": PLACE}
    if context:
        source["agentContextReference"] = {"contextSetId": context}
    return json.dumps({"prompt": prompt, "context": {"datasourceReferences": {"alloydb": source}},
                       "generationOptions": ALL if options is None else options})


class QueryData(WithSample):
    def answer(self, text, *words):
        done = run("query-data", *self.sample, *words, "-", text=text.encode())
        return done.status, json.loads(done.out)

    def test_a_question_is_answered(self):
        status, reply = self.answer(request("Which ports are in Sweden?"))
        self.assertEqual(status, 0, reply)
        self.assertEqual(set(reply), {"generatedQuery", "intentExplanation", "queryResult", "naturalLanguageAnswer"})
        self.assertIn({"values": [{"value": "Göteborg"}]}, reply["queryResult"]["rows"])
        again = run("ask", *self.sample, "--json", "Which ports are in Sweden?")
        self.assertEqual(len(json.loads(again.out)["rows"]["rows"]), int(reply["queryResult"]["totalRowCount"]))

    def test_a_file_is_the_same(self):
        path = self.file("request.json", request("Which ports are in Sweden?"))
        done = run("query-data", *self.sample, path)
        self.assertEqual((done.status, json.loads(done.out)), self.answer(request("Which ports are in Sweden?")))

    def test_rows_are_limited(self):
        _, reply = self.answer(request("Which ports are in Sweden?"), "--max-rows", "2")
        self.assertTrue(reply["queryResult"]["partialResult"])
        self.assertEqual(len(reply["queryResult"]["rows"]), 2)
        self.assertGreater(int(reply["queryResult"]["totalRowCount"]), 2)

    def test_no_plan_and_wrong_requests_are_told(self):
        status, reply = self.answer(request("What is the fastest way to the moon?"))
        self.assertEqual((status, reply["error"]["details"][0]["reason"]), (3, "NO_PLAN"))
        status, reply = self.answer('{"prompt":"x"}')
        self.assertEqual((status, reply["error"]["status"]), (1, "INVALID_ARGUMENT"))
        self.assertEqual(reply["error"]["details"][1]["fieldViolations"][0]["field"], "context")

    def test_a_stored_context_set_is_used(self):
        store = str(self.folder / "contexts.store")
        put = run("context", "store", "put", "--store", store, "shop", self.sample[-1])
        self.assertEqual(put.status, 0, put.error)
        words = ("--db", self.database, "--store", store, "-")
        done = run("query-data", *words, text=request("Which ports are in Sweden?", context="shop").encode())
        self.assertEqual(done.status, 0, done.out + done.error)
        done = run("query-data", *words, text=request("Which ports are in Sweden?", context="shops").encode())
        self.assertEqual((done.status, json.loads(done.out)["error"]["details"][0]["reason"]), (1, "CONTEXT_SET_NOT_FOUND"))


if __name__ == "__main__":
    unittest.main(argv=unittest_arguments())
