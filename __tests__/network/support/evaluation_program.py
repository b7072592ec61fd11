"""Evaluates two targets on a dataset with the installed client, and prints the results as JSON in the last line."""

import asyncio
import datetime
import json
import sys
import uuid
import warnings

from langsmith import Client
from langsmith.evaluation import evaluate_comparative

warnings.simplefilter("ignore")
client = Client()
name = sys.argv[1]
words = ["a", "b", "c", "d"]

dataset = client.create_dataset(name, description="words and their capitals")
client.create_examples(
    dataset_id=dataset.id,
    examples=[
        {
            "inputs": {"word": word},
            "outputs": {"said": word.upper()},
            "split": "base" if index < 3 else "hard",
            "metadata": {"index": index},
            **({"attachments": {"note": ("text/plain", b"a note")}} if index == 0 else {}),
        }
        for index, word in enumerate(words)
    ],
)


def exact(outputs: dict, reference_outputs: dict) -> dict:
    same = (outputs or {}).get("said") == reference_outputs["said"]
    return {"key": "exact", "score": 1 if same else 0.123456}


def share(outputs: list) -> dict:
    return {"key": "share", "score": len(outputs) / len(words)}


def capital(inputs: dict) -> dict:
    return {"said": inputs["word"].upper()}


async def small(inputs: dict) -> dict:
    if inputs["word"] == "d":
        raise ValueError("no such word")
    return {"said": inputs["word"]}


common = {
    "evaluators": [exact],
    "summary_evaluators": [share],
    "metadata": {"commit": "abc"},
    "max_concurrency": 2,
}
good = client.evaluate(capital, data=name, experiment_prefix="good", **common)
rows = [len(list(good))]


async def evaluate_small():
    examples = client.list_examples(dataset_name=name, as_of="latest", splits=["base", "hard"])
    result = await client.aevaluate(small, data=examples, experiment_prefix="bad", **common)
    return result.experiment_name, len([row async for row in result])


bad, bad_rows = asyncio.run(evaluate_small())
rows.append(bad_rows)
client.flush()


def prefers(runs: list, example) -> dict:
    said = {run.id: (run.outputs or {}).get("said", "") for run in runs}
    return {"key": "preferred", "scores": {id: int(text.isupper()) for id, text in said.items()}}


compared = evaluate_comparative((good.experiment_name, bad), evaluators=[prefers], client=client)
client.flush()
again = client.evaluate(good.experiment_name, evaluators=[exact])
again_rows = len(list(again))
client.flush()

shared = client.share_dataset(dataset.id)
client.clone_public_dataset(str(shared["share_token"]), dataset_name=f"{name} copy")
session = client.read_project(project_name=good.experiment_name)
results = client.get_experiment_results(project_id=session.id)
read = [len(example.runs) for example in results["examples_with_runs"]]


def copy_run() -> list:
    """Creates an example from a traced run, and returns the example and the run as the client reads them."""
    # Batches do not contain attachments.
    has_attachments = client.info.batch_ingest_config["use_multipart_endpoint"]
    run_id = uuid.uuid4()
    now = datetime.datetime.now(datetime.UTC)
    client.create_run(
        name="source",
        run_type="chain",
        id=run_id,
        trace_id=run_id,
        dotted_order=f"{now:%Y%m%dT%H%M%S%fZ}{run_id}",
        inputs={"word": "e"},
        outputs={"said": "E"},
        start_time=now,
        end_time=now,
        project_name=f"{name} runs",
        attachments={"note": ("text/plain", b"of a run")} if has_attachments else None,
    )
    client.flush()
    created = client.create_example(
        dataset_name=f"{name} copy",
        source_run_id=run_id,
        use_source_run_io=True,
    )
    example = client.read_example(
        created["example_ids"][0] if isinstance(created, dict) else created.id
    )
    attachments = {
        key: value["reader"].read().decode() for key, value in (example.attachments or {}).items()
    }
    project = client.read_project(project_name=f"{name} runs")
    found = client.list_runs(
        project_id=project.id, filter='and(eq(name, "source"), eq(run_type, "chain"))'
    )
    return [example.inputs, example.outputs, attachments, len(list(found))]


async def read_second_version():
    statuses = []
    pages = client.datasets.experiment_runs.query(
        str(dataset.id),
        experiment_ids=[str(session.id)],
        page_size=3,
        selects=["ID", "STATUS"],
    )
    async for example in pages:
        statuses += [run.status for run in example.runs]
    listed = [one.name async for one in client.datasets.list_v2(page_size=1, name_contains=name)]
    queried = [
        run.name
        async for run in client.runs.query_v2(
            project_ids=[str(session.id)], is_root=True, page_size=3, selects=["NAME"]
        )
    ]
    return statuses, sorted(listed), queried


sourced = copy_run()
statuses, listed, queried = asyncio.run(read_second_version())
print(
    json.dumps(
        {
            "dataset": str(dataset.id),
            "experiments": [good.experiment_name, bad],
            "rows": rows,
            "comparison": str(compared.comparative_experiment.id),
            "again": again_rows,
            "sourced": sourced,
            "read": read,
            "queried": len(queried),
            "statuses": statuses,
            "listed": listed,
        }
    )
)
