# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Purser authors

"""Recomputes every figure of the console from the App Store's own books, and compares it with the API and the pages.

The books are the transactions and notifications that the simulator lists. What each figure is comes from Documentation/Charts.md
alone; nothing of the server is used but its answers. Tables of taxes and commissions are facts of the world, and are read as such.
"""

import calendar
import collections
import csv
import datetime
import io
import json
import re
import urllib.parse
import urllib.request
from fractions import Fraction
from pathlib import Path
from zoneinfo import ZoneInfo

PACIFIC = ZoneInfo("America/Los_Angeles")
TABLES = Path(__file__).resolve().parents[3] / "Sources/Commerce/Money/Data"
DAY = 86_400_000
MRR_PARTS = ["mrr_new", "mrr_reactivated", "mrr_expansion", "mrr_contraction", "mrr_churned"]
STATES = {"active", "active_paid", "active_trial", "mrr", "seats", "committed_revenue"}


def nearest(value):
    """A whole number, halves away from zero."""
    size = abs(Fraction(value))
    whole = (2 * size.numerator + size.denominator) // (2 * size.denominator)
    return whole if value >= 0 else -whole


def day_of(milliseconds):
    return datetime.datetime.fromtimestamp(milliseconds / 1000, PACIFIC).date()


def midnight(day):
    """The instant at which a Pacific day begins."""
    return int(datetime.datetime(day.year, day.month, day.day, tzinfo=PACIFIC).timestamp() * 1000)


def months_later(milliseconds, count):
    """The same Pacific time of the day so many months later; the last day of a shorter month."""
    date = datetime.datetime.fromtimestamp(milliseconds / 1000, PACIFIC)
    month = date.month - 1 + count
    year, month = date.year + month // 12, month % 12 + 1
    later = date.replace(tzinfo=None, year=year, month=month, day=min(date.day, calendar.monthrange(year, month)[1]))
    return int(later.replace(tzinfo=PACIFIC).timestamp() * 1000) + date.microsecond // 1000 % 1


def table(name):
    lines = [line.split("\t") for line in (TABLES / name).read_text().splitlines() if line and not line.startswith("#")]
    return [dict(zip(lines[0], line)) for line in lines[1:]]


Move = collections.namedtuple("Move", "instant day product storefront offer currency amount parts payer lineage is_payment")
Period = collections.namedtuple("Period", "start end product storefront offer currency monthly is_trial")


