# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Purser authors
"""A deliberately naive purchase server: the last write wins.

It decodes documents without verifying them, in the order of arrival, and overwrites a row of the customer and product each
time. It knows refunds, upgrades and grace periods, and reports an event for every document, however often it arrives.
It speaks the protocol of `purser conform`.
"""

import base64
import http.server
import itertools
import json
import threading
import time
import urllib.parse

KINDS = {
    "SUBSCRIBED": "started",
    "DID_RENEW": "renewed",
    "EXPIRED": "expired",
    "ONE_TIME_CHARGE": "purchased",
    "REFUND": "refunded",
    "REFUND_REVERSED": "refundReversed",
    "REVOKE": "revoked",
}
SUBTYPES = {"RESUBSCRIBE": "resubscribed", "BILLING_RECOVERY": "recovered", "UPGRADE": "upgraded"}
owners = {}
rows = {}
events = {}
numbers = itertools.count(1)
turn = threading.Lock()


def decode(document):
    payload = document.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))


def write(transaction, renewal):
    """Overwrites the row of a purchase: an upgrade replaces the plan before it."""
    end = transaction.get("expiresDate", float("inf"))
    if renewal.get("gracePeriodExpiresDate"):
        end = renewal["gracePeriodExpiresDate"]
    if transaction.get("revocationDate"):
        end = 0
    rows[transaction["originalTransactionId"]] = (transaction["productId"], end)


def report(customer, kind, transaction):
    if kind:
        event = {"id": str(next(numbers)), "type": kind, "transactionId": transaction["transactionId"]}
        event["quantity"] = transaction.get("quantity", 1)
        events.setdefault(customer, []).append(event)


class Server(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with turn:
            if self.path == "/transactions":
                transaction = decode(body["signedTransaction"])
                owners[transaction["originalTransactionId"]] = body["customer"]
                write(transaction, {})
            else:
                self.notified(decode(body["signedPayload"]))
        self.answer({})

    def notified(self, notification):
        data = notification.get("data", {})
        if "signedTransactionInfo" not in data:
            return
        transaction = decode(data["signedTransactionInfo"])
        renewal = decode(data["signedRenewalInfo"]) if "signedRenewalInfo" in data else {}
        write(transaction, renewal)
        subtype = notification.get("subtype")
        kind = SUBTYPES.get(subtype) or KINDS.get(notification["notificationType"])
        report(owners.get(transaction["originalTransactionId"]), kind, transaction)

    def do_GET(self):
        address = urllib.parse.urlparse(self.path)
        customer = urllib.parse.parse_qs(address.query)["customer"][0]
        with turn:
            if address.path == "/events":
                return self.answer({"events": list(events.get(customer, []))})
            now = time.time() * 1000
            entitled = [
                {"productId": product, "expiresDate": None if end == float("inf") else end}
                for original, (product, end) in rows.items()
                if owners.get(original) == customer and end > now
            ]
        self.answer({"entitlements": entitled})

    def answer(self, body):
        content = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
print(server.server_port, flush=True)
server.serve_forever()
