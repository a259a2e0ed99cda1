# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Purser authors
"""Another implementation's opinion: one JSON object in, one JSON object out."""

import base64
import datetime
import json
import sys
import types
import uuid

import appstoreserverlibrary.signed_data_verifier as library
import jwt
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.jws_signature_creator import (
    IntroductoryOfferEligibilitySignatureCreator,
    PromotionalOfferV2SignatureCreator,
)
from appstoreserverlibrary.promotional_offer import PromotionalOfferSignatureCreator
from appstoreserverlibrary.receipt_utility import ReceiptUtility
from appstoreserverlibrary.signed_data_verifier import (
    SignedDataVerifier,
    VerificationException,
    _ChainVerifier,
)
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA


def document(given):
    """Verifies a signed document; answers the decoded transaction id or notification type, or the refusal."""
    verifier = SignedDataVerifier(
        [base64.b64decode(given["root"])],
        False,
        Environment(given["environment"]),
        given["bundleID"],
        given.get("appAppleID"),
    )
    kinds = {
        "transaction": verifier.verify_and_decode_signed_transaction,
        "renewal-info": verifier.verify_and_decode_renewal_info,
        "notification": verifier.verify_and_decode_notification,
        "app-transaction": verifier.verify_and_decode_app_transaction,
    }
    try:
        decoded = kinds[given["kind"]](given["signed"])
    except VerificationException as error:
        return {"refused": error.status.name}
    names = ["transactionId", "originalTransactionId", "rawNotificationType", "bundleId"]
    return {"said": next((getattr(decoded, n) for n in names if getattr(decoded, n, None)), None)}


def online(given):
    """Checks a chain with OCSP at a stated present; the responder's answers are given by request."""

    class Present(datetime.datetime):
        @classmethod
        def now(cls, tz=None):
            return datetime.datetime.fromtimestamp(given["instant"], tz=tz)

    def post(url, headers, data, timeout):
        answer = given["answers"].get(base64.b64encode(data).decode())
        if answer is None:
            raise OSError("no answer was prepared for this request")
        return types.SimpleNamespace(status_code=200, content=base64.b64decode(answer))

    library.requests = types.SimpleNamespace(post=post, exceptions=library.requests.exceptions)
    library.datetime = types.SimpleNamespace(datetime=Present, timezone=datetime.timezone)
    verifier = _ChainVerifier([base64.b64decode(given["root"])], True)
    try:
        verifier.verify_chain(given["certificates"], True, given["instant"])
    except VerificationException as error:
        return {"refused": error.status.name}
    return {}


def chain(given):
    """Checks a chain of certificates with OpenSSL's strict flag or without it."""
    verifier = _ChainVerifier([base64.b64decode(given["root"])], given["strict"])
    try:
        verifier.verify_chain(given["certificates"], False, given["instant"])
    except VerificationException as error:
        return {"refused": error.status.name}
    return {}


def token(given):
    """Verifies a JWT with PyJWT."""
    claims = jwt.decode(
        given["token"],
        given["publicKey"],
        algorithms=["ES256"],
        audience=given["audience"],
        options={"verify_exp": False, "verify_iat": False},
    )
    return {"claims": claims, "header": jwt.get_unverified_header(given["token"])}


def offer(given):
    """Verifies the first kind of promotional-offer signature."""
    key = serialization.load_pem_public_key(given["publicKey"].encode())
    message = "\u2063".join(given["fields"]).encode("utf-8")
    key.verify(base64.b64decode(given["signature"], validate=True), message, ECDSA(hashes.SHA256()))
    return {}


def make_offer(given):
    creator = PromotionalOfferSignatureCreator(given["key"].encode(), given["keyID"], given["bundleID"])
    signature = creator.create_signature(
        given["productID"], given["offerID"], given["customer"], uuid.UUID(given["nonce"]), given["timestamp"]
    )
    return {"signature": signature}


def make_request(given):
    arguments = (given["key"].encode(), given["keyID"], given["issuerID"], given["bundleID"])
    if given["purpose"] == "promotional-offer":
        creator = PromotionalOfferV2SignatureCreator(*arguments)
        return {"token": creator.create_signature(given["productID"], given["offerID"], given["transactionID"])}
    creator = IntroductoryOfferEligibilitySignatureCreator(*arguments)
    return {"token": creator.create_signature(given["productID"], True, given["transactionID"])}


def make_bearer(given):
    """The token that Apple's client sends, issued at an instant."""
    instant = datetime.datetime.fromtimestamp(given["instant"], tz=datetime.timezone.utc)
    claims = {
        "bid": given["bundleID"],
        "iss": given["issuerID"],
        "aud": "appstoreconnect-v1",
        "iat": instant,
        "exp": instant + datetime.timedelta(minutes=5),
    }
    return {"token": jwt.encode(claims, given["key"], algorithm="ES256", headers={"kid": given["keyID"]})}


def app_receipt(given):
    return {"transactionID": ReceiptUtility().extract_transaction_id_from_app_receipt(given["receipt"])}


def transaction_receipt(given):
    return {"transactionID": ReceiptUtility().extract_transaction_id_from_transaction_receipt(given["receipt"])}


commands = [
    document,
    online,
    chain,
    token,
    offer,
    make_offer,
    make_request,
    make_bearer,
    app_receipt,
    transaction_receipt,
]
request = json.load(sys.stdin)
json.dump({c.__name__: c for c in commands}[request["command"]](request), sys.stdout)
