#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Purser authors

"""Takes Purser's webhooks and checks their signatures with nothing but Python's own library.

Purser-Signature: t=<seconds>,v1=<hex>[,v1=<hex>]; each v1 is HMAC-SHA256 of "<seconds>." and the body under one of the
endpoint's secrets. An event may come more than once: its id tells. One customer's events come in order.

    webhook_receiver.py --port 9000 --secret whsec_…
"""

import argparse
import hashlib
import hmac
import http.server
import json
import sys
import threading
import time


def genuine(header: str, body: bytes, secret: str, now: float, tolerance: float) -> bool:
    """Whether the body was signed with the secret, not longer ago than the tolerance; zero allows any age."""
    fields = [part.split("=", 1) for part in header.split(",") if "=" in part]
    moment = next((value for name, value in fields if name == "t"), "")
    if not moment.isdigit() or (tolerance and abs(now - int(moment)) > tolerance):
        return False
    wanted = hmac.new(secret.encode(), moment.encode() + b"." + body, hashlib.sha256).hexdigest()
    return any(hmac.compare_digest(wanted, value) for name, value in fields if name == "v1")


def handler(secret: str, tolerance: float):
    seen: set[str] = set()
    turn = threading.Lock()

    class Receiver(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self):
            body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
            if not genuine(self.headers.get("Purser-Signature", ""), body, secret, time.time(), tolerance):
                return self.answer(400)
            event = json.loads(body)
            # Your own work goes here, in one transaction with remembering the id.
            with turn:
                if event["id"] not in seen:
                    seen.add(event["id"])
                    print(json.dumps({key: event.get(key) for key in ("id", "type", "customer")}), flush=True)
            self.answer(200)

        def answer(self, status: int):
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_):
            pass

    return Receiver


def main() -> int:
    words = argparse.ArgumentParser(description="Takes Purser's webhooks and checks their signatures.")
    words.add_argument("--port", type=int, required=True)
    words.add_argument("--secret", required=True)
    words.add_argument("--tolerance", type=float, default=300, help="seconds; 0 allows any age")
    given = words.parse_args()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", given.port), handler(given.secret, given.tolerance))
    print("listening", flush=True)
    server.serve_forever()
    return 0


if __name__ == "__main__":
    sys.exit(main())