class Books:
    """What the App Store sold, and what follows from it."""

    def __init__(self, store):
        self.store = store
        self.now = self.ask("/status")["now"]
        self.records = list(self.pages())
        self.taxes, self.latest = table("taxes-by-date.tsv"), {row["country"]: row for row in table("storefronts-2026.tsv")}
        self.shares = table("commission-shares.tsv")
        self.lineages = collections.defaultdict(list)
        for record in self.records:
            self.lineages[record["transaction"]["originalTransactionId"]].append(record)
        for own in self.lineages.values():
            own.sort(key=lambda record: (record["transaction"]["purchaseDate"], record["transaction"]["transactionId"]))
        self.refunds = self.read_refunds()
        self.moves, self.periods = [], {}
        for lineage, own in self.lineages.items():
            self.add(lineage, own)

    def ask(self, path):
        with urllib.request.urlopen(self.store + "/simulator/v1" + path, timeout=300) as answer:
            return json.loads(answer.read())

    def pages(self):
        before = ""
        while before is not None:
            page = self.ask("/transactions?limit=500" + (f"&before={before}" if before else ""))
            yield from page["transactions"]
            before = page.get("next")

    def read_refunds(self):
        """Each transaction's refunds in order: (instant, share in thousandths of a per cent or none, instant of its reversal)."""
        events = []
        for label in ["REFUND", "REFUND_REVERSED"]:
            found = self.ask(f"/notifications?label={label}")["notifications"]
            assert len(found) < 200, "more refunds than a page of notifications has"
            events += [(each["signedDate"], label, each["transaction"]) for each in found]
        refunds = collections.defaultdict(list)
        for signed, label, transaction in sorted(events, key=lambda each: each[0]):
            own = refunds[transaction["transactionId"]]
            if label == "REFUND_REVERSED":
                own[-1] = own[-1][:2] + (signed,)
            else:
                own.append((transaction["revocationDate"], transaction.get("revocationPercentage"), None))
        for record in self.records:
            transaction = record["transaction"]
            is_refunded = "revocationDate" in transaction and not transaction.get("isUpgraded")
            if is_refunded and transaction.get("inAppOwnershipType") == "PURCHASED" and transaction["transactionId"] not in refunds:
                refunds[transaction["transactionId"]].append(
                    (transaction["revocationDate"], transaction.get("revocationPercentage"), None))
        return refunds

    @staticmethod
    def offer(transaction):
        kind = transaction.get("offerType")
        return transaction.get("offerIdentifier") or ("" if kind is None else "introductory" if kind == 1 else f"offer-{kind}")

    def parts(self, transaction, amount):
        """Tax, commission and proceeds of an amount, by the rates of the day of the payment."""
        day, country = day_of(transaction["purchaseDate"]).isoformat(), transaction["storefront"]
        lines = [row for row in self.taxes if row["country"] == country]
        begun = [row for row in lines if row["from"] <= day]
        rule = begun[-1] if begun else self.latest[country] | {"kind": self.latest[country]["tax"]}
        rate = Fraction(rule["rate"]) / 100
        tax = {"included": amount - nearest(amount / (1 + rate)), "withheld": nearest(amount * rate)}.get(rule["kind"], 0)
        rows = [row for row in self.shares if row["rate"] == "standard" and row["from"] <= day and row["country"] in ("*", country)]
        own = [row for row in rows if row["country"] == country] or rows
        proceeds = nearest((amount - tax) * Fraction(own[-1]["share"]) / 100)
        return {"tax": tax, "commission": amount - tax - proceeds, "proceeds": proceeds}

    def add(self, lineage, own):
        payer = own[0]["customer"]
        transactions = [record["transaction"] for record in own if record["transaction"]["inAppOwnershipType"] == "PURCHASED"]
        periods = []
        for transaction in transactions:
            price = transaction.get("price", 0)

            def move(instant, amount, is_payment):
                if amount:
                    self.moves.append(Move(
                        instant, day_of(instant), transaction["productId"], transaction["storefront"], self.offer(transaction),
                        transaction["currency"], amount, self.parts(transaction, amount), payer, lineage, is_payment))

            move(transaction["purchaseDate"], price, True)
            end, is_undone = transaction.get("expiresDate"), False
            for instant, percentage, reversal in self.refunds.get(transaction["transactionId"], []):
                is_part = percentage is not None and percentage < 100_000
                amount = nearest(Fraction(price * percentage, 100_000)) if is_part else price
                move(instant, -amount, False)
                if reversal:
                    move(reversal, amount, True)
                elif is_part and end:
                    end = min(end, instant)
                else:
                    is_undone = True
            if transaction.get("isUpgraded"):
                later = [other["purchaseDate"] for other in transactions if other["purchaseDate"] > transaction["purchaseDate"]
                         and other["productId"] != transaction["productId"]]
                at = min(later)
                length = transaction["expiresDate"] - transaction["purchaseDate"]
                move(at, -nearest(Fraction(price * (transaction["expiresDate"] - at), length)), False)
                end = at
            if transaction["type"] == "Auto-Renewable Subscription" and not is_undone:
                is_trial = transaction.get("offerDiscountType") == "FREE_TRIAL"
                monthly = None if is_trial or not price else self.monthly(price, transaction["expiresDate"] - transaction["purchaseDate"])
                periods.append(Period(
                    transaction["purchaseDate"], end, transaction["productId"], transaction["storefront"], self.offer(transaction),
                    transaction["currency"], monthly, is_trial))
        periods.sort()
        if periods:
            self.periods[lineage] = (payer, periods)

    @staticmethod
    def monthly(price, length):
        days = (length + DAY // 2) // DAY
        for months, least, most in [(1, 28, 31), (2, 59, 62), (3, 89, 92), (6, 181, 184), (12, 365, 366)]:
            if least <= days <= most:
                return nearest(Fraction(price, months))
        return nearest(Fraction(price) * Fraction(36525, 1200) / days)

    def rows(self, first, last):
        """Every number that is not zero: (day, product, storefront, offer, currency, measure) -> value."""
        sums = collections.Counter()

        def count(day, of, measure, value=1, currency=""):
            if first <= day <= last:
                sums[day.isoformat(), of.product, of.storefront, of.offer, currency, measure] += value

        for move in self.moves:
            count(move.day, move, "revenue", move.amount, move.currency)
            count(move.day, move, "payments" if move.is_payment else "refunds")
            if not move.is_payment:
                count(move.day, move, "refunded", -move.amount, move.currency)
            for measure, value in move.parts.items():
                count(move.day, move, measure, value, move.currency)
        days = [first + datetime.timedelta(days=each) for each in range((last - first).days + 1)]
        for _, periods in self.periods.values():
            had_trial = False
            converted = False
            for period in periods:
                if period.is_trial:
                    had_trial = True
                    count(day_of(period.start), period, "trials_started")
                elif had_trial and not converted:
                    converted = True
                    count(day_of(period.start), period, "trial_conversions")
            before = self.in_service(periods, midnight(days[0]))
            for day in days:
                begin = midnight(day)
                now = self.in_service(periods, midnight(day + datetime.timedelta(days=1)))
                self.add_day(count, day, before, now, periods[0].start < begin, any(each.monthly and each.start < begin for each in periods))
                before = now
        return {key: value for key, value in sums.items() if value}

    @staticmethod
    def in_service(periods, instant):
        return next((each for each in reversed(periods) if each.start < instant <= each.end), None)

    @staticmethod
    def add_day(count, day, before, now, had_service, had_revenue):
        if now:
            count(day, now, "active")
            count(day, now, "active_trial" if now.is_trial else "active_paid")
            if now.monthly:
                count(day, now, "mrr", now.monthly, now.currency)
        if now and not before:
            count(day, now, "reactivated" if had_service else "new")
        if before and not now:
            count(day, before, "churned")
        old = before.monthly if before and before.monthly else None
        new = now.monthly if now and now.monthly else None
        if old and new and before.currency == now.currency:
            if new != old:
                count(day, now, "mrr_expansion" if new > old else "mrr_contraction", abs(new - old), now.currency)
            return
        if new:
            count(day, now, "mrr_reactivated" if had_revenue else "mrr_new", new, now.currency)
        if old:
            count(day, before, "mrr_churned", old, before.currency)

    def summary(self, first, last):
        revenue, payers, ever, total = collections.Counter(), set(), set(), collections.Counter()
        payments = refunds = ended = converted = 0
        payers_in, ever_in = collections.defaultdict(set), collections.defaultdict(set)
        for move in self.moves:
            total[move.currency] += move.amount
            if move.is_payment:
                ever.add(move.payer)
                ever_in[move.currency].add(move.payer)
            if first <= move.day <= last:
                revenue[move.currency] += move.amount
                payments, refunds = payments + move.is_payment, refunds + (not move.is_payment)
                if move.is_payment:
                    payers.add(move.payer)
                    payers_in[move.currency].add(move.payer)
        for _, periods in self.periods.values():
            for number, period in enumerate(periods):
                if period.is_trial and day_of(period.end) < day_of(self.now) and first <= day_of(period.start) <= last:
                    ended += 1
                    converted += any(not each.is_trial for each in periods[number + 1:])
        return {"revenue": dict(revenue), "payers": len(payers), "payments": payments, "refunds": refunds, "endedTrials": ended,
                "convertedTrials": converted, "lifetimeRevenue": dict(total), "lifetimePayers": len(ever),
                "payersIn": {currency: len(own) for currency, own in payers_in.items()},
                "lifetimePayersIn": {currency: len(own) for currency, own in ever_in.items()}}

    def cohorts(self, months):
        cohorts = {}
        for lineage, (_, periods) in self.periods.items():
            paid = next((each for each in periods if not each.is_trial), None)
            if not paid:
                continue
            cohort = cohorts.setdefault(day_of(paid.start).strftime("%Y-%m"), {
                "size": 0, "eligible": [], "retained": [], "revenue": collections.Counter(),
                "payers": collections.Counter()})
            cohort["size"] += 1
            for count in range(1, months + 1):
                instant = months_later(paid.start, count)
                if day_of(instant) >= day_of(self.now):
                    break
                if len(cohort["eligible"]) < count:
                    cohort["eligible"].append(0)
                    cohort["retained"].append(0)
                cohort["eligible"][count - 1] += 1
                cohort["retained"][count - 1] += any(each.start <= instant < each.end for each in periods)
            for move in self.moves:
                if move.lineage == lineage:
                    cohort["revenue"][move.currency] += move.amount
            cohort["payers"].update({move.currency for move in self.moves if move.lineage == lineage and move.is_payment})
        return cohorts

    def customer(self, name):
        """What the head of a customer's page says."""
        own = [move for move in self.moves if move.payer == name]
        paid, refunded = collections.Counter(), collections.Counter()
        for move in own:
            (paid if move.is_payment else refunded)[move.currency] += abs(move.amount)
        subscriptions = self.ask(f"/customers/{urllib.parse.quote(name)}/subscriptions")["subscriptions"]
        transactions = [record["transaction"] for record in self.records if record["customer"] == name]
        last = max(transactions, key=lambda each: each["purchaseDate"], default=None)
        return {"paid": dict(paid), "refunded": dict(refunded), "payments": sum(move.is_payment for move in own),
                "refunds": sum(not move.is_payment for move in own), "transactions": len(transactions),
                "storefront": last and last["storefront"], "subscriptions": subscriptions}


class Buckets:
    """An axis: the pieces of some days, by their length."""

    def __init__(self, first, last, length):
        self.all, start = [], self.start(first, length)
        while start <= last:
            following = self.following(start, length)
            self.all.append((max(start, first), min(following - datetime.timedelta(days=1), last)))
            start = following

    @staticmethod
    def start(day, length):
        if length == "week":
            return day - datetime.timedelta(days=day.weekday())
        month = {"month": day.month, "quarter": (day.month - 1) // 3 * 3 + 1, "year": 1}.get(length)
        return day.replace(month=month, day=1) if month else day

    @staticmethod
    def following(start, length):
        if length in ("day", "week"):
            return start + datetime.timedelta(days=1 if length == "day" else 7)
        month = start.month - 1 + {"month": 1, "quarter": 3, "year": 12}[length]
        return start.replace(year=start.year + month // 12, month=month % 12 + 1)


class Figures:
    """The books' figures, added up as a chart does."""

    def __init__(self, books, first, last, rates=None, target=None):
        self.books, self.first, self.last = books, first, last
        self.rows = books.rows(first - datetime.timedelta(days=1), last)
        self.rates, self.target = rates, target
        if target:
            converted = collections.Counter()
            for key, value in self.rows.items():
                currency = key[4]
                if currency and currency != target:
                    value = nearest(value * rates[target] / rates[currency])
                converted[key[:4] + (target if currency else "",) + key[5:]] += value
            self.rows = converted

    def sum(self, measure, first, last, currency, segment=None, value=None):
        place = {"product": 1, "storefront": 2, "offer": 3}.get(segment)
        return sum(
            number for key, number in self.rows.items()
            if key[5] == measure and first.isoformat() <= key[0] <= last.isoformat() and (not key[4] or key[4] == currency)
            and (place is None or key[place] == value))

    def value(self, chart, first, last, currency, segment=None, value=None):
        """A chart's number for a bucket: a sum, or the two parts of a ratio."""
        flow = lambda measure: self.sum(measure, first, last, currency, segment, value)  # noqa: E731
        state = lambda measure: self.sum(measure, last, last, currency, segment, value)  # noqa: E731
        yesterday = first - datetime.timedelta(days=1)
        simple = {"revenue": "revenue", "refunds": "refunded", "payments": "payments", "new-subscriptions": "new", "new-trials": "trials_started"}
        states = {"mrr": ("mrr", 1), "arr": ("mrr", 12), "active": ("active", 1), "trials": ("active_trial", 1), "seats": ("seats", 1),
                  "committed-revenue": ("committed_revenue", 1)}
        if chart in simple:
            return flow(simple[chart])
        if chart in states:
            return state(states[chart][0]) * states[chart][1]
        if chart == "refund-rate":
            return flow("refunds"), flow("payments")
        if chart in ("churn", "revenue-churn"):
            part, whole = ("churned", "active") if chart == "churn" else ("mrr_churned", "mrr")
            return flow(part), self.sum(whole, yesterday, yesterday, currency)
        own = self.books.summary(first, last)
        if chart == "trial-conversion":
            return own["convertedTrials"], own["endedTrials"]
        if chart == "arppu":
            revenue = own["revenue"]
            if self.target:
                total = sum(nearest(amount * self.rates[currency] / self.rates[each]) for each, amount in revenue.items())
                return total, own["payers"]
            return revenue.get(currency, 0), own["payersIn"].get(currency, 0)
        raise KeyError(chart)

    PARTS = {
        "proceeds": [("proceeds", 1), ("tax", 1), ("commission", 1)],
        "subscriptions-movement": [("new", 1), ("reactivated", 1), ("churned", -1)],
        "mrr-movement": list(zip(MRR_PARTS, [1, 1, 1, -1, -1])),
    }
    MONEY = {"revenue", "proceeds", "mrr", "mrr-movement", "arr", "committed-revenue", "refunds", "arppu", "revenue-churn"}
    SHARES = {"refund-rate", "churn", "revenue-churn", "trial-conversion"}
    SEGMENTED = {"revenue", "refunds", "payments", "new-subscriptions", "new-trials", "mrr", "arr", "active", "trials"}
    ALL = ["revenue", "proceeds", "mrr", "mrr-movement", "arr", "committed-revenue", "refunds", "refund-rate", "arppu", "payments", "active",
           "subscriptions-movement", "new-subscriptions", "churn", "revenue-churn", "seats", "trials", "new-trials", "trial-conversion"]

    def lines(self, chart, first, last, currency, segment=None):
        """The lines of a chart's file for a bucket: segment -> number."""
        if chart in self.PARTS:
            own = {measure: sign * self.sum(measure, first, last, currency) for measure, sign in self.PARTS[chart]}
            return own | {"net": sum(own.values())}
        return {"": self.value(chart, first, last, currency)}


SYMBOLS = {"CN¥": "CNY", "JP¥": "JPY", "US$": "USD", "$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₩": "KRW"}


def money(text, language="en"):
    """An amount as a page writes it: milliunits and the currency."""
    text = text.strip().removeprefix("≥").strip()
    found = re.fullmatch(r"(−?)\s*(\D+?)[\s\u00a0]*([\d,]+)(?:\.(\d+))?", text)
    assert found, f"not an amount: {text!r}"
    sign, symbol, whole, rest = found.groups()
    currency = {"¥": "CNY"}.get(symbol) if language == "zh" and symbol == "¥" else SYMBOLS.get(symbol, symbol)
    value = int(whole.replace(",", "")) * 1000 + int((rest or "").ljust(3, "0")[:3])
    return (-value if sign else value), currency


def shown(milliunits, currency):
    """An amount with as many decimals as its currency has, in milliunits; halves away from zero."""
    unit = {"JPY": 1000, "KRW": 1000, "BHD": 1}.get(currency, 10)
    return nearest(Fraction(milliunits, unit)) * unit


class Comparison:
    """Compares the books with the server's answers; each difference is a line."""

    def __init__(self, shop, page, note, language="en"):
        self.shop, self.page, self.note, self.language = shop, page, note, language
        self.books = Books(shop.store)
        self.today = day_of(self.books.now)
        self.counts = collections.Counter()

    def same(self, number, what, ours, theirs):
        """Notes a difference between the books and the server."""
        self.counts[number] += 1
        self.note(number, what, [] if ours == theirs else [f"the books say {ours}, the server {theirs}"])

    def api(self, path):
        return self.shop.api("GET", path)

    def cells(self, first, last):
        """`GET /v1/charts` in every dimension."""
        query = f"/charts?from={first}&until={last}&groupBy=day,product,storefront,offer&environment=Production"
        found = {
            tuple(row.get(name) or "" for name in ["day", "product", "storefront", "offer", "currency", "measure"]): row["value"]
            for row in self.api(query)["rows"]}
        ours = self.books.rows(first, last)
        self.same(36, "how many numbers of /v1/charts", len(ours), len(found))
        for key in sorted(set(ours) | set(found)):
            self.same(36, f"/v1/charts {key}", ours.get(key, 0), found.get(key, 0))

    def identities(self, first, last):
        """38: a state is the state before it, with what came and without what went."""
        rows = self.books.rows(first - datetime.timedelta(days=1), last)
        sums = collections.Counter()
        for key, value in rows.items():
            sums[key[0], key[4], key[5]] += value
        day = first
        while day <= last:
            name, before = day.isoformat(), (day - datetime.timedelta(days=1)).isoformat()
            self.same(38, f"active of {name}", sums[before, "", "active"] + sums[name, "", "new"] + sums[name, "", "reactivated"]
                      - sums[name, "", "churned"], sums[name, "", "active"])
            for currency in {key[1] for key in sums if key[1]}:
                moved = [sums[name, currency, part] * sign for part, sign in zip(MRR_PARTS, [1, 1, 1, -1, -1])]
                self.same(38, f"MRR of {name} in {currency}", sums[before, currency, "mrr"] + sum(moved), sums[name, currency, "mrr"])
            day += datetime.timedelta(days=1)

    def summaries(self, ranges):
        for first, last in ranges:
            found = self.api(f"/charts/summary?from={first}&until={last}&environment=Production")
            paying = {"payersIn": "revenue", "lifetimePayersIn": "lifetimeRevenue"}
            for name, value in self.books.summary(first, last).items():
                if name in paying:
                    theirs = {row["currency"]: row["payers"] for row in found[paying[name]] if row["payers"]}
                    self.same(36, f"/v1/charts/summary {first} {last} {name}", value, theirs)
                    continue
                theirs = found.get(name)
                if isinstance(value, dict):
                    theirs = {row["currency"]: row["milliunits"] for row in theirs} if isinstance(theirs, list) else theirs
                self.same(36, f"/v1/charts/summary {first} {last} {name}", value, theirs)

    def retention(self):
        ours = self.books.cohorts(24)
        found = self.api("/charts/cohorts?environment=Production&months=24")["cohorts"]
        self.same(36, "cohorts", sorted(ours), [each["month"][:7] for each in found])
        for each in found:
            own = ours.get(each["month"][:7])
            if own is None:
                continue
            revenue = each["revenue"]
            if isinstance(revenue, list):
                revenue = {row["currency"]: row["milliunits"] for row in revenue}
            for name, value in [("size", own["size"]), ("eligible", own["eligible"]), ("retained", own["retained"])]:
                self.same(36, f"cohort {each['month']} {name}", value, each[name])
            self.same(36, f"cohort {each['month']} payers", dict(own["payers"]),
                      {row["currency"]: row["payers"] for row in each["revenue"] if row["payers"]})
            self.same(36, f"cohort {each['month']} revenue", {key: value for key, value in own["revenue"].items() if value},
                      {key: value for key, value in revenue.items() if value})
        self.heat(ours)
        self.lifetime(ours)

    def heat(self, ours):
        self.page.goto(self.shop.server + "/console/charts/retention?mode=count")
        rows = self.page.evaluate("""() => [...document.querySelectorAll('table.heat tbody tr')].map((row) =>
            [...row.cells].map((cell) => cell.textContent.trim()))""")
        self.same(36, "rows of retention", len(ours) + 1, len(rows))
        for row, (month, own) in zip(rows, sorted(ours.items())):
            self.same(36, f"retention of {month}", [str(each) for each in [own["size"], own["size"], *own["retained"]]],
                      [text.replace(",", "") for text in row[1:] if text])
        width = max(len(own["eligible"]) for own in ours.values())
        whole = [own for own in ours.values()]
        expected = [sum(own["size"] for own in whole)] * 2
        for count in range(width):
            old = [own for own in whole if count < len(own["eligible"]) and own["eligible"][count] == own["size"]]
            expected += [sum(own["retained"][count] for own in old)] if old else []
        self.same(36, "retention of all", [str(each) for each in expected], [text.replace(",", "") for text in rows[-1][1:] if text])

    def lifetime(self, ours):
        summary = self.books.summary(self.today, self.today)
        for currency in summary["lifetimeRevenue"]:
            self.page.goto(f"{self.shop.server}/console/charts/lifetime-value?cur={currency}")
            numbers = self.page.locator("main .numbers b").all_inner_texts()
            total, payers = summary["lifetimeRevenue"][currency], summary["lifetimePayersIn"].get(currency, 0)
            mean = int(Fraction(total, payers)) if total >= 0 else -int(Fraction(-total, payers))
            self.same(36, f"LTV in {currency}", (shown(mean, currency), currency), money(numbers[0], self.language))
            self.same(36, f"paid so far in {currency}", (shown(total, currency), currency), money(numbers[1], self.language))
            self.same(36, f"payers in {currency}", str(payers), numbers[2].replace(",", ""))
            rows = self.page.locator("#cohorts tbody tr").all()
            for row, (month, own) in zip(rows, sorted(ours.items())):
                cells = row.locator("td").all_inner_texts()
                self.same(36, f"LTV of {month} in {currency}", [str(own["payers"][currency]), (shown(own["revenue"][currency], currency), currency)],
                          [cells[1].replace(",", ""), money(cells[2], self.language)])

    def file(self, chart, query):
        answer = self.page.request.get(f"{self.shop.server}/console/charts/{chart}/csv?{query}")
        assert answer.status == 200, f"{chart}?{query}: {answer.status}"
        return list(csv.DictReader(io.StringIO(answer.text().removeprefix("\ufeff"))))

    @staticmethod
    def decimal(text):
        return int(Fraction(text) * 1000) if text else None

    def charts(self, first, last, lengths=("day", "week", "month", "quarter", "year"), target=None, rates=None):
        """Every chart in every resolution: its file, and its page's table."""
        figures = Figures(self.books, first, last, rates, target)
        currencies = [target] if target else sorted({key[4] for key in figures.rows if key[4]})
        for chart in Figures.ALL:
            for length in lengths:
                for currency in currencies if chart in Figures.MONEY else [None]:
                    query = f"from={first}&until={last}&res={length}&vs=none" + (f"&cur={currency}" if currency and not target else "")
                    query += f"&in={target}" if target else ""
                    self.chart(figures, chart, length, currency, query)

    def chart(self, figures, chart, length, currency, query):
        rows, place = self.file(chart, query), f"{chart}?{query}"
        found = {(row["first_day"], row["segment"]): row for row in rows}
        buckets = Buckets(figures.first, figures.last, length).all
        self.same(39, f"buckets of {place}", [first.isoformat() for first, _ in buckets], sorted({row["first_day"] for row in rows}))
        for first, last in buckets:
            for segment, number in figures.lines(chart, first, last, currency).items():
                row = found.get((first.isoformat(), segment))
                if row is None:
                    self.same(36, f"{place} {first} {segment}", number, "no row")
                elif isinstance(number, tuple):
                    scale = 1000 if chart == "arppu" else 1
                    theirs = int(Fraction(row["numerator"]) * scale), int(row["denominator"])
                    self.same(36, f"{place} {first}", number, theirs)
                elif chart in Figures.MONEY:
                    self.same(36, f"{place} {first} {segment}", number, self.decimal(row["value"]))
                else:
                    self.same(36, f"{place} {first} {segment}", number, int(row["value"]))

    def segments(self, first, last):
        """Each chart that can be taken apart, by product, storefront and offer."""
        figures = Figures(self.books, first, last)
        for chart in sorted(Figures.SEGMENTED):
            for segment in ["product", "storefront", "offer"]:
                query = f"from={first}&until={last}&res=month&vs=none&by={segment}" + ("&cur=USD" if chart in Figures.MONEY else "")
                for row in self.file(chart, query):
                    if row["segment"] == "other":
                        continue
                    days = [datetime.date.fromisoformat(row[name]) for name in ["first_day", "last_day"]]
                    # The whole has the name of what has no offer.
                    wholes = [figures.value(chart, *days, "USD"), figures.value(chart, *days, "USD", segment, row["segment"])]
                    theirs = self.decimal(row["value"]) if chart in Figures.MONEY else int(row["value"])
                    ours = wholes[1] if row["segment"] else theirs if theirs in wholes else wholes
                    self.same(36, f"{chart} by {segment} {row['segment']} {days[0]}", ours, theirs)

    def tables(self, first, last):
        """The table of each chart's page shows what its file has."""
        figures = Figures(self.books, first, last)
        for chart in Figures.ALL:
            currency = "USD" if chart in Figures.MONEY else None
            query = f"from={first}&until={last}&res=month&vs=none&view=table" + (f"&cur={currency}" if currency else "")
            self.page.goto(f"{self.shop.server}/console/charts/{chart}?{query}")
            table = self.page.locator("section[id^=chart-] table").first
            if not table.count():
                numbers = [figures.lines(chart, *days, currency) for days in Buckets(first, last, "month").all]
                is_empty = all(number in (0, (0, 0)) or (isinstance(number, tuple) and not number[0]) for own in numbers for number in own.values())
                self.same(36, f"the page of {chart} is empty", is_empty, True)
                continue
            cells = table.locator("tbody tr").evaluate_all("(rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent.trim()))")
            for row, days in zip(cells, Buckets(first, last, "month").all):
                for number, text in zip(figures.lines(chart, *days, currency).values(), row[1:]):
                    self.same(36, f"the page of {chart} {days[0]}", self.written(chart, number, currency), self.read(chart, text))

    def written(self, chart, number, currency):
        if chart == "arppu":
            return None if not number[1] else (shown(int(Fraction(number[0], number[1])), currency), currency)
        if isinstance(number, tuple):
            return None if not number[1] else nearest(Fraction(1000 * number[0], number[1]))
        return (shown(number, currency), currency) if chart in Figures.MONEY else number

    def read(self, chart, text):
        if text == "–":
            return None
        if chart in Figures.SHARES:
            return int(text.replace("−", "-").replace("%", "").replace(".", "").replace(",", ""))
        if chart in Figures.MONEY:
            amount, currency = money(text, self.language)
            return shown(amount, currency), currency
        return int(text.replace(",", "").replace("−", "-"))

    def overview(self):
        """The five numbers of the overview, and its verdict."""
        last, first = self.today, self.today - datetime.timedelta(days=27)
        figures = Figures(self.books, self.today - datetime.timedelta(days=60), last)
        self.page.goto(self.shop.server + "/console")
        texts = self.page.locator("a.number[href*='/charts/']").evaluate_all(
            "(links) => Object.fromEntries(links.map((link) => [link.pathname.split('/').pop(), link.querySelector('b').textContent.trim()]))")
        for chart in ["mrr", "revenue", "active", "churn", "new-trials"]:
            days = (first, last)
            if chart == "churn":
                # The 30 days before today, or as many as are shown.
                days = (max(first, last - datetime.timedelta(days=29)), last)
            text = texts.get(chart)
            if text is None:
                self.same(36, f"the overview has {chart}", True, False)
                continue
            currency = money(text, self.language)[1] if chart in Figures.MONEY else None
            self.same(36, f"overview: {chart}", self.written(chart, figures.value(chart, *days, currency), currency), self.read(chart, text))

    def customers(self, limit=None):
        """The head of each customer's page, and the number of transactions."""
        # A member of a family has purchases of others and is not a customer of the server.
        names = sorted({record["customer"] for record in self.books.records if record["transaction"]["inAppOwnershipType"] == "PURCHASED"})
        for name in names[:limit]:
            ours = self.books.customer(name)
            self.page.goto(f"{self.shop.server}/console/customers/{urllib.parse.quote(name)}")
            facts = self.page.evaluate("""() => [...document.querySelectorAll('.customer-head .facts > div dd')].map((element) =>
                [...element.querySelectorAll('b, small')].map((part) => part.textContent.trim()))""")
            if not facts:
                self.same(36, f"the page of {name}", True, False)
                continue
            for title, amounts, sums in [("paid", facts[0], ours["paid"]), ("refunded", facts[1][:-1], ours["refunded"])]:
                texts = [text for part in amounts for text in part.split(" · ") if text != "–"]
                theirs = {currency: value for value, currency in (money(text, self.language) for text in texts)}
                self.same(36, f"{name} {title}", {key: shown(value, key) for key, value in sums.items()},
                          {key: shown(value, key) for key, value in theirs.items()})
            counts = sorted(int(each) for each in re.findall(r"\d+", facts[1][-1]))
            self.same(36, f"{name} payments and refunds", sorted([ours["payments"], ours["refunds"]]), counts)
            if ours["payments"]:
                self.same(36, f"{name} storefront", ours["storefront"], facts[2][0])
            tab = self.page.locator("nav.tabs a[href*='tab=transactions']").inner_text()
            self.same(45, f"{name} transactions", str(ours["transactions"]), re.search(r"[\d,]+$", tab.strip())[0].replace(",", ""))
            self.renewal(name, ours, facts[4])

    def renewal(self, name, ours, fact):
        """The next renewal or end, of the subscription that lasts longest."""
        active = [each for each in ours["subscriptions"] if each["status"] == 1 and each["expiresDate"] > self.books.now]
        if not active:
            return
        last = max(active, key=lambda each: each["expiresDate"])
        if last["transaction"]["inAppOwnershipType"] != "PURCHASED":
            return
        date = datetime.datetime.fromtimestamp(last["expiresDate"] / 1000, datetime.UTC)
        text = f"{date.year}年{date.month}月{date.day}日" if self.language == "zh" else f"{date.day} {date:%b} {date.year}"
        self.same(36, f"{name} next", text, fact[0])
        is_on = last["renewalInfo"]["autoRenewStatus"] == 1
        words = ["will renew", "renews", "将续期"] if is_on else ["does not renew", "不再续期"]
        self.same(36, f"{name} renews", True, any(fact[1].endswith(word) for word in words))

    def payouts(self):
        """What Apple should pay for the fiscal months of the books, by the API and by the page."""
        months = sorted({move.day.strftime("%Y-%m") for move in self.books.moves})
        for month in months:
            found = self.api(f"/payouts/{month}?environment=Production")
            first, last = (datetime.date.fromisoformat(found[name]) for name in ["from", "until"])
            own = collections.defaultdict(collections.Counter)
            for move in self.books.moves:
                if first <= move.day <= last:
                    own[move.currency].update({"revenue": move.amount, **move.parts})
            theirs = {each["currency"]: {name: each[name] for name in ["revenue", "tax", "commission", "proceeds"]} for each in found["amounts"]}
            ours = {currency: {name: sums[name] for name in ["revenue", "tax", "commission", "proceeds"]} for currency, sums in own.items()}
            self.same(36, f"/v1/payouts/{month}", ours, theirs)
            self.page.goto(f"{self.shop.server}/console/payouts?month={month}")
            for row in self.page.locator("#amounts tbody tr").all():
                cells = row.locator("td").all_inner_texts()
                sums = own[cells[0]]
                expected = [(shown(sums[name], cells[0]), cells[0]) for name in ["revenue", "tax", "commission", "proceeds"]]
                self.same(36, f"payout of {month} in {cells[0]}", expected, [money(text, self.language) for text in cells[1:5]])

    def refund_list(self):
        """The list of refunds has each refunded transaction."""
        found, address = set(), self.shop.server + "/console/refunds"
        while address:
            self.page.goto(address)
            found |= set(re.findall(r"/console/purchases/[^\"]*\"[^>]*>(\d+)<", self.page.content()))
            older = self.page.locator("p.pager a").last
            address = self.shop.server + older.get_attribute("href") if older.count() else None
        self.same(36, "refunded transactions", sorted(self.books.refunds), sorted(found))

    def can_fail(self, first, last):
        """Without one of the transactions the books must differ: a comparison that always agrees proves nothing."""
        missed = []
        whole, counts, note = self.books.records, self.counts.copy(), self.note
        lost = next(each for each in self.books.records if each["transaction"].get("price") and not each["transaction"].get("expiresDate"))
        changed = Books.__new__(Books)
        changed.__dict__.update(self.books.__dict__)
        changed.records, changed.moves, changed.periods = [each for each in whole if each is not lost], [], {}
        changed.lineages = collections.defaultdict(list)
        for record in changed.records:
            changed.lineages[record["transaction"]["originalTransactionId"]].append(record)
        for lineage, own in changed.lineages.items():
            changed.add(lineage, sorted(own, key=lambda record: record["transaction"]["purchaseDate"]))
        books, self.books, self.note = self.books, changed, lambda number, what, found: missed.extend(found)
        self.cells(first, last)
        self.books, self.note, self.counts = books, note, counts
        assert missed, "the comparison does not see a transaction that is not in the books"

    def ratios(self, first, last):
        """41: a ratio of a week is made of the sums of its days, never of their ratios."""
        for chart in ["refund-rate", "trial-conversion", "arppu"]:
            query = f"from={first}&until={last}&vs=none" + ("&cur=USD" if chart == "arppu" else "")
            days, weeks = self.file(chart, query + "&res=day"), self.file(chart, query + "&res=week")
            for week in weeks:
                own = [row for row in days if week["first_day"] <= row["first_day"] <= week["last_day"]]
                numerator = sum(Fraction(row["numerator"]) for row in own)
                self.same(41, f"{chart} {week['first_day']}: the part", numerator, Fraction(week["numerator"]))
                if chart == "arppu":
                    # Who pays on two days is one payer of the week.
                    continue
                denominator = sum(Fraction(row["denominator"]) for row in own)
                self.same(41, f"{chart} {week['first_day']}: the whole", denominator, Fraction(week["denominator"]))
                value = None if not denominator else round(float(numerator * 100 / denominator), 4)
                self.same(41, f"{chart} {week['first_day']}", value, float(week["value"]) if week["value"] else None)

    def conversion(self, first, last, text, day):
        """40: a converted total is the sum of amounts times the rates that the page names."""
        rates = {pair.split(":")[0]: Fraction(pair.split(":")[1]) for pair in text.split(",")}
        self.shop.api("PUT", f"/exchange-rates/{day}", {"rates": text, "source": "check"})
        for target in ["USD", "JPY", "BHD"]:
            before = self.counts[36]
            self.charts(first, last, ("month",), target, rates)
            self.same(40, f"the currencies of {target}", True, self.counts[36] > before)
        self.page.goto(f"{self.shop.server}/console/charts/revenue?from={first}&until={last}&in=USD")
        named = dict(re.findall(r"([A-Z]{3}) ([\d.]+)", " ".join(self.page.locator("details .columns li").all_text_contents())))
        self.same(40, "the rates that the page names", {key: float(value) for key, value in rates.items()},
                  {key: float(value) for key, value in named.items()})
        # Without the rate of one currency its amounts are left out, and the total says so.
        self.shop.api("PUT", f"/exchange-rates/{day}", {"rates": ",".join(pair for pair in text.split(",") if not pair.startswith("JPY")), "source": "check"})
        self.page.goto(f"{self.shop.server}/console/charts/revenue?from={first}&until={last}&in=USD")
        self.same(40, "a total without a rate", True, self.page.locator(".headline").first.inner_text().strip().startswith("≥"))
        self.same(40, "the currency without a rate", True, "JPY" in self.page.locator("p.notice").first.inner_text())

    def all(self, first, last, rates, is_long=True):
        """Compares everything; the number of figures."""
        self.can_fail(first, last)
        self.cells(first, last)
        self.identities(first + datetime.timedelta(days=1), last)
        self.summaries([(first, last), (last - datetime.timedelta(days=27), last), (last, last)])
        self.retention()
        self.overview()
        self.ratios(first, last)
        self.charts(first, last, ("day", "week", "month", "quarter", "year") if is_long else ("month",))
        self.segments(first, last)
        self.tables(first, last)
        self.payouts()
        self.refund_list()
        self.customers(None if is_long else 12)
        self.conversion(first, last, rates, last)
        return sum(self.counts.values())
