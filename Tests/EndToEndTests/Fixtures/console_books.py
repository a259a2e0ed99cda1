# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Purser authors

"""Recomputes every figure of the console from the App Store's own books, and compares it with the API and the pages.

The books are the transactions and notifications that the simulator lists. What each figure is comes from Documentation/Charts.md
alone; nothing of the server is used but its answers. Tables of taxes and commissions are facts of the world, and are read as such.
The App Store does not know when a customer was first named to the server, nor what failed on devices. The shop says
both: it notes the simulator's clock when it names someone in an order, a grant, a consent or a claimed purchase, or
reports a failure.
"""

import calendar
import collections
import csv
import datetime
import io
import json
import math
import re
import urllib.parse
import urllib.request
from fractions import Fraction
from pathlib import Path
from zoneinfo import ZoneInfo

from console_shop import served, sign_in

PACIFIC = ZoneInfo("America/Los_Angeles")
TABLES = Path(__file__).resolve().parents[3] / "Sources/Commerce/Money/Data"
DAY = 86_400_000
MRR_PARTS = ["mrr_new", "mrr_reactivated", "mrr_expansion", "mrr_contraction", "mrr_churned"]
CHURN_REASONS = ["churned_canceled", "churned_billing", "churned_price", "churned_refunded", "churned_other"]
REVENUE_PARTS = ["revenue_new", "revenue_renewals", "revenue_one_time"]
# A failed charge: what is so at a day's end, and what came and went.
PROBLEM_STATES = ["in_grace", "in_retry"]
PROBLEM_MOVES = [("billing_failed", 1), ("recovered_in_grace", -1), ("recovered_in_retry", -1), ("billing_lost", -1)]
TRIAL_MOVES = [("trials_entered", 1), ("trials_paid", -1), ("trials_lost", -1)]
HORIZONS = [7, 30, 90, 365]
CONVERSION_DAYS = [7, 30, 90]
# Notifications about refunds that customers ask for.
REFUND_ANSWERS = {"CONSUMPTION_REQUEST": "refunds_requested", "REFUND_DECLINED": "refunds_declined"}
# Every measure that a shop with failed charges, offers and price increases has.
OCCURRING = [
    *CHURN_REASONS, *REVENUE_PARTS, *PROBLEM_STATES, *(name for name, _ in PROBLEM_MOVES + TRIAL_MOVES),
    "one_time_payments", "active_renewing", "active_ending", "active_trial_ending", "renewals_due", "renewals_done",
    "renewals_changed", "offers_started", "offers_ended", "offers_converted", "price_asked", "price_accepted",
    "price_declined", "price_renewals", "price_effect", *REFUND_ANSWERS.values(),
]
# The regions of the storefronts that the shops use.
REGIONS = {
    "USA": "us-canada", "CAN": "us-canada", "ARG": "latin-america", "DEU": "europe", "GBR": "europe",
    "JPN": "asia-pacific", "KOR": "asia-pacific", "CHN": "asia-pacific", "KEN": "africa-middle-east-india",
}
SEGMENTS = ["product", "storefront", "offer", "group", "kind", "period", "region"]


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


# A period's ending is one of: expired, refunded, left (for another plan) and undone (refunded as if never bought).
# Apple charges the next one when it is due, and again until retry_end. What one offer gave has the same deal.
Period = collections.namedtuple(
    "Period", "start end product storefront offer currency monthly is_trial ending due retry_end reason deal price plan")
Move = collections.namedtuple(
    "Move", "instant day product storefront offer currency amount parts payer lineage is_payment kind")
# A failed charge: from when to when, its kinds as (from when, grace or retry), and whether a period followed.
Problem = collections.namedtuple("Problem", "period begin end kinds is_recovered")
# What the App Store says of a refund that a customer asked for, and a purchase that failed on a device.
Answer = collections.namedtuple("Answer", "day product storefront offer measure transaction")
Failure = collections.namedtuple("Failure", "day code product storefront offer")


def reports_failure(info):
    """Whether a renewal info says that a charge failed and is tried again."""
    return bool(info.get("isInBillingRetryPeriod")) or "gracePeriodExpiresDate" in info


def is_uneventful(info):
    """Whether a renewal info says neither that a charge failed nor that the subscription ended."""
    return not reports_failure(info) and "expirationIntent" not in info


