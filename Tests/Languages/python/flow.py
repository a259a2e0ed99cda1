# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Purser authors

"""Buys, verifies, checks webhooks and refunds with the generated Python client."""

import http.server
import json
import os
import queue
import threading
import time
import urllib.request

import purser
from webhook import is_genuine

SERVER, CONTROLS = os.environ["PURSER_SERVER"], os.environ["PURSER_CONTROLS"]
CUSTOMER, PRODUCT = "customer-of-python", "coffee.grinder"
TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

arrived: "queue.Queue[tuple[dict[str, str], bytes]]" = queue.Queue()


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        arrived.put((dict(self.headers.items()), body))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


def client(key: str) -> purser.ApiClient:
    return purser.ApiClient(purser.Configuration(host=SERVER, access_token=key))


def control(path: str, body: dict) -> dict:
    request = urllib.request.Request(
        CONTROLS + path, json.dumps(body).encode(), {"Content-Type": "application/json"}, method="POST"
    )
    with urllib.request.urlopen(request, timeout=30) as response:
        text = response.read()
    return json.loads(text) if text else {}


def await_event(kind: str) -> tuple[dict[str, str], bytes]:
    """Returns the next delivery of this type about the customer."""
    end = time.monotonic() + 60
    while True:
        headers, body = arrived.get(timeout=max(0.01, end - time.monotonic()))
        event = json.loads(body)
        if event["type"] == kind and event.get("customer") == CUSTOMER:
            return headers, body


def main():
    receiver = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=receiver.serve_forever, daemon=True).start()
    app = client(os.environ["PURSER_PUBLISHABLE_KEY"])
    backend = client(os.environ["PURSER_SECRET_KEY"])
    webhooks = purser.EventsAndWebhooksApi(backend)

    endpoint = webhooks.create_webhook_endpoint(
        purser.WebhookEndpointRequest(url=f"http://127.0.0.1:{receiver.server_port}/hook")
    )
    secret = endpoint.secret
    order = purser.OrdersApi(app).create_order(
        purser.OrderRequest(customer=CUSTOMER, product_id=PRODUCT), idempotency_key="tap-1", traceparent=TRACE
    )
    assert order.state == "created", order
    paid = control("/purchases", {"customer": CUSTOMER, "product": PRODUCT, "appAccountToken": str(order.app_account_token)})
    purchase = purser.PurchasesApi(app).verify_purchase(
        purser.PurchaseRequest(order=order.id, signed_transaction=paid["signedTransactionInfo"])
    )
    assert purchase.state == "delivered", purchase
    assert [(one.id, one.is_active) for one in purchase.entitlements] == [(PRODUCT, True)], purchase

    headers, body = await_event("order.delivered")
    sent = int({name.lower(): value for name, value in headers.items()}["webhook-timestamp"])
    assert is_genuine(headers, body, [secret])
    assert is_genuine(headers, body, [secret], sent + 299)
    assert not is_genuine(headers, body + b" ", [secret]), "a changed body"
    assert not is_genuine(headers, body, ["whsec_" + "A" * 32]), "another secret"
    assert not is_genuine(headers, body, [secret], sent + 301), "an old timestamp"
    assert not is_genuine(headers, body, [secret], sent - 301), "a future timestamp"
    assert not is_genuine({**headers, "webhook-id": "evt_other"}, body, [secret]), "another event"
    assert {name.lower(): value for name, value in headers.items()}["traceparent"] == TRACE

    rotated = webhooks.rotate_webhook_endpoint_secret(endpoint.id).secret
    assert rotated != secret
    control(f"/transactions/{paid['transactionId']}/refund", {"reason": 1})
    control("/clock/run-due", {})
    headers, body = await_event("order.refunded")
    assert is_genuine(headers, body, [secret]), "the former secret"
    assert is_genuine(headers, body, [rotated]), "the new secret"
    assert is_genuine(headers, body, ["whsec_" + "A" * 32, rotated]), "one of several secrets"

    found = purser.CustomersApi(backend).get_entitlements(CUSTOMER).entitlements
    assert [(one.id, one.is_active, one.rule) for one in found] == [(PRODUCT, False, "refunded")], found
    assert purser.OrdersApi(backend).get_order(order.id).state == "refunded"
    webhooks.delete_webhook_endpoint(endpoint.id)
    receiver.shutdown()
    receiver.server_close()
    print("python: order, payment, verification, webhooks and refund passed")


if __name__ == "__main__":
    main()
