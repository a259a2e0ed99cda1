# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Purser authors

"""Writes the transactions of many customers as the server stores them, for benchmarks of charts.

Each customer has one purchase with a claim. Subscriptions of four products renew over up to sixteen months, in ten storefronts
and nine currencies, some after a free trial, some with an offer code; some renewals are refunded, and a fifth are consumables.
"""

import hashlib
import struct

DAY = 86_400_000
#: product, months, price in thousandths of a dollar, how many of 20 customers
PLANS = [("coffee.club.silver.monthly", 1, 4990, 8), ("coffee.club.gold.monthly", 1, 9990, 3),
         ("coffee.club.bronze.monthly", 1, 1990, 3), ("coffee.club.gold.yearly", 12, 99_990, 2), ("coffee.beans.100", 0, 990, 4)]
#: storefront, currency, factor of the price, how many of 20 customers
PLACES = [("USA", "USD", 1, 7), ("DEU", "EUR", 1, 3), ("FRA", "EUR", 1, 2), ("GBR", "GBP", 1, 2), ("JPN", "JPY", 150, 1),
          ("CHN", "CNY", 7, 1), ("BRA", "BRL", 5, 1), ("KOR", "KRW", 1300, 1), ("CAN", "CAD", 1, 1), ("AUS", "AUD", 1, 1)]
BY_PLAN = [plan for plan in PLANS for _ in range(plan[3])]
BY_PLACE = [place for place in PLACES for _ in range(place[3])]


def varint(number):
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


def integer(number):
    return varint((number << 1) ^ (number >> 63) & 0xFFFFFFFFFFFFFFFF)


def text(value):
    """A text as `CompactWriter` writes it: digits as a number."""
    if value.isdigit() and value[0] != "0" and len(value) < 20:
        return b"\x80" + varint(int(value))
    raw = value.encode()
    assert len(raw) < 125
    return bytes([130 + len(raw)]) + raw


TEXTS = {value: text(value) for plan in PLANS for value in [plan[0]]} | {
    value: text(value) for value in [
        "Auto-Renewable Subscription", "Consumable", "C0FFEE10", "PURCHASED", "PURCHASE", "RENEWAL", "FREE_TRIAL", "P1W", "P1M",
        "PAY_UP_FRONT", "AUTUMN", *(place[0] for place in PLACES), *(place[1] for place in PLACES)]}


def transaction(number, original, plan, place, purchased, began, expires, trial=False, code=False, revoked=None):
    """The content of a transaction's fact; the fields and marks are those of `CompactWriter.transaction`."""
    product, months, price, _ = plan
    marks, fields = [], []

    def optional(value, *parts):
        marks.append(value is not None and value is not False)
        if marks[-1]:
            fields.extend(parts)

    fields += [b"\x80" + varint(number), b"\x80" + varint(original)]
    optional(None)  # the web order line
    fields.append(TEXTS[product])
    optional(True, TEXTS["Auto-Renewable Subscription" if months else "Consumable"])
    optional(True if months else None, TEXTS["C0FFEE10"])
    fields += [integer(purchased), integer(began)]
    optional(expires, integer(expires) if expires else b"")
    optional(None)  # quantity
    optional(None)  # token
    fields.append(TEXTS["PURCHASED"])
    optional(revoked, integer(revoked) if revoked else b"")
    if revoked:
        optional(True, integer(0))
        optional(None)
        optional(None)
    optional(None)  # upgraded
    optional(True if trial or code else None)
    if trial or code:
        fields.append(integer(1 if trial else 3))
        optional(code or None, TEXTS["AUTUMN"])
        optional(True, TEXTS["FREE_TRIAL" if trial else "PAY_UP_FRONT"])
        optional(True, TEXTS["P1W" if trial else "P1M"])
    optional(True, TEXTS[place[0]])
    optional(None)
    optional(True, TEXTS["PURCHASE" if purchased == began else "RENEWAL"])
    amount = 0 if trial else price * place[2] // (2 if code else 1)
    optional(True, integer(amount), TEXTS[place[1]])
    bits = sum(1 << place for place, is_set in enumerate(marks) if is_set)
    return b"\x02\x01" + varint(bits) + b"".join(fields)


def months_later(instant, months):
    return instant + months * 30 * DAY + months * DAY * 5 // 12


def transactions(number, original, now):
    """The transactions of a customer, each as the instant of its signature and its content."""
    plan, place = BY_PLAN[number * 7 % 20], BY_PLACE[number * 13 // 3 % 20]
    began = now - (number * 7919 % 480) * DAY - number * 104_729 % DAY - 60_000
    months = plan[1]
    if not months:
        yield began, original, transaction(original, original, plan, place, began, began, None)
        return
    purchased, count = began, 0
    # Half have gone after four months; some stay.
    stays = (1, 1, 2, 3, 3, 4, 5, 6, 8, 9, 11, 13, 14, 16, 16, 16)[number * 31 // 7 % 16]
    has_trial = months == 1 and number % 3 == 0 and plan[0].startswith("coffee.club.silver")
    while purchased < now and count < stays:
        is_trial, code = has_trial and count == 0, count == 0 and number % 17 == 0 and not has_trial
        expires = purchased + 7 * DAY if is_trial else months_later(purchased, months)
        own = original if count == 0 else 10**16 + number * 100 + count
        content = transaction(own, original, plan, place, purchased, began, expires, is_trial, code)
        yield purchased, own, content
        if number % 40 == 0 and count == 1 and purchased + 3 * DAY < now:
            revoked = purchased + 3 * DAY
            yield revoked, own, transaction(own, original, plan, place, purchased, began, expires, is_trial, code, revoked)
        purchased, count = expires, count + 1


def sort_key(instant, rank, digest=None, sequence=None):
    head = struct.pack(">Q", (instant + (1 << 63)) & (2**64 - 1)) + bytes([rank])
    return head + (b"\x00" + digest if digest else b"\x01" + struct.pack(">Q", sequence + (1 << 63)))


def claim(lineage, customer):
    """The content of the claim of a purchase; its basis is the customer's session."""
    return b"\x02\x04" + varint(1) + text(lineage) + text(customer) + text("session")


def facts(customers, names, first, scope, document, now, received, lineage):
    """The rows of all facts, in the order of the purchases; all were received at one date."""
    identifier = first
    for number in range(customers):
        original = lineage(number)
        began = None
        for instant, own, content in transactions(number, original, now):
            began = began or instant
            digest = hashlib.blake2b(content, digest_size=32).digest()
            yield (identifier, scope, "transaction", str(original), None, sort_key(instant, 30, digest), instant, None, content,
                   document, received, "apple")
            identifier += 1
        content = claim(str(original), names[number])
        digest = hashlib.blake2b(content, digest_size=32).digest()
        yield (identifier, scope, "command", str(original), names[number], sort_key(began, 40, sequence=10**9 + number), began,
               digest, content, None, received, "app")
        identifier += 1
