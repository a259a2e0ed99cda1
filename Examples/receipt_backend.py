#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Purser authors

"""A team's own backend that verifies purchases of the SDK, with nothing but Python's own library.

POST /applePay/receipt takes receipt, transactionId and productId, asks Apple's verifyReceipt, and delivers each
transaction once. 200 lets the SDK finish the transaction, 422 rejects it, 503 makes the SDK ask again.
POST /applePay/report takes the same of a purchase that the SDK could not have verified.

    receipt_backend.py --port 9000 --verify-receipt https://buy.itunes.apple.com/verifyReceipt --password SECRET
"""

import argparse
import http.server
import json
import sys
import threading
import urllib.error
import urllib.request

LARGEST_BODY = 1_000_000


def apples_answer(url: str, receipt: str, password: str) -> dict:
    """Returns what Apple says of a receipt."""
    body = json.dumps({"receipt-data": receipt, "password": password}).encode()
    request = urllib.request.Request(url, body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


def holds(answer: dict, transaction: str, product: str) -> bool:
    """Whether a receipt has a transaction of a product that was not refunded."""
    bought = answer.get("receipt", {}).get("in_app", []) + answer.get("latest_receipt_info", [])
    return any(
        item.get("transaction_id") == transaction
        and item.get("product_id") == product
        and "cancellation_date_ms" not in item
        for item in bought
    )


def handler(url: str, password: str):
    delivered: set[str] = set()
    turn = threading.Lock()

    class Backend(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self):
            length = int(self.headers.get("Content-Length", "0"))
            if length > LARGEST_BODY:
                return self.answer(413)
            purchase = json.loads(self.rfile.read(length))
            if self.path == "/applePay/report":
                print(json.dumps({"reported": purchase["transactionId"]}), flush=True)
                return self.answer(200)
            if self.path != "/applePay/receipt":
                return self.answer(404)
            try:
                apple = apples_answer(url, purchase["receipt"], password)
            except (urllib.error.URLError, TimeoutError):
                return self.answer(503)
            if apple.get("status") != 0 or not holds(apple, purchase["transactionId"], purchase["productId"]):
                return self.answer(422)
            # Your own work goes here, in one transaction with remembering the transaction.
            with turn:
                if purchase["transactionId"] not in delivered:
                    delivered.add(purchase["transactionId"])
                    print(json.dumps({"delivered": purchase["productId"]}), flush=True)
            self.answer(200)

        def answer(self, status: int):
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_):
            pass

    return Backend


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--port", type=int, default=9000)
    options.add_argument("--verify-receipt", required=True)
    options.add_argument("--password", default="")
    chosen = options.parse_args()
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", chosen.port), handler(chosen.verify_receipt, chosen.password)
    )
    print(f"listening on {server.server_port}", flush=True)
    server.serve_forever()
    return 0


if __name__ == "__main__":
    sys.exit(main())
