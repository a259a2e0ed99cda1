# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Purser authors

"""Two public clients of verifyReceipt, as they come from PyPI, in a network where Apple's names lead to the simulator."""

import json
import ssl
import sys
import urllib.request

import inapppy
import itunesiap

root = sys.argv[1]
trusted = ssl.create_default_context(cafile=root)


def control(method, path, body=None, host="localhost"):
    request = urllib.request.Request(
        f"https://{host}/simulator/v1{path}", method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Content-Type": "application/json"})
    with urllib.request.urlopen(request, context=trusted) as answer:
        text = answer.read()
        return json.loads(text) if text else None


def receipt(customer):
    answer = control("GET", f"/customers/{customer}/receipt")
    return answer["receipt"], answer["sharedSecret"]


def refused(status, call, error, read):
    try:
        call()
    except error as problem:
        assert read(problem) == status, (read(problem), status)
    else:
        raise AssertionError(f"{status} was expected")


for name, environment in (("alice", "Production"), ("tester", "Sandbox")):
    control("POST", "/customers", {"id": name, "environment": environment})
    control("POST", "/purchases", {"customer": name, "product": "coffee.beans.100", "quantity": 3})
    control("POST", "/purchases", {"customer": name, "product": "coffee.club.silver.monthly"})
control("POST", "/clock/advance", {"by": "P2M"})
real, secret = receipt("alice")
test, _ = receipt("tester")

# inapppy: plain dictionaries.
answer = inapppy.AppStoreValidator().validate(real, secret)
assert answer["environment"] == "Production", answer["environment"]
bought = {item["product_id"] for item in answer["receipt"]["in_app"]}
assert bought == {"coffee.beans.100", "coffee.club.silver.monthly"}, bought
assert len(answer["latest_receipt_info"]) >= 3
assert answer["pending_renewal_info"][0]["auto_renew_status"] in ("0", "1")
latest = inapppy.AppStoreValidator().validate(real, secret, exclude_old_transactions=True)
assert len(latest["latest_receipt_info"]) < len(answer["latest_receipt_info"])
retrying = inapppy.AppStoreValidator(auto_retry_wrong_env_request=True)
assert retrying.validate(test, secret)["environment"] == "Sandbox"
status = lambda problem: problem.raw_response["status"]
refused(21007, lambda: inapppy.AppStoreValidator().validate(test, secret), inapppy.InAppPyValidationError, status)
refused(21008, lambda: inapppy.AppStoreValidator(sandbox=True).validate(real, secret),
        inapppy.InAppPyValidationError, status)
refused(21004, lambda: inapppy.AppStoreValidator().validate(real, "0" * 32), inapppy.InAppPyValidationError, status)
refused(21002, lambda: inapppy.AppStoreValidator().validate("bm8gcmVjZWlwdA==", secret),
        inapppy.InAppPyValidationError, status)

# itunes-iap: objects that read dates and numbers.
response = itunesiap.verify(real, secret, env=itunesiap.env.production)
assert response.status == 0
assert response.receipt.bundle_id == "com.example.coffee", response.receipt.bundle_id
quantities = {item.product_id: item.quantity for item in response.receipt.in_app}
assert quantities["coffee.beans.100"] == 3, quantities
renewals = [item for item in response.latest_receipt_info if item.product_id == "coffee.club.silver.monthly"]
assert len(renewals) >= 2
assert all(item.expires_date > item.purchase_date for item in renewals)
assert response.receipt.last_in_app.product_id in bought
assert itunesiap.verify(test, secret, env=itunesiap.env.review)["environment"] == "Sandbox"
refused(21007, lambda: itunesiap.verify(test, secret, env=itunesiap.env.production),
        itunesiap.exc.InvalidReceipt, lambda problem: problem.status)
refused(21004, lambda: itunesiap.verify(real, "0" * 32), itunesiap.exc.InvalidReceipt, lambda problem: problem.status)
print("both clients found what they expect")
