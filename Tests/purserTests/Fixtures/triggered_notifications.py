# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Purser authors
"""Has Apple's own library verify triggered notifications and every document inside them."""

import base64
import json
import sys

from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.models.NotificationTypeV2 import NotificationTypeV2
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier, VerificationException

given = json.load(sys.stdin)
root = base64.b64decode(given["root"])
environment = Environment(given["environment"])
verifier = SignedDataVerifier([root], False, environment, given["bundle"], int(given["app"]))
# Types that this version of the library has no name for; it still verifies their signature.
unknown = {"UNCLAIM_SEATS"}

for body in json.loads(given["bodies"]):
    signed = json.loads(body)["signedPayload"]
    try:
        notification = verifier.verify_and_decode_notification(signed)
    except VerificationException:
        payload = verifier._decode_signed_object(signed)
        assert payload["notificationType"] in unknown, payload
        print(payload["notificationType"])
        continue
    assert notification.notificationType in list(NotificationTypeV2), notification.rawNotificationType
    if notification.data:
        if notification.data.signedTransactionInfo:
            transaction = verifier.verify_and_decode_signed_transaction(notification.data.signedTransactionInfo)
            assert transaction.rawType and transaction.price is not None
        if notification.data.signedRenewalInfo:
            renewal = verifier.verify_and_decode_renewal_info(notification.data.signedRenewalInfo)
            assert renewal.originalTransactionId == transaction.originalTransactionId
            assert notification.data.status
    if notification.appData:
        verifier.verify_and_decode_app_transaction(notification.appData.signedAppTransactionInfo)
    print(".".join(part for part in [notification.rawNotificationType, notification.rawSubtype] if part))