class Books:
    """What the App Store sold, and what follows from it."""

    def __init__(self, shop):
        self.store = shop.store
        self.known = {customer: day_of(instant) for customer, instant in shop.known.items()}
        self.failures = [
            Failure(day_of(each["at"]), each["code"], each.get("productId", ""), each.get("storefront", ""), "")
            for each in shop.failures]
        self.now = self.ask("/status")["now"]
        self.records = list(self.pages())
        self.taxes, self.latest = table("taxes-by-date.tsv"), {row["country"]: row for row in table("storefronts-2026.tsv")}
        self.shares = table("commission-shares.tsv")
        self.products = {each["id"]: self.traits(each) for each in self.ask("/catalog")["products"]}
        self.notifications = list(self.notification_pages())
        self.refunds = self.read_refunds()
        self.answers = list(self.read_answers())
        self.infos = self.read_infos()
        self.add_all()

    def add_all(self):
        # The histories have the undone periods too.
        self.moves, self.periods, self.histories = [], {}, {}
        self.lineages = collections.defaultdict(list)
        for record in self.records:
            self.lineages[record["transaction"]["originalTransactionId"]].append(record)
        for lineage, own in self.lineages.items():
            own.sort(key=lambda record: (record["transaction"]["purchaseDate"], record["transaction"]["transactionId"]))
            self.add(lineage, own)

    def changed(self, **parts):
        """The same books with other transactions, renewal infos or another part."""
        books = Books.__new__(Books)
        books.__dict__.update(self.__dict__ | parts)
        books.add_all()
        return books

    def ask(self, path):
        with urllib.request.urlopen(self.store + "/simulator/v1" + path, timeout=300) as answer:
            return json.loads(answer.read())

    def pages(self):
        before = ""
        while before is not None:
            page = self.ask("/transactions?limit=500" + (f"&before={before}" if before else ""))
            yield from page["transactions"]
            before = page.get("next")

    def notification_pages(self):
        """Every notification once, the oldest first.

        The numbers that "after" compares are not in the answer. The last one of a page is at least as many as were
        seen, so that no page leaves one out; two pages share some where a number is missing.
        """
        seen, after, page = set(), 0, True
        while page:
            page = self.ask(f"/notifications?after={after}")["notifications"]
            yield from (each for each in page if each["notificationUUID"] not in seen)
            seen |= {each["notificationUUID"] for each in page}
            after += len(page)

    @staticmethod
    def traits(product):
        """What a product is, by which charts are taken apart."""
        terms = product.get("subscription", {})
        return {"group": terms.get("group", ""), "period": terms.get("period", ""), "kind": product["type"]}

    def part(self, key, segment):
        """The part of the business that a number is of."""
        if segment in ("product", "storefront", "offer"):
            return key[["product", "storefront", "offer"].index(segment) + 1]
        # A device does not always report what it was about to buy, and where.
        return REGIONS.get(key[2], "") if segment == "region" else self.products.get(key[1], {}).get(segment, "")

    def read_infos(self):
        """Each subscription's renewal infos in the order Apple signed them: notifications tell each change."""
        infos = collections.defaultdict(dict)
        for each in self.notifications:
            info = each.get("renewalInfo")
            if info and each["environment"] == "Production":
                infos[info["originalTransactionId"]][info["signedDate"]] = info
        return {lineage: [own[signed] for signed in sorted(own)] for lineage, own in infos.items()}

    def read_refunds(self):
        """Each transaction's refunds in order: (instant, share in thousandths of a per cent or none, instant of its reversal)."""
        events = [(each["signedDate"], each["label"], each["transaction"]) for each in self.notifications
                  if each["label"] in ("REFUND", "REFUND_REVERSED")]
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

    def read_answers(self):
        """What Apple asked about refunds and declined, on the day it signed that."""
        for each in self.notifications:
            measure, transaction = REFUND_ANSWERS.get(each["label"]), each.get("transaction")
            if measure and each["environment"] == "Production":
                yield Answer(
                    day_of(each["signedDate"]), transaction["productId"], transaction["storefront"],
                    self.offer(transaction), measure, transaction["transactionId"])

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
        history = []
        for transaction in transactions:
            price, kind = transaction.get("price", 0), self.kind(transaction, transactions)

            def move(instant, amount, is_payment):
                if amount:
                    self.moves.append(Move(
                        instant, day_of(instant), transaction["productId"], transaction["storefront"], self.offer(transaction),
                        transaction["currency"], amount, self.parts(transaction, amount), payer, lineage, is_payment,
                        kind))

            move(transaction["purchaseDate"], price, True)
            end, ending, is_undone = transaction.get("expiresDate"), "expired", False
            for instant, percentage, reversal in self.refunds.get(transaction["transactionId"], []):
                is_part = percentage is not None and percentage < 100_000
                amount = nearest(Fraction(price * percentage, 100_000)) if is_part else price
                move(instant, -amount, False)
                if reversal:
                    move(reversal, amount, True)
                elif not is_part:
                    is_undone = True
                elif end and instant < end:
                    end, ending = instant, "refunded"
            if transaction.get("isUpgraded"):
                later = [other["purchaseDate"] for other in transactions if other["purchaseDate"] > transaction["purchaseDate"]
                         and other["productId"] != transaction["productId"]]
                at = min(later)
                length = transaction["expiresDate"] - transaction["purchaseDate"]
                move(at, -nearest(Fraction(price * (transaction["expiresDate"] - at), length)), False)
                end, ending = at, "left"
            if transaction["type"] == "Auto-Renewable Subscription":
                is_trial = transaction.get("offerDiscountType") == "FREE_TRIAL"
                monthly = None if is_trial or not price else self.monthly(price, transaction["expiresDate"] - transaction["purchaseDate"])
                # A refund leaves the renewal on.
                due = transaction["expiresDate"] if ending == "refunded" else end
                has_offer = "offerType" in transaction
                deal = (transaction["offerType"], transaction.get("offerIdentifier")) if has_offer else None
                history.append(Period(
                    transaction["purchaseDate"], end, transaction["productId"], transaction["storefront"], self.offer(transaction),
                    transaction["currency"], monthly, is_trial, "undone" if is_undone else ending, due,
                    due + self.retry_length(transaction), self.reason(transaction, transactions), deal,
                    price, (transaction.get("billingPlanType"), transaction.get("quantity", 1))))
        history.sort(key=lambda each: (each.start, each.end))
        periods = [each for each in history if each.ending != "undone"]
        if history:
            self.histories[lineage] = history
        if periods:
            self.periods[lineage] = (payer, periods)

    @staticmethod
    def retry_length(transaction):
        """How long Apple retries the charge that follows: longer when months of a commitment are paid."""
        plan = transaction.get("billingPlanType")
        return (90 if plan == "MONTHLY" or plan is None and "commitmentInfo" in transaction else 60) * DAY

    @staticmethod
    def reason(transaction, transactions):
        """Whether Apple renewed a subscription or the customer bought it; by the time between them when no one says."""
        said = transaction.get("transactionReason")
        start = transaction["purchaseDate"]
        earlier = [each.get("expiresDate", 0) for each in transactions if each["purchaseDate"] < start]
        return said or ("RENEWAL" if earlier and start - max(earlier) <= 60 * DAY else "PURCHASE")

    def kind(self, transaction, transactions):
        """The part of the revenue that a payment and its refunds are of."""
        if transaction["type"] != "Auto-Renewable Subscription":
            return "one_time"
        return "renewals" if self.reason(transaction, transactions) == "RENEWAL" else "new"

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
            count(move.day, move, "revenue_" + move.kind, move.amount, move.currency)
            if move.is_payment and move.kind == "one_time":
                count(move.day, move, "one_time_payments")
        for answer in self.answers:
            count(answer.day, answer, answer.measure)
        days = [first + datetime.timedelta(days=each) for each in range((last - first).days + 1)]
        for lineage, history in self.histories.items():
            periods, infos = self.periods.get(lineage, (None, []))[1], self.infos.get(lineage, [])
            problems = self.problems(periods, history, infos)
            self.add_renewals(count, periods)
            self.add_offers(count, periods)
            self.add_prices(count, periods, infos)
            self.add_price_changes(count, periods)
            for problem in problems:
                count(day_of(problem.begin), problem.period, "billing_failed")
                measure = "recovered_in_" + problem.kinds[-1][1] if problem.is_recovered else "billing_lost"
                count(day_of(problem.end), problem.period, measure)
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
                had_service, had_revenue = (any(each.start < begin for each in own) for own in [
                    periods, [each for each in periods if each.monthly]])
                self.add_day(count, day, before, now, had_service, had_revenue)
                # What is known at the end of a day was signed before the midnight.
                instant = midnight(day + datetime.timedelta(days=1)) - 1
                self.add_intents(count, day, now, instant, infos, problems)
                self.add_trials(count, day, before, now)
                if before and not now:
                    count(day, before, "churned_" + self.churn_reason(before, history, infos, instant))
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

    @staticmethod
    def add_intents(count, day, now, instant, infos, problems):
        """Whether what is in service will renew, and what is not in service is still charged."""
        if now:
            newest = next((each for each in reversed(infos) if each["signedDate"] <= instant), {})
            is_ending = newest.get("autoRenewStatus") == 0
            count(day, now, "active_ending" if is_ending else "active_renewing")
            if now.is_trial and is_ending:
                count(day, now, "active_trial_ending")
            return
        for problem in problems:
            if problem.begin <= instant < problem.end:
                count(day, problem.period, "in_" + [kind for start, kind in problem.kinds if start <= instant][-1])

    @staticmethod
    def add_trials(count, day, before, now):
        was_trial, is_trial = before is not None and before.is_trial, now is not None and now.is_trial
        if is_trial and not was_trial:
            count(day, now, "trials_entered")
        elif was_trial and now and not is_trial:
            count(day, now, "trials_paid")
        elif was_trial and not now:
            count(day, before, "trials_lost")

    @staticmethod
    def following(period, history):
        """The next period, undone or not."""
        place = next(number for number, each in enumerate(history) if each is period)
        return history[place + 1] if place + 1 < len(history) else None

    def outcomes(self, period, history, infos):
        """The renewal infos that may say what followed a period, in the order Apple signed them.

        They were signed from its start until before the next one's. One without an event within the period says
        nothing of its end, but that all was well until then.
        """
        following = self.following(period, history)
        until = following.start if following else math.inf
        own = [each for each in infos if period.start <= each["signedDate"] < until]
        quiet = [number for number, each in enumerate(own) if each["signedDate"] < period.end and is_uneventful(each)]
        return own[quiet[-1] + 1 if quiet else 0:]

    @staticmethod
    def deciding(outcomes, instant):
        """The newest renewal info signed by an instant, or else the first one after it."""
        signed = [each for each in outcomes if each["signedDate"] <= instant]
        return signed[-1] if signed else outcomes[0] if outcomes else {}

    def churn_reason(self, period, history, infos, instant):
        # The one after it may have been refunded as if never bought.
        undone = (each for each in history if each.ending == "undone")
        if period.ending == "refunded" or any(period.start < each.start <= instant for each in undone):
            return "refunded"
        info = self.deciding(self.outcomes(period, history, infos), instant)
        intent = info.get("expirationIntent")
        if reports_failure(info) or intent == 2:
            return "billing"
        if intent == 3:
            return "price"
        return "canceled" if intent == 1 or intent is None and info.get("autoRenewStatus") == 0 else "other"

    def problems(self, periods, history, infos):
        """The failed charges of a subscription: each begins when a period ends, and lasts while Apple says so."""
        problems = []
        for period in history:
            outcomes = self.outcomes(period, history, infos)
            following = self.following(period, history)
            until = following.start if following else math.inf
            graces = [each["gracePeriodExpiresDate"] for each in outcomes if "gracePeriodExpiresDate" in each]
            instants = {period.due, period.retry_end, *graces, *(each["signedDate"] for each in outcomes)}
            kinds = []
            for instant in sorted(each for each in instants if period.due <= each < until):
                kind = self.problem(self.deciding(outcomes, instant), period, instant)
                if kind:
                    kinds.append((instant, kind))
                elif kinds:
                    problems.append(Problem(period, kinds[0][0], instant, kinds, False))
                    kinds = []
            if kinds:
                problems.append(Problem(period, kinds[0][0], until, kinds, True))
        # What was paid in the grace period begins where the period before it ended, and says within it what had failed.
        for period, following in zip(periods, periods[1:]):
            own = [each for each in infos if following.start <= each["signedDate"] < following.end]
            quiet = [number for number, each in enumerate(own) if is_uneventful(each)]
            failures = [each for each in own[:quiet[-1] if quiet else 0] if reports_failure(each)]
            if following.start <= period.end and failures:
                kind = "grace" if any("gracePeriodExpiresDate" in each for each in failures) else "retry"
                start = following.start
                problems.append(Problem(period, start, start, [(start, kind)], True))
        return problems

    @staticmethod
    def problem(info, period, instant):
        """What a renewal info says of a period that is over."""
        if instant < info.get("gracePeriodExpiresDate", instant):
            return "grace"
        return "retry" if info.get("isInBillingRetryPeriod") and instant < period.retry_end else None

    @staticmethod
    def add_renewals(count, periods):
        """Paid periods that were to renew, and those that did."""
        for period, following in zip(periods, periods[1:] + [None]):
            if period.is_trial or period.ending != "expired":
                continue
            count(day_of(period.end), period, "renewals_due")
            if following and following.reason == "RENEWAL":
                is_same = following.product == period.product
                count(day_of(period.end), period, "renewals_done" if is_same else "renewals_changed")

    @staticmethod
    def add_offers(count, periods):
        """The first and the last periods of each offer, and whether a paid one followed."""
        for before, period, after in zip([None] + periods, periods, periods[1:] + [None]):
            if not period.deal:
                continue
            if not before or before.deal != period.deal:
                count(day_of(period.start), period, "offers_started")
            if period.ending != "expired" or after and after.deal == period.deal:
                continue
            count(day_of(period.end), period, "offers_ended")
            if after and after.reason == "RENEWAL" and not after.is_trial and not after.deal:
                count(day_of(period.end), period, "offers_converted")

    @staticmethod
    def add_prices(count, periods, infos):
        """What customers were asked about a price increase, and answered: renewal infos repeat it until it is over."""
        answers = [("price_asked", "priceIncreaseStatus", 0), ("price_accepted", "priceIncreaseStatus", 1),
                   ("price_declined", "expirationIntent", 3)]
        before = {}
        for info in infos:
            newest = next((each for each in reversed(periods) if each.start <= info["signedDate"]), None)
            for measure, name, value in answers:
                if newest and info.get(name) == value != before.get(name):
                    count(day_of(info["signedDate"]), newest, measure)
            before = info

    @staticmethod
    def add_price_changes(count, periods):
        """Renewals of the same product at another price, without an offer: by how much the revenue of a month changes."""
        for period, following in zip(periods, periods[1:]):
            same = [(each.product, each.storefront, each.currency, each.plan) for each in (period, following)]
            is_renewed = period.ending == "expired" and following.reason == "RENEWAL" and same[0] == same[1]
            if not is_renewed or period.deal or following.deal or not (period.monthly and following.monthly):
                continue
            if period.price != following.price:
                day = day_of(following.start)
                count(day, following, "price_renewals")
                count(day, following, "price_effect", following.monthly - period.monthly, following.currency)

    @staticmethod
    def is_of(each, part):
        """Whether a move or a period belongs to a part: a kind and a name, or none for everything."""
        return part is None or getattr(each, part[0]) == part[1]

    def first_payments(self, part=None):
        """The day on which each customer first paid, in each currency and (without one) at all."""
        days = {}
        for move in self.moves:
            if move.is_payment and self.is_of(move, part):
                for place in [(move.payer, move.currency), (move.payer, None)]:
                    days[place] = min(days.get(place, move.day), move.day)
        return days

    def summary(self, first, last, part=None):
        revenue, payers, ever, total = collections.Counter(), set(), set(), collections.Counter()
        payments = refunds = 0
        payers_in, ever_in = collections.defaultdict(set), collections.defaultdict(set)
        for move in self.moves:
            if not self.is_of(move, part):
                continue
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
        trials = self.trials(first, last)
        new = sum(first <= day <= last for (_, currency), day in self.first_payments(part).items() if currency is None)
        return {"revenue": dict(revenue), "payers": len(payers), "newPayers": new, "payments": payments,
                "refunds": refunds, "endedTrials": len(trials),
                "convertedTrials": sum(is_paid for _, is_paid in trials),
                "lifetimeRevenue": dict(total), "lifetimePayers": len(ever),
                "payersIn": {currency: len(own) for currency, own in payers_in.items()},
                "lifetimePayersIn": {currency: len(own) for currency, own in ever_in.items()}}

    def trials(self, first, last):
        """The trials that began on some days and are over, each with whether a paid period followed."""
        return [
            (period, any(not each.is_trial for each in periods[number + 1:]))
            for _, periods in self.periods.values() for number, period in enumerate(periods)
            if period.is_trial and day_of(period.end) < day_of(self.now) and first <= day_of(period.start) <= last]

    def cohorts(self, months, part=None):
        cohorts = {}
        for lineage, (_, periods) in self.periods.items():
            paid = next((each for each in periods if not each.is_trial), None)
            if not paid or not self.is_of(paid, part):
                continue
            cohort = cohorts.setdefault(day_of(paid.start).strftime("%Y-%m"), {
                "size": 0, "eligible": [], "retained": [], "revenue": collections.Counter(),
                "payers": collections.Counter(), "paid": collections.Counter()})
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
            own = day_of(paid.start).strftime("%Y-%m")
            for move in self.moves:
                if move.lineage == lineage:
                    cohort["revenue"][move.currency] += move.amount
                    cohort["paid"][move.currency, max(own, move.day.strftime("%Y-%m"))] += move.amount
            cohort["payers"].update({move.currency for move in self.moves if move.lineage == lineage and move.is_payment})
        for month, cohort in cohorts.items():
            # The calendar months from the cohort's own to the current one.
            first, now = datetime.date.fromisoformat(month + "-01"), day_of(self.now)
            age = (now.year - first.year) * 12 + now.month - first.month
            numbers = range(first.month - 1, first.month + min(age, months))
            names = [f"{first.year + each // 12}-{each % 12 + 1:02}" for each in numbers]
            cohort["byMonth"] = {
                currency: [cohort["paid"][currency, name] for name in names] for currency in cohort["revenue"]}
        return cohorts

    def customer_values(self, part=None):
        """What customers paid in each currency, by the month of their first payment in it."""
        own, values = collections.defaultdict(list), {}
        for move in self.moves:
            if self.is_of(move, part):
                own[move.payer, move.currency].append(move)
        for (payer, currency), first in self.first_payments(part).items():
            if currency is None:
                continue
            value = values.setdefault((currency, first.strftime("%Y-%m")), {
                "payers": 0, "milliunits": 0,
                "horizons": [{"days": days, "payers": 0, "milliunits": 0} for days in HORIZONS]})
            value["payers"] += 1
            value["milliunits"] += sum(move.amount for move in own[payer, currency])
            for horizon in value["horizons"]:
                past = first + datetime.timedelta(days=horizon["days"])
                if past <= day_of(self.now):
                    horizon["payers"] += 1
                    horizon["milliunits"] += sum(move.amount for move in own[payer, currency] if move.day < past)
        return [{"currency": currency, "month": month} | values[currency, month] for currency, month in sorted(values)]

    def customer_days(self, first, last):
        """The customers who became known on each day, and how many of them paid within some days."""
        days, paid = {}, self.first_payments()
        for customer, day in self.known.items():
            if not first <= day <= last:
                continue
            own = days.setdefault(day, {"customers": 0} | {within: 0 for within in CONVERSION_DAYS})
            own["customers"] += 1
            for within in CONVERSION_DAYS:
                own[within] += paid.get((customer, None), datetime.date.max) < day + datetime.timedelta(days=within)
        return days

    def new_customers(self, first, last, segment, value):
        """The customers who became known on some days and first paid in a storefront or region; without a value, those who paid
        nothing."""
        places = {customer: self.part((None, None, storefront, None), segment) for customer, storefront in self.storefronts().items()}
        return sum(first <= day <= last and places.get(customer, "") == value for customer, day in self.known.items())

    def storefronts(self):
        """The storefront of each customer's first payment; of several on one day, the first by its code."""
        places = {}
        for move in sorted((move for move in self.moves if move.is_payment), key=lambda move: (move.day, move.storefront)):
            places.setdefault(move.payer, move.storefront)
        return places

    def conversion(self, first, last, within):
        """Of the customers who became known on some days, and long enough ago: how many paid, and all."""
        old = [
            own for day, own in self.customer_days(first, last).items()
            if day + datetime.timedelta(days=within) <= day_of(self.now)]
        return sum(own[within] for own in old), sum(own["customers"] for own in old)

    def known_values(self):
        """What customers paid in each currency, by the month in which they became known; many paid nothing in it."""
        own, values = collections.defaultdict(list), {}
        for move in self.moves:
            if move.payer in self.known:
                own[move.payer, move.currency].append(move)

        def paid(customer, currency, days=math.inf):
            """What a customer paid in the first days, less refunds."""
            return sum(
                move.amount for move in own.get((customer, currency), [])
                if (move.day - self.known[customer]).days < days)

        for currency in {currency for _, currency in own}:
            # Where everything was refunded at once, there is nothing to say.
            if not any(paid(customer, currency, days) for customer in self.known for days in [*HORIZONS, math.inf]):
                continue
            for customer, day in self.known.items():
                value = values.setdefault((currency, day.strftime("%Y-%m")), {
                    "customers": 0, "milliunits": 0,
                    "horizons": [{"days": days, "customers": 0, "milliunits": 0} for days in HORIZONS]})
                value["customers"] += 1
                value["milliunits"] += paid(customer, currency)
                for horizon in value["horizons"]:
                    if day + datetime.timedelta(days=horizon["days"]) <= day_of(self.now):
                        horizon["customers"] += 1
                        horizon["milliunits"] += paid(customer, currency, horizon["days"])
        return [{"currency": currency, "month": month} | values[currency, month] for currency, month in sorted(values)]

    def failed(self, first, last, segment=None, value=None):
        """The purchases that failed on devices on some days."""
        return [
            each for each in self.failures if first <= each.day <= last
            and (segment is None or self.part((None, each.product, each.storefront, each.offer), segment) == value)]

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


