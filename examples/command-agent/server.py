"""An agent server that only uses Python's standard library. Any framework that listens on $PORT works too."""

import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from echo import reply


class Agent(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        if self.path == "/ok":
            return self.answer(200, {"ok": True})
        self.answer(404, {"detail": "Not Found"})

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if self.path != "/runs/wait":
            return self.answer(404, {"detail": "Not Found"})
        try:
            messages = json.loads(body)["input"]["messages"]
            last = messages[-1]["content"]
        except (ValueError, KeyError, IndexError, TypeError):
            return self.answer(
                422, {"detail": "expected input.messages, each with type and content"}
            )
        said = {"type": "ai", "content": reply(last)}
        self.answer(200, {"messages": [*messages, said]})

    def answer(self, status, body):
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


if __name__ == "__main__":
    port = int(os.environ["PORT"])
    print(f"listening on {port}")
    ThreadingHTTPServer(("127.0.0.1", port), Agent).serve_forever()
