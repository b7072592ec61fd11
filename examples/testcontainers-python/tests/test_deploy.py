import io
import json
import os
import tarfile
import time
import unittest
from pathlib import Path
from urllib.parse import urljoin
from urllib.request import Request, urlopen

from agent_deploy_emulator_testcontainers import AgentDeployEmulatorContainer

IMAGE = os.environ.get("EMULATOR_IMAGE", "ghcr.io/OWNER/agent-deploy-emulator:0")
AGENT = Path(__file__).parent / "agent"


class DeployTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.emulator = cls.enterClassContext(AgentDeployEmulatorContainer(IMAGE))

    def call(self, method, target, body=None):
        """Send a request of the API, and return the JSON of the response."""
        url = urljoin(self.emulator.get_control_plane_url(), target)
        headers = {"X-Api-Key": self.emulator.get_api_key(), "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        with urlopen(Request(url, data, headers, method=method)) as response:
            return json.load(response)

    def test_the_agent_responds(self):
        deployment = self.call(
            "POST",
            "/v2/deployments",
            {
                "name": "echo",
                "source": "internal_source",
                "source_config": {},
                "source_revision_config": {"graph_config_path": "langgraph.json"},
                "secrets": [],
            },
        )
        path = f"/v2/deployments/{deployment['id']}"

        archive = io.BytesIO()
        with tarfile.open(fileobj=archive, mode="w:gz") as tar:
            tar.add(AGENT, arcname=".")
        upload = self.call("POST", f"{path}/upload-url")
        urlopen(Request(upload["upload_url"], archive.getvalue(), method="PUT")).close()
        source = {"source_tarball_path": upload["object_path"]}
        revision_id = self.call("PATCH", path, {"source_revision_config": source})[
            "latest_revision_id"
        ]

        status = None
        while status != "DEPLOYED":
            time.sleep(0.1)
            revision = self.call("GET", f"{path}/revisions/{revision_id}")
            status = revision["status"]
            self.assertNotIn("FAILED", status, revision["status_message"])

        agent = self.call("GET", path)["source_config"]["custom_url"]
        question = {"role": "user", "content": "hello"}
        state = self.call(
            "POST",
            f"{agent}/runs/wait",
            {"assistant_id": "agent", "input": {"messages": [question]}},
        )
        self.assertEqual(state["messages"][-1]["content"], "echo: hello")
