"""Calls a deployed agent with the service's published Python client of agents, and prints the results as JSON."""

import datetime
import json
import os
import pathlib
import sys
import time
import uuid

from langgraph_sdk import get_sync_client
from langgraph_sdk.errors import ConflictError, NotFoundError, UnprocessableEntityError

url, gates = sys.argv[1:]
client = get_sync_client(url=url, api_key=os.environ["AGENT_API_KEY"])
seen = {}


def refused(kind, call):
    try:
        call()
    except kind as error:
        return f"{kind.__name__} {error.status_code}"
    return "answered"


def gate():
    return str(pathlib.Path(gates) / str(uuid.uuid4()))


def reached(path):
    while not pathlib.Path(f"{path}.reached").exists():
        time.sleep(0.01)


def waiting_run(thread_id):
    path = gate()
    run = client.runs.create(thread_id, "slow", input={"gate": path})
    reached(path)
    return path, run["run_id"]


def new_thread(**more):
    return client.threads.create(**more)["thread_id"]


# Crons. The cron becomes due during the other calls, and its run is read at the end.
scheduled = client.assistants.create("steps", name="scheduled")["assistant_id"]
every_minute = client.crons.create(
    scheduled,
    schedule="* * * * *",
    timezone="America/New_York",
    end_time=datetime.datetime(2099, 1, 1),
    input={},
    metadata={"team": "a"},
    on_run_completed="keep",
)
thread = new_thread()
of_thread = client.crons.create_for_thread(
    thread,
    scheduled,
    schedule="0 0 1 1 *",
    multitask_strategy="reject",
    enabled=False,
    stream_mode=["values"],
    durability="sync",
)["cron_id"]
seen["cron"] = [
    every_minute[field]
    for field in ("schedule", "timezone", "end_time", "metadata", "on_run_completed", "enabled")
]
seen["crons"] = [
    [
        one["cron_id"] == of_thread
        for one in client.crons.search(
            assistant_id=scheduled, sort_by="created_at", sort_order="asc"
        )
    ],
    [one["thread_id"] == thread for one in client.crons.search(thread_id=thread, enabled=False)],
    client.crons.search(thread_id=thread, select=["schedule"]),
    client.crons.count(assistant_id=scheduled),
    client.crons.count(assistant_id=scheduled, metadata={"team": "a"}),
]
changed = client.crons.update(of_thread, enabled=True, metadata={"n": 1}, end_time=None)
seen["changed cron"] = [changed["enabled"], changed["metadata"], changed["end_time"]]
seen["no schedule"] = refused(
    UnprocessableEntityError, lambda: client.crons.create("steps", schedule="now and then")
)
client.crons.delete(of_thread)
seen["deleted cron"] = refused(NotFoundError, lambda: client.crons.delete(of_thread))

# Threads.
thread = new_thread(metadata={"team": "a"})
seen["metadata"] = client.threads.update(thread, metadata={"more": 1})["metadata"]
seen["unknown thread"] = refused(NotFoundError, lambda: client.threads.get(str(uuid.uuid4())))
seen["no uuid"] = refused(UnprocessableEntityError, lambda: client.threads.get("not-a-uuid"))
seen["wait"] = client.runs.wait(thread, "steps", input={})
seen["state"] = client.threads.get_state(thread)["values"]
seen["history"] = len(client.threads.get_history(thread))
copy = client.threads.copy(thread)["thread_id"]
client.threads.update_state(copy, {"steps": ["mine"]}, as_node="one")
seen["copy"] = [
    client.threads.get_state(copy)["values"],
    client.threads.get_state(thread)["values"],
]
seen["search"] = len(
    client.threads.search(metadata={"team": "a"}, values={"steps": ["one", "two"]})
)
client.threads.delete(copy)
seen["deleted"] = refused(NotFoundError, lambda: client.threads.get(copy))

# Streams.
modes = ["values", "updates", "messages-tuple", "custom", "events", "tasks", "checkpoints", "debug"]
parts = list(
    client.runs.stream(
        new_thread(), "writing", input={}, stream_mode=modes, feedback_keys=["liked"]
    )
)
seen["events"] = sorted({part.event for part in parts if part.event != "end"})
seen["feedback"] = list(next(part.data for part in parts if part.event == "feedback"))
parts = client.runs.stream(
    new_thread(),
    "chatty",
    input={"messages": [{"role": "user", "content": "hi"}]},
    stream_mode="messages-tuple",
)
seen["words"] = "".join(part.data[0]["content"] for part in parts if part.event == "messages")
thread = new_thread()
run = client.runs.create(thread, "steps", input={}, stream_mode="updates", stream_resumable=True)
client.runs.join(thread, run["run_id"])
parts = client.runs.join_stream(thread, run["run_id"], last_event_id="-1")
seen["read again"] = [part.data for part in parts if part.event == "updates"]
seen["failed"] = [
    part.data for part in client.runs.stream(None, "failing", input={}) if part.event == "error"
]

# A question, and its answer.
thread = new_thread()
seen["asked"] = client.runs.wait(thread, "asking", input={})["__interrupt__"][0]["value"]
seen["status"] = client.threads.get(thread)["status"]
seen["answered"] = client.runs.wait(thread, "asking", command={"resume": "yes"})["steps"]

# Two runs on one thread.
thread = new_thread()
path, first = waiting_run(thread)
seen["reject"] = refused(
    ConflictError,
    lambda: client.runs.create(thread, "steps", input={}, multitask_strategy="reject"),
)
second = client.runs.create(thread, "steps", input={}, multitask_strategy="rollback")
seen["rollback"] = client.runs.join(thread, second["run_id"])
seen["rolled back"] = refused(NotFoundError, lambda: client.runs.get(thread, first))
path, first = waiting_run(thread)
client.runs.cancel(thread, first, wait=True)
seen["cancelled"] = client.runs.get(thread, first)["status"]
seen["runs"] = [run["status"] for run in client.runs.list(thread)]

# Assistants and the store.
made = client.assistants.create(
    "configured", config={"configurable": {"user": "grace"}}, name="mine"
)
seen["assistant"] = client.runs.wait(None, made["assistant_id"], input={})["steps"][0]
client.assistants.update(made["assistant_id"], config={"configurable": {"user": "ada"}})
seen["versions"] = [one["version"] for one in client.assistants.get_versions(made["assistant_id"])]
seen["nodes"] = [node["id"] for node in client.assistants.get_graph("steps")["nodes"]]
client.store.put_item(["python"], key="k", value={"a": 1})
seen["item"] = client.store.get_item(["python"], key="k")["value"]
seen["items"] = [item["key"] for item in client.store.search_items(["python"])["items"]]

# The cron's first run.
deadline = time.monotonic() + 90
while time.monotonic() < deadline:
    kept = client.threads.search(metadata={"assistant_id": scheduled}, status="idle")
    if kept and kept[0]["values"]:
        break
    time.sleep(0.2)
client.crons.delete(every_minute["cron_id"])
run = client.runs.list(kept[0]["thread_id"])[0]
seen["scheduled"] = [
    kept[0]["values"],
    run["metadata"],
    run["kwargs"]["config"]["configurable"]["cron_id"] == every_minute["cron_id"],
]

json.dump(seen, sys.stdout)
