# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Purser authors

import base64
import hashlib
import hmac
import time
from typing import Mapping, Optional, Sequence

TOLERANCE = 300  # seconds


def is_genuine(headers: Mapping[str, str], body: bytes, secrets: Sequence[str], now: Optional[float] = None) -> bool:
    """Returns whether Purser signed this body with one of the secrets, at most five minutes ago."""
    fields = {name.lower(): value for name, value in headers.items()}
    identifier = fields.get("webhook-id", "")
    timestamp = fields.get("webhook-timestamp", "")
    if not identifier or not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12):
        return False
    if abs((time.time() if now is None else now) - int(timestamp)) > TOLERANCE:
        return False
    signed = f"{identifier}.{timestamp}.".encode() + body
    # While a secret is rotated, the header has a signature for each secret, separated by spaces.
    signatures = fields.get("webhook-signature", "").encode().split(b" ")
    genuine = False
    for secret in secrets:
        key = base64.b64decode(secret.removeprefix("whsec_"))
        expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
        for signature in signatures:
            genuine |= hmac.compare_digest(expected, signature)
    return genuine
