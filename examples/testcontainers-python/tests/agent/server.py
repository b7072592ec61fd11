"""Repeats the last message. The agent needs no packages, so its build needs no network."""

import json
import os
from http.server import BaseHTTPRequestHandler, HTTPServer


class Agent(BaseHTTPRequestHandler):
    def do_GET(self):
        self.respond({"ok": True})

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        messages = body["input"]["messages"]
        reply = {"role": "assistant", "content": f"echo: {messages[-1]['content']}"}
        self.respond({"messages": [*messages, reply]})

    def respond(self, body):
        data = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


HTTPServer(("127.0.0.1", int(os.environ["PORT"])), Agent).serve_forever()
