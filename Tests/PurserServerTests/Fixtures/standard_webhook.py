# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Purser authors
"""Verifies deliveries with the library of Standard Webhooks and reads CloudEvents with the library of CloudEvents."""

import json
import sys

from cloudevents.core.bindings.http import HTTPMessage, from_http_event
from cloudevents.core.formats.json import JSONFormat
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

given = json.load(sys.stdin)
headers = json.loads(given["headers"])
body = given["body"]

for secret in json.loads(given["secrets"]):
    Webhook(secret).verify(body, headers)
    try:
        Webhook(secret).verify(body + " ", headers)
        raise SystemExit("a changed body was accepted")
    except WebhookVerificationError:
        pass
    try:
        Webhook("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").verify(body, headers)
        raise SystemExit("another secret was accepted")
    except WebhookVerificationError:
        pass

if given.get("cloud") == "yes":
    message = HTTPMessage(headers={"content-type": headers["Content-Type"]}, body=body.encode())
    event = from_http_event(message, JSONFormat())
    assert event.get_id() == headers["webhook-id"]
    print(event.get_type(), event.get_source(), event.get_subject())
print("genuine")