def fiscal_year_end(year):
    """The last Saturday of a September."""
    last = datetime.date(year, 9, 30)
    return last - datetime.timedelta(days=(last.weekday() - 5) % 7)


def fiscal_months(year):
    """The first day of each month of Apple's fiscal year, and the calendar month after which it is named."""
    start, months = fiscal_year_end(year - 1) + datetime.timedelta(days=1), []
    weeks = [5, 4, 4] * 4
    if (fiscal_year_end(year) - start).days >= 53 * 7 - 1:
        weeks[2] += 1
    for number, count in enumerate(weeks):
        months.append((start, f"{year - 1 if number < 3 else year}-{(number + 9) % 12 + 1:02}"))
        start += datetime.timedelta(days=7 * count)
    return months


def fiscal_month(name):
    """The first and the last day of a fiscal month, by its name."""
    year = int(name[:4]) + (int(name[5:]) > 9)
    months = [*fiscal_months(year), *fiscal_months(year + 1)]
    place = [each for _, each in months].index(name)
    return months[place][0], months[place + 1][0] - datetime.timedelta(days=1)


class Buckets:
    """An axis: the pieces of some days, by their length."""

    def __init__(self, first, last, length):
        self.all, start = [], self.start(first, length)
        while start <= last:
            following = self.following(start, length)
            self.all.append((max(start, first), min(following - datetime.timedelta(days=1), last)))
            start = following

    @staticmethod
    def fiscal(day):
        """The fiscal month of a day: its first day, and its name."""
        return [month for month in fiscal_months(day.year) + fiscal_months(day.year + 1) if month[0] <= day][-1]

    @staticmethod
    def start(day, length):
        if length == "fiscal":
            return Buckets.fiscal(day)[0]
        if length == "week":
            return day - datetime.timedelta(days=day.weekday())
        month = {"month": day.month, "quarter": (day.month - 1) // 3 * 3 + 1, "year": 1}.get(length)
        return day.replace(month=month, day=1) if month else day

    @staticmethod
    def following(start, length):
        if length in ("day", "week"):
            return start + datetime.timedelta(days=1 if length == "day" else 7)
        if length == "fiscal":
            # Each has four weeks or more and less than seven.
            return Buckets.fiscal(start + datetime.timedelta(days=6 * 7))[0]
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
        self.by_measure = collections.defaultdict(list)
        for key, number in self.rows.items():
            self.by_measure[key[5]].append((key, number))

    def sum(self, measure, first, last, currency, segment=None, value=None):
        return sum(
            number for key, number in self.by_measure[measure]
            if first.isoformat() <= key[0] <= last.isoformat() and (not key[4] or key[4] == currency)
            and (segment is None or self.books.part(key, segment) == value))

    def value(self, chart, first, last, currency, segment=None, value=None):
        """A chart's number for a bucket: a sum, or the two parts of a ratio."""
        flow = lambda measure: self.sum(measure, first, last, currency, segment, value)  # noqa: E731
        state = lambda measure: self.sum(measure, last, last, currency, segment, value)  # noqa: E731
        yesterday = first - datetime.timedelta(days=1)
        simple = {"revenue": "revenue", "refunds": "refunded", "payments": "payments", "new-subscriptions": "new",
                  "new-trials": "trials_started", "one-time-purchases": "revenue_one_time", "offers": "offers_started",
                  "price-effect": "price_effect"}
        states = {"mrr": ("mrr", 1), "arr": ("mrr", 12), "active": ("active", 1), "trials": ("active_trial", 1), "seats": ("seats", 1),
                  "committed-revenue": ("committed_revenue", 1), "ending-trials": ("active_trial_ending", 1)}
        if chart in simple:
            return flow(simple[chart])
        if chart in self.PARTS:
            # What a segment of several lines counts: what they come to, or the first one.
            own = self.lines(chart, first, last, currency, segment, value)
            return self.together(chart, own)
        if chart in states:
            return state(states[chart][0]) * states[chart][1]
        if chart in self.RATIOS:
            part, whole = self.RATIOS[chart]
            return flow(part), flow(whole)
        if chart in ("churn", "revenue-churn"):
            part, whole = ("churned", "active") if chart == "churn" else ("mrr_churned", "mrr")
            return flow(part), self.sum(whole, yesterday, yesterday, currency, segment, value)
        if chart == "trial-conversion":
            key = lambda trial: (None, trial.product, trial.storefront, trial.offer)  # noqa: E731
            own = [is_paid for trial, is_paid in self.books.trials(first, last)
                   if segment is None or self.books.part(key(trial), segment) == value]
            return sum(own), len(own)
        if chart == "new-customers":
            if segment is not None:
                return self.books.new_customers(first, last, segment, value)
            return sum(own["customers"] for own in self.books.customer_days(first, last).values())
        if chart == "purchase-failures":
            return len(self.books.failed(first, last, segment, value))
        own = self.books.summary(first, last, None if segment is None else (segment, value))
        if chart in ("paying-customers", "new-paying-customers"):
            return own["payers" if chart == "paying-customers" else "newPayers"]
        if chart == "arppu":
            revenue = own["revenue"]
            if self.target:
                total = sum(nearest(amount * self.rates[currency] / self.rates[each]) for each, amount in revenue.items())
                return total, own["payers"]
            return revenue.get(currency, 0), own["payersIn"].get(currency, 0)
        raise KeyError(chart)

    RATIOS = {"refund-rate": ("refunds", "payments"), "renewal-rate": ("renewals_done", "renewals_due"),
              "offer-conversion": ("offers_converted", "offers_ended")}
    PARTS = {
        "proceeds": [("proceeds", 1), ("tax", 1), ("commission", 1)],
        "revenue-by-kind": [(measure, 1) for measure in REVENUE_PARTS],
        "subscriptions-movement": [("new", 1), ("reactivated", 1), ("churned", -1)],
        "mrr-movement": list(zip(MRR_PARTS, [1, 1, 1, -1, -1])),
        "churn-reasons": [(measure, 1) for measure in CHURN_REASONS],
        "billing-recovery": PROBLEM_MOVES,
        "trials-movement": TRIAL_MOVES,
        "price-consents": [(measure, 1) for measure in ["price_asked", "price_accepted", "price_declined", "price_renewals"]],
        "refund-requests": [(measure, 1) for measure in REFUND_ANSWERS.values()],
        "subscription-status": [(measure, 1) for measure in ["active_renewing", "active_ending", *PROBLEM_STATES]],
    }
    # Charts of parts that are states, and those whose parts make no whole.
    STATE_PARTS = {"subscription-status"}
    WITHOUT_NET = {"price-consents", "refund-requests", "subscription-status"}
    MONEY = {"revenue", "revenue-by-kind", "one-time-purchases", "proceeds", "mrr", "mrr-movement", "arr",
             "committed-revenue", "refunds", "arppu", "revenue-churn", "price-effect"}
    FISCAL = {"revenue", "revenue-by-kind", "proceeds", "mrr", "mrr-movement", "refunds", "arppu", "revenue-churn"}
    SHARES = {"churn", "revenue-churn", "trial-conversion", "conversion-to-paying", *RATIOS}
    # Charts of customers who may pay for several products: their segments do not add up.
    PAYERS = {"arppu", "paying-customers", "new-paying-customers"}
    # What a chart can be taken apart by, where that is not everything.
    PLACES = {"new-customers": ["storefront", "region"]} | {chart: ["product", "storefront"] for chart in PAYERS}
    SEGMENTED = {"revenue", "one-time-purchases", "refunds", "payments", "new-subscriptions", "new-trials", "mrr",
                 "arr", "active", "trials", "ending-trials", "offers", "churn", "revenue-churn", "trial-conversion",
                 "purchase-failures", "price-effect", "new-customers", *PARTS, *RATIOS, *PAYERS}
    ALL = ["revenue", "revenue-by-kind", "one-time-purchases", "proceeds", "mrr", "mrr-movement", "arr",
           "committed-revenue", "refunds", "refund-rate", "arppu", "payments", "paying-customers",
           "new-paying-customers", "active", "subscription-status", "subscriptions-movement", "new-subscriptions",
           "churn", "churn-reasons", "revenue-churn", "renewal-rate", "billing-recovery", "price-consents", "price-effect",
           "offers",
           "offer-conversion", "seats", "trials", "ending-trials", "trials-movement", "new-trials",
           "trial-conversion", "new-customers", "conversion-to-paying", "refund-requests", "purchase-failures"]

    @classmethod
    def together(cls, chart, lines):
        """One number of all lines of a chart."""
        for name in ["", "net"]:
            if name in lines:
                return lines[name]
        return sum(lines.values()) if chart in cls.STATE_PARTS else lines[cls.PARTS[chart][0][0]]

    def lines(self, chart, first, last, currency, segment=None, value=None):
        """The lines of a chart's file for a bucket, narrowed to a segment: name -> number."""
        if chart in self.PARTS:
            begin = last if chart in self.STATE_PARTS else first
            own = {measure: sign * self.sum(measure, begin, last, currency, segment, value)
                   for measure, sign in self.PARTS[chart]}
            return own if chart in self.WITHOUT_NET else own | {"net": sum(own.values())}
        if chart == "conversion-to-paying":
            return {str(within): self.books.conversion(first, last, within) for within in CONVERSION_DAYS}
        if chart == "purchase-failures":
            # Each code of all days has a line, the ones that occur often first.
            codes = collections.Counter(each.code for each in self.books.failed(self.first, self.last, segment, value))
            own = collections.Counter(each.code for each in self.books.failed(first, last, segment, value))
            names = sorted(codes, key=lambda code: (-codes[code], code))
            return {code: own[code] for code in names} | {"": own.total()}
        return {"": self.value(chart, first, last, currency, segment, value)}


SYMBOLS = {
    "CA$": "CAD", "CN¥": "CNY", "JP¥": "JPY", "US$": "USD", "$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₩": "KRW"}


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
        self.books = Books(shop)
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

    def grouped(self, first, last):
        """`GET /v1/charts` by what products and storefronts belong to."""
        names = ["group", "kind", "period", "region"]
        for dimensions in [names, *([name] for name in names)]:
            query = f"/charts?from={first}&until={last}&groupBy={','.join(['day', *dimensions])}&environment=Production"
            found = {
                tuple(row.get(name) or "" for name in ["day", *dimensions, "currency", "measure"]): row["value"]
                for row in self.api(query)["rows"]}
            ours = collections.Counter()
            for key, value in self.books.rows(first, last).items():
                ours[key[0], *(self.books.part(key, name) for name in dimensions), *key[4:]] += value
            ours = {key: value for key, value in ours.items() if value}
            self.same(36, f"how many numbers by {dimensions}", len(ours), len(found))
            for key in sorted(set(ours) | set(found)):
                self.same(36, f"/v1/charts by {dimensions} {key}", ours.get(key, 0), found.get(key, 0))

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
            for what, states, moves in [
                ("trials", ["active_trial"], TRIAL_MOVES), ("failed charges", PROBLEM_STATES, PROBLEM_MOVES),
            ]:
                old, now = (sum(sums[at, "", state] for state in states) for at in [before, name])
                moved = sum(sums[name, "", move] * sign for move, sign in moves)
                self.same(38, f"{what} of {name}", old + moved, now)
            for whole, parts in [("active", ["active_renewing", "active_ending"]), ("churned", CHURN_REASONS)]:
                total = sum(sums[name, "", part] for part in parts)
                self.same(38, f"the parts of {whole} of {name}", total, sums[name, "", whole])
            for currency in {key[1] for key in sums if key[1]}:
                total = sum(sums[name, currency, part] for part in REVENUE_PARTS)
                self.same(38, f"the parts of revenue of {name} in {currency}", total, sums[name, currency, "revenue"])
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
            theirs = {row["currency"]: row["byMonth"] for row in each["revenue"]}
            for currency, amounts in own["byMonth"].items():
                other = theirs.get(currency, [0] * len(amounts))
                self.same(36, f"cohort {each['month']} {currency} by month", amounts, other)
        self.heat(ours)
        self.explorer(ours)
        self.lifetime(ours)
        self.parts()

    def parts(self):
        """Cohorts, lifetime value and payers of each product and storefront, and the cohorts of each offer."""
        began = [next((each for each in periods if not each.is_trial), None) for _, periods in self.books.periods.values()]
        parts = {(name, getattr(each, name)) for each in began if each for name in ["product", "storefront", "offer"]}
        parts |= {(name, getattr(each, name)) for each in self.books.moves for name in ["product", "storefront"]}
        for part in sorted(part for part in parts if part[1]):
            query = f"environment=Production&{part[0]}={urllib.parse.quote(part[1])}"
            only = urllib.parse.quote(":".join(part))
            ours = self.books.cohorts(24, part)
            found = self.api(f"/charts/cohorts?{query}&months=24")["cohorts"]
            self.same(36, f"cohorts of {part}", [[month, own["size"], own["eligible"], own["retained"]] for month, own in sorted(ours.items())],
                      [[each["month"], each["size"], each["eligible"], each["retained"]] for each in found])
            for each in found:
                own = ours.get(each["month"], {"revenue": {}, "payers": {}})
                self.same(36, f"cohort {each['month']} of {part}: revenue", {key: value for key, value in own["revenue"].items() if value},
                          {row["currency"]: row["milliunits"] for row in each["revenue"] if row["milliunits"]})
                self.same(36, f"cohort {each['month']} of {part}: payers", dict(own["payers"]),
                          {row["currency"]: row["payers"] for row in each["revenue"] if row["payers"]})
            answer = self.page.request.get(f"{self.shop.server}/console/charts/retention/csv?only={only}")
            lines = list(csv.DictReader(io.StringIO(answer.text().removeprefix("\ufeff"))))
            self.same(36, f"the file of retention of {part}",
                      [[month, str(own["size"])] for month, own in sorted(ours.items())],
                      [[line["cohort"], line["size"]] for line in lines if line["month"] == "0"])
            if part[0] == "offer":
                continue
            values = self.api(f"/charts/customer-values?{query}")["values"]
            self.same(36, f"lifetime value of {part}", self.books.customer_values(part), values)
            first, last = day_of(self.books.now) - datetime.timedelta(days=200), day_of(self.books.now)
            summary = self.api(f"/charts/summary?{query}&from={first}&until={last}")
            own = self.books.summary(first, last, part)
            for name in ["payers", "newPayers", "payments", "refunds", "lifetimePayers"]:
                self.same(36, f"{name} of {part}", own[name], summary[name])
            self.same(36, f"revenue of {part}", {key: value for key, value in own["revenue"].items() if value},
                      {row["currency"]: row["milliunits"] for row in summary["revenue"] if row["milliunits"]})

    def month(self, name):
        """A month as pages name it."""
        date = datetime.date.fromisoformat(name + "-01")
        return f"{date.year}年{date.month}月" if self.language == "zh" else f"{date:%b} {date.year}"

    def mean(self, total, count, currency):
        """An amount for each of some, as pages show it; nothing for none of them."""
        return None if not count else (shown(int(Fraction(total, count)), currency), currency)

    def explorer(self, ours):
        """What cohorts paid month by month: each cell in each way, and the file."""
        answer = self.page.request.get(f"{self.shop.server}/console/charts/cohorts/csv")
        lines = list(csv.DictReader(io.StringIO(answer.text().removeprefix("\ufeff"))))
        names = ["cohort", "currency", "payers", "month", "revenue"]
        self.same(36, "the names in the file of cohorts", names, list(lines[0]))
        expected = [
            (month, currency, str(own["payers"][currency]), str(number), amount) for month, own in sorted(ours.items())
            for currency in sorted(own["byMonth"]) for number, amount in enumerate(own["byMonth"][currency])]
        found = [(*list(line.values())[:4], self.decimal(line["revenue"])) for line in lines]
        self.same(43, "the lines of the file of cohorts", len(expected), len(found))
        for line, other in zip(expected, found):
            self.same(36, f"the file of cohorts {line[:4]}", line, other)
        for currency in sorted({currency for own in ours.values() for currency in own["byMonth"]}):
            cohorts = [(month, own) for month, own in sorted(ours.items()) if currency in own["byMonth"]]
            for mode in ["revenue", "cumulative", "average", "share"]:
                self.page.goto(f"{self.shop.server}/console/charts/cohorts?mode={mode}&cur={currency}")
                rows = self.page.evaluate("""() => [...document.querySelectorAll('#cohorts table.heat tbody tr')].map(
                    (row) => [...row.cells].map((cell) => [cell.textContent.trim(), cell.classList.contains('part')]))""")
                self.same(36, f"cohorts {mode} in {currency}", [self.month(month) for month, _ in cohorts],
                          [row[0][0] for row in rows])
                for row, (month, own) in zip(rows, cohorts):
                    place = f"cohort {month} {mode} in {currency}"
                    self.same(36, f"{place}: payers", str(own["payers"][currency]), row[1][0].replace(",", ""))
                    self.explored(place, row[2:], mode, own["byMonth"][currency], own["payers"][currency], currency)

    def explored(self, place, cells, mode, amounts, payers, currency):
        """A row of what cohorts paid."""
        total = 0
        for number, (text, is_part) in enumerate(cells):
            if number >= len(amounts):
                self.same(36, f"{place} M{number}", "", text)
                continue
            total += amounts[number]
            if mode == "share":
                whole = amounts[0]
                ours = nearest(Fraction(1000 * amounts[number], whole)) if whole else None
                theirs = self.read("churn", text) if text else None
            else:
                ours = self.mean(total, payers, currency) if mode == "average" else (
                    shown(total if mode == "cumulative" else amounts[number], currency), currency)
                theirs = money(text, self.language) if text else None
            self.same(36, f"{place} M{number}", ours, theirs)
            # The last month is not over.
            self.same(36, f"{place} M{number} runs", ours is not None and number == len(amounts) - 1, is_part)

    def customer_values(self):
        """What customers paid in their first days."""
        found = self.api("/charts/customer-values?environment=Production")["values"]
        ours = self.books.customer_values()
        place = lambda row: (row["currency"], row["month"])  # noqa: E731
        self.same(36, "customer values", [place(row) for row in ours], [place(row) for row in found])
        theirs = {place(row): row for row in found}
        for row in ours:
            other = theirs.get(place(row), {})
            for name in ["payers", "milliunits", "horizons"]:
                self.same(36, f"customer values {place(row)} {name}", row[name], other.get(name))

    def known_customers(self, first, last):
        """`GET /v1/charts/customers`: who became known when, paid how soon, and is worth what."""
        for begin, end in [(first, last), (last - datetime.timedelta(days=27), last - datetime.timedelta(days=20))]:
            found = self.api(f"/charts/customers?from={begin}&until={end}&environment=Production")
            places = self.books.storefronts()
            ours = [
                {"day": day.isoformat(), "customers": own["customers"],
                 "paid": [{"within": within, "customers": own[within]} for within in CONVERSION_DAYS],
                 "storefronts": [
                     {"storefront": storefront, "customers": number} for storefront in sorted(set(places.values()))
                     if (number := sum(known == day and places.get(customer) == storefront for customer, known in self.books.known.items()))]}
                for day, own in sorted(self.books.customer_days(begin, end).items())]
            theirs = {each["day"]: each for each in found["days"]}
            self.same(36, f"days of customers {begin} {end}", [each["day"] for each in ours], list(theirs))
            for each in ours:
                self.same(36, f"customers of {each['day']}", each, theirs.get(each["day"]))
            place = lambda row: (row["currency"], row["month"])  # noqa: E731
            values, others = self.books.known_values(), {place(row): row for row in found["values"]}
            self.same(36, "values of known customers", [place(row) for row in values], list(others))
            for row in values:
                self.same(36, f"value of known customers {place(row)}", row, others.get(place(row)))

    def failed_purchases(self, first, last):
        """`GET /v1/purchase-failures`, whose days are instants."""
        names = {"code": "code", "product": "product", "storefront": "storefront"}
        for begin, end in [(first, last), (last - datetime.timedelta(days=27), last - datetime.timedelta(days=20))]:
            until = midnight(end + datetime.timedelta(days=1)) - 1
            for dimensions in [list(names), *([name] for name in names)]:
                query = f"from={midnight(begin)}&until={until}&groupBy={','.join(dimensions)}"
                counts = self.api(f"/purchase-failures?{query}")["counts"]
                theirs = {tuple(row.get(name, "") for name in dimensions): row["count"] for row in counts}
                ours = collections.Counter(
                    tuple(getattr(each, name) for name in dimensions) for each in self.books.failed(begin, end))
                self.same(36, f"/v1/purchase-failures {begin} {end} {dimensions}", dict(ours), theirs)

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
            self.same(36, f"LTV in {currency}", self.mean(total, payers, currency), money(numbers[0], self.language))
            self.same(36, f"paid so far in {currency}", (shown(total, currency), currency), money(numbers[1], self.language))
            self.same(36, f"payers in {currency}", str(payers), numbers[2].replace(",", ""))
            rows = self.page.locator("#cohorts tbody tr").all()
            for row, (month, own) in zip(rows, sorted(ours.items())):
                cells = row.locator("td").all_inner_texts()
                self.same(36, f"LTV of {month} in {currency}", [str(own["payers"][currency]), (shown(own["revenue"][currency], currency), currency)],
                          [cells[1].replace(",", ""), money(cells[2], self.language)])
            self.horizons(currency, "horizons", self.books.customer_values(), "payers")
            self.horizons(currency, "known", self.books.known_values(), "customers")

    def horizons(self, currency, section, values, counted):
        """What customers paid in their first days, by the month in which they first paid or became known."""
        own = [value for value in values if value["currency"] == currency]
        rows = self.page.locator(f"#{section} tbody tr").all()
        self.same(36, f"months of LTV in {currency}, {section}", len(own), len(rows))
        for value, row in zip(own, rows):
            place = f"LTV of the {counted} of {value['month']} in {currency}"
            cells = row.locator("td").all_inner_texts()
            month, count = self.month(value["month"]), value[counted]
            self.same(36, place, [month, str(count)], [cells[0], cells[1].replace(",", "")])
            sums = [*value["horizons"], {"days": "all", counted: count, "milliunits": value["milliunits"]}]
            self.same(36, f"{place}: cells", len(sums), len(cells) - 2)
            for horizon, text in zip(sums, cells[2:]):
                is_some = 0 < horizon[counted] < count
                ours = (self.mean(horizon["milliunits"], horizon[counted], currency), is_some)
                mean = text.strip().removesuffix("*").strip()
                theirs = (None if mean == "–" else money(mean, self.language), text.strip().endswith("*"))
                self.same(36, f"{place} in {horizon['days']} days", ours, theirs)

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
            # Apple pays by the fiscal month.
            for length in [*lengths, "fiscal"] if chart in Figures.FISCAL else lengths:
                for currency in currencies if chart in Figures.MONEY else [None]:
                    query = f"from={first}&until={last}&res={length}&vs=none" + (f"&cur={currency}" if currency and not target else "")
                    query += f"&in={target}" if target else ""
                    self.chart(figures, chart, length, currency, query)

    def number(self, chart, row):
        """A number of a chart's file, or the two parts of a ratio."""
        if chart in Figures.SHARES:
            return int(row["numerator"]), int(row["denominator"])
        if chart == "arppu":
            return int(Fraction(row["numerator"]) * 1000), int(row["denominator"])
        return self.decimal(row["value"]) if chart in Figures.MONEY else int(row["value"])

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
        """Each chart that can be taken apart, by all that it can be taken apart by."""
        figures = Figures(self.books, first, last)
        for chart in sorted(Figures.SEGMENTED):
            for segment in Figures.PLACES.get(chart, SEGMENTS):
                query = f"from={first}&until={last}&res=month&vs=none" + ("&cur=USD" if chart in Figures.MONEY else "")
                rows = collections.defaultdict(list)
                for row in self.file(chart, query + f"&by={segment}"):
                    rows[row["first_day"], row["last_day"]].append((row["segment"], self.number(chart, row)))
                for (begin, end), own in rows.items():
                    days = [datetime.date.fromisoformat(day) for day in [begin, end]]
                    place = f"{chart} by {segment} {begin}"
                    # The whole comes last; it has the name of what is in no segment.
                    *parts, (name, whole) = own
                    self.same(36, f"{place}: the whole", ("", figures.value(chart, *days, "USD")), (name, whole))
                    for name, number in parts:
                        if name != "other":
                            self.same(36, f"{place} {name}", figures.value(chart, *days, "USD", segment, name), number)
                    if chart in Figures.PAYERS:
                        continue
                    numbers = [number for _, number in parts]
                    total = tuple(map(sum, zip(*numbers))) if isinstance(whole, tuple) else sum(numbers)
                    self.same(36, f"{place}: all parts", whole, total or (0, 0) if isinstance(whole, tuple) else total)

    def filters(self, first, last):
        """Charts that are narrowed to a group, a kind, a length of the period or a region, as their segments."""
        figures = Figures(self.books, first, last)
        for chart in ["revenue", "active", "renewal-rate", "churn", "trial-conversion", "revenue-by-kind",
                      "billing-recovery", "subscription-status", "refund-requests", "purchase-failures"]:
            query = f"from={first}&until={last}&res=month&vs=none" + ("&cur=USD" if chart in Figures.MONEY else "")
            for segment in ["group", "kind", "period", "region"]:
                parts = collections.defaultdict(list)
                for row in self.file(chart, query + f"&by={segment}") if chart in Figures.SEGMENTED else []:
                    parts[row["segment"]].append(self.number(chart, row))
                for value in sorted({self.books.part(key, segment) for key in figures.rows} - {""}):
                    rows = self.file(chart, query + f"&{segment}={urllib.parse.quote(value)}")
                    buckets = collections.defaultdict(dict)
                    for row in rows:
                        days = [datetime.date.fromisoformat(row[name]) for name in ["first_day", "last_day"]]
                        ours = figures.lines(chart, *days, "USD", segment, value).get(row["segment"])
                        number = self.number(chart, row)
                        buckets[row["first_day"]][row["segment"]] = number
                        self.same(36, f"{chart} {segment}={value} {days[0]} {row['segment']}", ours, number)
                    numbers = [Figures.together(chart, lines) for lines in buckets.values()]
                    if value in parts:
                        self.same(36, f"{chart} of {segment} {value}", parts[value], numbers)

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

    def fiscal_months(self, first, last):
        """The names of Apple's fiscal months, in a table of amounts."""
        query = f"from={first}&until={last}&res=fiscal&vs=none&view=table&cur=USD"
        self.page.goto(f"{self.shop.server}/console/charts/revenue?{query}")
        texts = self.page.locator("section[id^=chart-] table tbody tr > :first-child").all_inner_texts()
        ours = [Buckets.fiscal(day)[1] for day, _ in Buckets(first, last, "fiscal").all]
        # The last one is not over, and says so.
        self.same(39, "the names of fiscal months", ours, [text[:7] for text in texts])

    def struggling(self, days=155, start=datetime.date(2026, 2, 20)):
        """The same in a shop where charges fail, prices rise and offers end: none of their figures is always zero."""
        language = self.page.evaluate("navigator.language")
        context = self.page.context.browser.new_context(locale=language, viewport=self.page.viewport_size)
        with served(self.shop.process.args[0], start) as shop:
            shop.struggle(days)
            page = context.new_page()
            sign_in(page, shop.server, shop.sign_in["name"], shop.sign_in["password"])
            note = lambda number, what, found: self.note(number, "struggling: " + what, found)  # noqa: E731
            other = Comparison(shop, page, note, self.language)
            first, last = other.today - datetime.timedelta(days=days), other.today
            rows = other.books.rows(first, last)
            found = {key[5] for key in rows}
            self.same(36, "measures that are always zero", [], [each for each in OCCURRING if each not in found])
            regions = {other.books.part(key, "region") for key in rows}
            self.same(36, "regions", sorted(set(REGIONS.values())), sorted(regions))
            converted = {other.books.conversion(first, last, within)[0] for within in CONVERSION_DAYS}
            self.same(36, "how many conversions differ", len(CONVERSION_DAYS), len(converted))
            other.can_fail(first, last)
            other.figures(first, last, ("week", "month"))
            other.customers()
            self.counts.update(other.counts)
        context.close()

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
            self.renewal(name, ours, facts[5])

    def customer_list(self):
        """`GET /v1/customers`: what each customer paid, and who has which subscription."""
        def listed(query):
            found, after = [], ""
            while True:
                page = self.api(f"/customers?environment=Production&limit=200{query}{after}")
                found += page["customers"]
                if "nextCursor" not in page:
                    return found
                after = "&after=" + urllib.parse.quote(page["nextCursor"])

        names = sorted({record["customer"] for record in self.books.records if record["transaction"]["inAppOwnershipType"] == "PURCHASED"})
        theirs = {each["customer"]: each for each in listed("&bought=true")}
        states = collections.defaultdict(set)
        for name in names:
            ours = self.books.customer(name)
            amounts = {currency: ours["paid"].get(currency, 0) - ours["refunded"].get(currency, 0) for currency in ours["paid"] | ours["refunded"]}
            found = theirs.get(name, {"amounts": []})["amounts"]
            self.same(36, f"{name} in the list", amounts, {each["currency"]: each["net"] for each in found})
            self.same(36, f"{name} counted in the list", [ours["payments"], ours["refunds"]],
                      [sum(each[part] for each in found) for part in ["payments", "refunds"]])
            own = [each for each in ours["subscriptions"] if each["transaction"]["inAppOwnershipType"] == "PURCHASED"]
            active = [each for each in own if each["status"] == 1 and each["expiresDate"] > self.books.now]
            if active:
                states["active"].add(name)
            elif own and not any(each["status"] in (3, 4) for each in own):
                states["ended"].add(name)
        for state, ours in states.items():
            found = {each["customer"] for each in listed(f"&status={state}")} & set(names)
            self.same(36, f"customers with the state {state}", sorted(ours), sorted(found))

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
        # The December of a year of 53 weeks has five, and the month after it begins later.
        months = ["2022-12", "2023-01", *sorted({move.day.strftime("%Y-%m") for move in self.books.moves})]
        for month in months:
            found = self.api(f"/payouts/{month}?environment=Production")
            first, last = (datetime.date.fromisoformat(found[name]) for name in ["from", "until"])
            self.same(36, f"the days of the payout of {month}", fiscal_month(month), (first, last))
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
        """The list of refunds has each transaction that was refunded or about which Apple asked or decided."""
        found, address = set(), self.shop.server + "/console/refunds"
        while address:
            self.page.goto(address)
            found |= set(re.findall(r"/console/purchases/[^\"]*\"[^>]*>(\d+)<", self.page.content()))
            older = self.page.locator("p.pager a").last
            address = self.shop.server + older.get_attribute("href") if older.count() else None
        ours = {*self.books.refunds, *(answer.transaction for answer in self.books.answers)}
        self.same(36, "refunded transactions", sorted(ours), sorted(found))

    def can_fail(self, first, last):
        """Without one of their documents the books must differ: a comparison that always agrees proves nothing."""
        lost = next(each for each in self.books.records if each["transaction"].get("price") and not each["transaction"].get("expiresDate"))
        kept = {
            lineage: [info for info in own if not reports_failure(info)] for lineage, own in self.books.infos.items()}
        known = {customer: day for customer, day in self.books.known.items() if customer != min(self.books.known)}
        for what, parts, compare in [
            ("a transaction", {"records": [each for each in self.books.records if each is not lost]}, self.cells),
            ("the failed charges", {"infos": kept}, self.cells),
            ("what Apple said of a refund", {"answers": self.books.answers[1:]}, self.cells),
            ("a customer", {"known": known}, self.known_customers),
            ("a failed purchase", {"failures": self.books.failures[1:]}, self.failed_purchases),
        ]:
            missed = []
            books, note, counts = self.books, self.note, self.counts.copy()
            self.books, self.note = books.changed(**parts), lambda number, what, found: missed.extend(found)
            compare(first, last)
            self.books, self.note, self.counts = books, note, counts
            assert missed, f"the comparison does not see that {what} is not in the books"

    def ratios(self, first, last):
        """41: a ratio of a week is made of the sums of its days, never of their ratios."""
        for chart in [*Figures.RATIOS, "trial-conversion", "conversion-to-paying", "arppu"]:
            query = f"from={first}&until={last}&vs=none" + ("&cur=USD" if chart == "arppu" else "")
            days, weeks = self.file(chart, query + "&res=day"), self.file(chart, query + "&res=week")
            for week in weeks:
                own = [row for row in days if week["first_day"] <= row["first_day"] <= week["last_day"]
                       and row["segment"] == week["segment"]]
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

    def figures(self, first, last, lengths):
        """Compares the figures of some days, by the API and on the pages."""
        self.cells(first, last)
        self.grouped(first, last)
        self.identities(first + datetime.timedelta(days=1), last)
        self.summaries([(first, last), (last - datetime.timedelta(days=27), last), (last, last)])
        self.retention()
        self.customer_values()
        self.known_customers(first, last)
        self.failed_purchases(first, last)
        self.overview()
        self.ratios(first, last)
        self.charts(first, last, lengths)
        self.segments(first, last)
        self.filters(first, last)
        self.tables(first, last)
        self.fiscal_months(first, last)
        self.payouts()

    def all(self, first, last, rates, is_long=True):
        """Compares everything; the number of figures."""
        self.can_fail(first, last)
        self.figures(first, last, ("day", "week", "month", "quarter", "year") if is_long else ("month",))
        self.refund_list()
        self.customers(None if is_long else 12)
        self.customer_list()
        self.conversion(first, last, rates, last)
        # Where only the addresses of a server are known, no other one can be started.
        if is_long and hasattr(self.shop, "process"):
            self.struggling()
        return sum(self.counts.values())
