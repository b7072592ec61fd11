"""Tests the `auth` object of an agent, which authenticates callers and decides about their access."""

from typing import ClassVar

from emulator_end import WorkerTestCase

AGENT = """
from langgraph.graph import StateGraph
from typing_extensions import TypedDict


class State(TypedDict, total=False):
    value: str


graph = StateGraph(State).add_node("n", lambda state: {}).add_edge("__start__", "n").compile()
"""

AUTH = """
import sys
from dataclasses import dataclass, field
from uuid import UUID

from langgraph_sdk import Auth

other = 5
without = Auth()
strange = Auth()
auth = Auth()
sync = Auth()


@strange.authenticate
async def of_a_body(body):
    return "me"


@dataclass
class Account:
    identity: str
    permissions: list = field(default_factory=lambda: ["read"])

    def says(self):
        return f"I am {self.identity}"


class FrameworkError(Exception):
    status_code = 418
    detail = "a teapot"
    headers = {"x-tea": "yes"}


@sync.authenticate
def sync_user(path):
    return ["write", "read"], {"identity": path, "org": {"id": 7}}


@auth.authenticate
async def user(request, authorization, method, path, query_params, path_params, headers, scope, scopes, user):
    match authorization:
        case "text":
            return "ada"
        case "pair":
            return ("read", "write"), {"identity": "ada"}
        case "object":
            return Account("ada")
        case "seen":
            return {
                "identity": "ada",
                "request": [request.method, request.url.path, request.headers.get("X-Own")],
                "query": [query_params.get("a"), request.query_params["a"], scope["query_string"].decode()],
                "own": headers[b"x-own"].decode(),
                "rest": [method, path, path_params, scopes, user, scope["type"]],
            }
        case "unnamed":
            return {"name": "x"}
        case "refused":
            raise Auth.exceptions.HTTPException(status_code=429, detail="Later", headers={"retry-after": "5"})
        case "welcome":
            raise Auth.exceptions.HTTPException(status_code=200, detail="Come in")
        case "teapot":
            raise FrameworkError()
        case "exit":
            sys.exit(3)
    assert authorization, "who are you?"
    raise ValueError(f"no secret {authorization}")


@auth.on
async def everything(ctx, value):
    assert ctx.user.identity != "banned", "never"
    return [ctx.resource, ctx.action]


@auth.on.threads
async def threads(ctx, value):
    value["metadata"] = {"lost": True}
    if hasattr(ctx.user, "says"):
        return {"says": ctx.user.says()}
    return {"org": ctx.user.org.id, "again": ctx.user["org"]["id"]}


@auth.on.threads.create
async def create(ctx, value):
    value["metadata"]["owner"] = ctx.user.identity


@auth.on.threads.create_run
async def create_run(ctx, value):
    ids = [value["thread_id"], value["assistant_id"]]
    return {"types": " ".join(type(one).__name__ for one in ids)}


@auth.on.assistants.read
async def studio(ctx, value):
    return isinstance(ctx.user, Auth.types.StudioUser) and ctx.user["kind"] == "StudioUser"


@auth.on.store
async def store(ctx, value):
    value["namespace"] = (ctx.user.identity, *value["namespace"])
"""

ADA = {"user": {"identity": "ada", "org": {"id": 7}}, "permissions": []}


