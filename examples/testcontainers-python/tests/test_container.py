import json
import os
import unittest
import uuid
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import docker

from agent_deploy_emulator_testcontainers import AgentDeployEmulatorContainer

IMAGE = os.environ.get("EMULATOR_IMAGE", "ghcr.io/OWNER/agent-deploy-emulator:0")
KEY_OF_SEED = "key-of-the-seed-file"
WORKSPACE_OF_SEED = "11111111-1111-4111-8111-111111111111"
SEED = f"workspaces: [{{id: {WORKSPACE_OF_SEED}, name: staging, api_keys: [{{key: {KEY_OF_SEED}}}]}}]\n"
FAULTS = "rules: [{match: {method: GET, path: /v2/deployments}, when: {nth: [1]}, then: {status: 503}}]\n"


def origin_of(emulator):
    return f"http://{emulator.get_container_host_ip()}:{emulator.get_port()}"


def status_of_list(emulator, api_key):
    """Return the status of the list of deployments."""
    request = Request(f"{origin_of(emulator)}/v2/deployments", headers={"X-Api-Key": api_key})
    try:
        with urlopen(request) as response:
            return response.status
    except HTTPError as error:
        error.close()
        return error.code


def visible_to(emulator):
    """Return what other programs of the machine see: configuration, command lines and log."""
    container = emulator.get_wrapped_container()
    container.reload()
    _, commands = emulator.exec(["/bin/sh", "-c", "cat /proc/[0-9]*/cmdline"])
    return f"{json.dumps(container.attrs)}\n{commands!r}\n{container.logs().decode()}"


class DefaultsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        container = AgentDeployEmulatorContainer(IMAGE).with_flags("--runtime", "stub")
        cls.emulator = cls.enterClassContext(container)

    def test_urls_have_the_host_and_the_mapped_port(self):
        emulator, origin = self.emulator, origin_of(self.emulator)
        self.assertEqual(emulator.get_control_plane_url(), origin)
        self.assertEqual(emulator.get_sandboxes_url(), origin)
        self.assertEqual(emulator.get_tracing_url(), origin)
        self.assertEqual(emulator.get_admin_url(), f"{origin}/_local")
        self.assertEqual(str(uuid.UUID(emulator.get_workspace_id())), emulator.get_workspace_id())

    def test_the_key_is_random_and_other_keys_are_refused(self):
        self.assertRegex(self.emulator.get_api_key(), r"^[0-9a-f]{48}$")
        self.assertEqual(status_of_list(self.emulator, self.emulator.get_api_key()), 200)
        self.assertEqual(status_of_list(self.emulator, "another-key"), 401)

    def test_the_key_is_not_in_the_configuration_command_lines_and_log(self):
        visible = visible_to(self.emulator)
        for part in ("EMULATOR_API_KEY_FILE", "--data-dir", '"ready":true'):
            self.assertIn(part, visible)
        self.assertNotIn(self.emulator.get_api_key(), visible)


class OptionsTest(unittest.TestCase):
    def test_key_seed_and_fault_rules_apply_again_after_a_reset_and_the_public_url_is_used(self):
        container = (
            AgentDeployEmulatorContainer(IMAGE)
            .with_api_key("a-key-of-mine")
            .with_flags("--runtime", "stub")
            .with_seed(SEED)
            .with_faults(FAULTS)
            .with_public_url("http://emulator.test:4400")
        )
        with container as emulator:
            self.assertEqual(emulator.get_control_plane_url(), "http://emulator.test:4400")
            self.assertEqual(emulator.get_api_key(), "a-key-of-mine")
            self.assertEqual(emulator.get_workspace_id(), WORKSPACE_OF_SEED)
            for _ in range(2):
                statuses = [
                    status_of_list(emulator, key)
                    for key in (KEY_OF_SEED, KEY_OF_SEED, "a-key-of-mine")
                ]
                self.assertEqual(statuses, [503, 200, 200])
                emulator.reset()
            visible = visible_to(emulator)
            for key in ("a-key-of-mine", KEY_OF_SEED):
                self.assertNotIn(key, visible)

    def test_a_container_that_does_not_become_ready_is_removed_and_its_output_is_reported(self):
        name = f"agent-deploy-emulator-{os.getpid()}"
        container = AgentDeployEmulatorContainer(IMAGE).with_name(name).with_flags("--unknown")
        with self.assertRaises(RuntimeError) as raised:
            container.start()
        self.assertRegex(
            raised.exception.__notes__[-1], r"Last output of the container: .*--unknown"
        )
        client = docker.from_env()
        self.addCleanup(client.close)
        self.assertNotIn(name, [one.name for one in client.containers.list(all=True)])

    def test_invalid_keys_and_urls_are_refused_before_a_container_starts(self):
        container = AgentDeployEmulatorContainer(IMAGE)
        for key in ("", "short", "with a blank", "with-a-break\n", "ключ-ключ"):
            with self.subTest(key=key), self.assertRaisesRegex(ValueError, "the key is invalid"):
                container.with_api_key(key)
        for url in ("", "emulator:4400", "/path", "ftp://emulator", "http://"):
            with self.subTest(url=url), self.assertRaisesRegex(ValueError, "the URL is invalid"):
                container.with_public_url(url)
        with self.assertRaisesRegex(RuntimeError, "call start"):
            container.get_control_plane_url()


if __name__ == "__main__":
    unittest.main()
