"""What the service's Python client of sandboxes, as it is published, does with a sandbox; JSON on standard output."""

import json
import os
import sys

from langsmith.sandbox import SandboxClient

client = SandboxClient(api_endpoint=sys.argv[1], api_key=os.environ["SANDBOX_API_KEY"])
seen = {}


def observe(name, call):
    try:
        seen[name] = call()
    except Exception as error:
        seen[name] = type(error).__name__


def streamed():
    return "".join(chunk.data for chunk in box.run("for i in 1 2; do echo $i; done", wait=False))


def tunnelled():
    with box.tunnel(8000, max_reconnects=0):
        return "open"


box = client.create_sandbox(name="python", timeout=60)
observe("status", lambda: box.status)
observe("run", lambda: [box.run("echo hi; exit 3").stdout, box.run("exit 3").exit_code])
observe("run, streamed", streamed)
observe("write, read", lambda: [box.write("kept.txt", "hello"), box.read("kept.txt").decode()])
observe("stat", lambda: box.stat("kept.txt").size_bytes)
observe("capture_snapshot", lambda: box.capture_snapshot("base").status)
observe("list_snapshots", lambda: [one.name for one in client.list_snapshots()])
observe("list_sandboxes", lambda: [one.name for one in client.list_sandboxes()])
observe("ls", lambda: box.ls("/tmp"))
observe("glob", lambda: box.glob("*", "/tmp"))
observe("grep", lambda: box.grep("a", "/tmp"))
observe("tunnel", tunnelled)
observe("service", lambda: box.service(8000))
observe("generate_download_url", lambda: box.generate_download_url("kept.txt"))
observe("capture_snapshot with a tag", lambda: box.capture_snapshot("base:v1"))
observe("list_snapshot_tags", lambda: client.list_snapshot_tags("base"))
observe("update_sandbox", lambda: client.update_sandbox("python", new_name="renamed").name)
observe("delete_sandbox", lambda: client.delete_sandbox("renamed"))
observe("get_sandbox", lambda: client.get_sandbox("renamed"))
print(json.dumps(seen))
