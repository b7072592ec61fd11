"""Calls a sandbox with the service's published Python client of sandboxes, and prints the results as JSON."""

import json
import os
import socket
import sys
import urllib.request

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


SERVER = "require('http').createServer((q, s) => s.end('from the box')).listen(%d, '127.0.0.1', () => console.log('up'))"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def tunnelled():
    port = free_port()
    server = box.run(f'exec node -e "{SERVER % port}"', wait=False)
    next(iter(server))
    with box.tunnel(port, local_port=free_port(), max_reconnects=0) as tunnel:
        url = f"http://127.0.0.1:{tunnel.local_port}/"
        seen = [urllib.request.urlopen(url).read().decode() for _ in range(3)]
    server.kill()
    return seen


def served():
    port = free_port()
    server = box.run(f'exec node -e "{SERVER % port}"', wait=False)
    next(iter(server))
    service = box.service(port)
    response = service.post("/a", json={})
    server.kill()
    return [response.status_code, response.text]


box = client.create_sandbox(name="python", timeout=60)
observe("status", lambda: box.status)
observe("run", lambda: [box.run("echo hi; exit 3").stdout, box.run("exit 3").exit_code])
observe("run, streamed", streamed)
observe("write, read", lambda: [box.write("kept.txt", "hello"), box.read("kept.txt").decode()])
observe("stat", lambda: box.stat("kept.txt").size_bytes)
observe("capture_snapshot", lambda: box.capture_snapshot("base").status)
observe("list_snapshots", lambda: [one.name for one in client.list_snapshots()])
observe("list_sandboxes", lambda: [one.name for one in client.list_sandboxes()])
home = box.run("mkdir -p found/below && echo a needle > found/below/a.py && pwd").stdout.strip()
observe(
    "ls", lambda: [[one.path.removeprefix(home), one.is_dir] for one in box.ls(home + "/found")]
)
observe(
    "glob",
    lambda: [[one.path.removeprefix(home), one.size_bytes] for one in box.glob("**/*.py", home)],
)
observe(
    "grep",
    lambda: [[one.path.removeprefix(home), one.line, one.text] for one in box.grep("needle", home)],
)
observe("grep in other files", lambda: len(box.grep("needle", home, glob="*.txt")))
observe("ls of no folder", lambda: box.ls(home + "/nowhere"))
observe("tunnel", tunnelled)
observe("service", served)
observe("generate_download_url", lambda: box.generate_download_url("kept.txt"))
observe(
    "capture_snapshot with a tag", lambda: client.capture_snapshot("python", "base", tag="v1").tags
)
observe("list_snapshot_tags", lambda: [one.tag for one in client.list_snapshot_tags("base")])
observe("get_snapshot by its tag", lambda: client.get_snapshot("base:v1").name)
observe("update_sandbox", lambda: client.update_sandbox("python", new_name="renamed").name)
observe("delete_sandbox", lambda: client.delete_sandbox("renamed"))
observe("get_sandbox", lambda: client.get_sandbox("renamed"))
print(json.dumps(seen))
