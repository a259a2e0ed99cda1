# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Purser authors
"""A deliberately naive purchase server: Apple's library verifies, and the last document decides.

It trusts what Apple signed for this app, and stores the last transaction that it saw of each purchase. A customer is entitled
while that transaction's expiresDate is in the future, or if it has none. Refunds, grace periods and signed dates are ignored.
It speaks the protocol of `purser conform`, without events.
"""

import base64
import http.server
import json
import sys
import time
import urllib.parse

from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier, VerificationException

given = json.load(sys.stdin)
verifier = SignedDataVerifier(
    [base64.b64decode(given["root"])], False, Environment.PRODUCTION, given["bundle"], int(given["app"])
)
owners = {}
last = {}


def see(transaction):
    last[transaction.originalTransactionId] = transaction


class Server(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        try:
            if self.path == "/transactions":
                transaction = verifier.verify_and_decode_signed_transaction(body["signedTransaction"])
                owners[transaction.originalTransactionId] = body["customer"]
                see(transaction)
            else:
                notification = verifier.verify_and_decode_notification(body["signedPayload"])
                if notification.data and notification.data.signedTransactionInfo:
                    see(verifier.verify_and_decode_signed_transaction(notification.data.signedTransactionInfo))
        except VerificationException:
            return self.answer(422, {})
        self.answer(200, {})

    def do_GET(self):
        customer = urllib.parse.parse_qs(urllib.parse.urlparse(self.path).query)["customer"][0]
        now = time.time() * 1000
        entitled = [
            {"productId": transaction.productId, "expiresDate": transaction.expiresDate}
            for original, transaction in last.items()
            if owners.get(original) == customer and (transaction.expiresDate is None or transaction.expiresDate > now)
        ]
        self.answer(200, {"entitlements": entitled})

    def answer(self, status, body):
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
print(server.server_port, flush=True)
server.serve_forever()