class Authentication(WorkerTestCase):
    agent = AGENT
    graphs = ("graph",)
    files: ClassVar = {"auth.py": AUTH}
    load: ClassVar = {"auth": {"module": "./auth.py", "exportName": "auth"}}

    def serve(self, export="auth"):
        """Starts a separate worker for one test."""
        self.write("agent.py", AGENT)
        self.write("auth.py", AUTH)
        where = {"module": "./auth.py", "exportName": export}
        return self.start({"agent": "./agent.py:graph"}, load={"auth": where})

    def identify(self, worker, authorization=None):
        headers = {"x-own": "one", "content-type": "text/plain"}
        if authorization is not None:
            headers["authorization"] = authorization
        request = {
            "method": "POST",
            "url": "http://127.0.0.1:8123/%74hreads?a=b",
            "path": "/%74hreads",
            "query": "a=b",
            "headers": headers,
        }
        return worker.query("", "authenticate", request=request)

    def authorize(self, worker, resource, action, value, identity=ADA):
        asked = {"resource": resource, "action": action, "value": value, "identity": identity}
        return worker.query("", "authorize", **asked)

    def test_a_user_is_a_text_a_mapping_or_an_object_with_or_without_permissions(self):
        worker = self.worker
        user = {"identity": "ada", "is_authenticated": True, "display_name": "ada"}
        for token, permissions in (("text", []), ("pair", ["read", "write"]), ("object", ["read"])):
            with self.subTest(token):
                identity = self.identify(worker, token)["identity"]
                self.assertEqual(identity["permissions"], permissions)
                self.assertEqual({**identity["user"], **user}, identity["user"])

    def test_a_synchronous_function_is_asked_in_a_thread_of_its_own(self):
        identity = self.identify(self.serve("sync"))["identity"]
        self.assertEqual(identity["permissions"], ["write", "read"])
        self.assertEqual(identity["user"]["org"], {"id": 7})

    def test_it_is_given_the_parameters_that_it_names(self):
        user = self.identify(self.worker, "seen")["identity"]["user"]
        self.assertEqual(user["request"], ["POST", "/threads", "one"])
        self.assertEqual(user["query"], ["b", "b", "a=b"])
        self.assertEqual(user["own"], "one")
        self.assertEqual(user["rest"], ["POST", "/threads", {}, [], None, "http"])

    def test_what_it_raises_is_a_refusal_and_never_lets_a_caller_in(self):
        worker = self.worker
        unauthorized = {"status": 401, "message": "Unauthorized"}
        for token, refusal in (
            ("refused", {"status": 429, "message": "Later", "headers": {"retry-after": "5"}}),
            ("welcome", {"status": 403, "message": "Come in"}),
            ("teapot", {"status": 418, "message": "a teapot", "headers": {"x-tea": "yes"}}),
            ("exit", unauthorized),
            ("unnamed", unauthorized),
            ("x", unauthorized),
            (None, unauthorized),
        ):
            with self.subTest(token):
                self.assertEqual(self.identify(worker, token), {"refused": refusal})
        self.assertIn("ValueError: no secret x", worker.output())

    def test_handlers_get_the_object_itself_or_else_the_fields_that_are_known_of_it(self):
        worker = self.worker
        identity = self.identify(worker, "object")["identity"]
        read = {"thread_id": "t"}
        answer = self.authorize(worker, "threads", "read", read, identity)
        self.assertEqual(answer["filter"], {"says": "I am ada"})
        answer = self.authorize(worker, "threads", "read", read)
        self.assertEqual(answer["filter"], {"org": 7, "again": 7})

    def test_a_user_of_another_process_is_never_taken_for_one_of_this(self):
        before = self.identify(self.serve(), "object")["identity"]
        self.identify(self.worker, "object")
        answer = self.authorize(self.worker, "threads", "read", {}, {**before, **ADA})
        self.assertEqual(answer["filter"], {"org": 7, "again": 7})

    def test_of_a_value_what_a_handler_writes_into_is_kept_and_of_an_item_what_it_replaces(self):
        worker = self.worker
        answer = self.authorize(worker, "threads", "create", {"metadata": {"a": 1}})
        changes = {"metadata": {"a": 1, "owner": "ada"}}
        self.assertEqual(answer, {"handler": "on.threads.create", "changes": changes})
        answer = self.authorize(worker, "threads", "update", {"metadata": {"a": 1}})
        self.assertNotIn("changes", answer)
        item = {"namespace": ["notes"], "key": "k"}
        answer = self.authorize(worker, "store", "get", item)
        changes = {"namespace": ["ada", "notes"]}
        self.assertEqual(answer, {"handler": "on.store", "changes": changes})

    def test_ids_of_runs_are_of_the_type_that_the_library_documents(self):
        worker = self.worker
        one = "6f1b1c8e-0d1c-4a53-9a54-0b6f3f0f5c11"
        answer = self.authorize(
            worker, "threads", "create_run", {"thread_id": None, "assistant_id": one}
        )
        self.assertEqual(answer["filter"], {"types": "NoneType UUID"})

    def test_a_handler_that_fails_or_answers_no_filter_refuses(self):
        worker = self.worker
        message = "The deployment's authorization handler on returned list; expected a filter, a boolean or None"
        failed = {"status": 500, "message": message}
        self.assertEqual(self.authorize(worker, "crons", "read", {}), {"refused": failed})
        self.assertIn("returned list", worker.output())
        banned = {"user": {"identity": "banned"}, "permissions": []}
        answer = self.authorize(worker, "crons", "read", {}, banned)
        self.assertEqual(answer, {"refused": {"status": 403, "message": "never"}})

    def test_a_developer_of_the_studio_is_one_for_the_library(self):
        worker = self.worker
        refused = {"refused": {"status": 403, "message": "Forbidden"}}
        self.assertEqual(self.authorize(worker, "assistants", "read", {}), refused)
        fields = {"identity": "langgraph-studio-user", "kind": "StudioUser"}
        identity = {"user": fields, "permissions": [], "isStudio": True}
        allowed = {"handler": "on.assistants.read"}
        self.assertEqual(self.authorize(worker, "assistants", "read", {}, identity), allowed)

    def test_what_is_no_such_object_is_found_out_at_the_start(self):
        for export, reason in (
            (
                "missing",
                "auth: ./auth.py does not define 'missing'; its Auth objects are without, strange, auth, sync",
            ),
            ("other", "auth: 'other' of ./auth.py is an int; expected langgraph_sdk.Auth"),
            ("without", "has no authenticate handler"),
            ("strange", "authenticate has the parameter 'body', which the emulator cannot pass"),
        ):
            with self.subTest(export):
                loaded = self.serve(export).loaded
                self.assertEqual(loaded["type"], "load-failed")
                self.assertIn(reason, loaded["message"])
