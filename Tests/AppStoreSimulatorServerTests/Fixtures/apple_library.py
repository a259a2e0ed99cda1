# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Purser authors
"""Asks the simulator everything that Apple's own library can ask of the App Store Server API."""

import base64
import functools
import inspect
import json
import sys
import urllib.request
import uuid

from appstoreserverlibrary.api_client import APIException, AppStoreServerAPIClient, GetTransactionHistoryVersion
from appstoreserverlibrary.models.ConsumptionRequest import ConsumptionRequest
from appstoreserverlibrary.models.ConsumptionRequestV1 import ConsumptionRequestV1
from appstoreserverlibrary.models.AccountTenure import AccountTenure
from appstoreserverlibrary.models.ConsumptionStatus import ConsumptionStatus
from appstoreserverlibrary.models.DefaultConfigurationRequest import DefaultConfigurationRequest
from appstoreserverlibrary.models.DeliveryStatus import DeliveryStatus
from appstoreserverlibrary.models.DeliveryStatusV1 import DeliveryStatusV1
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.models.ExtendReasonCode import ExtendReasonCode
from appstoreserverlibrary.models.ExtendRenewalDateRequest import ExtendRenewalDateRequest
from appstoreserverlibrary.models.LifetimeDollarsPurchased import LifetimeDollarsPurchased
from appstoreserverlibrary.models.LifetimeDollarsRefunded import LifetimeDollarsRefunded
from appstoreserverlibrary.models.MassExtendRenewalDateRequest import MassExtendRenewalDateRequest
from appstoreserverlibrary.models.NotificationHistoryRequest import NotificationHistoryRequest
from appstoreserverlibrary.models.NotificationTypeV2 import NotificationTypeV2
from appstoreserverlibrary.models.OrderLookupStatus import OrderLookupStatus
from appstoreserverlibrary.models.PerformanceTestRequest import PerformanceTestRequest
from appstoreserverlibrary.models.PerformanceTestStatus import PerformanceTestStatus
from appstoreserverlibrary.models.Platform import Platform
from appstoreserverlibrary.models.PlayTime import PlayTime
from appstoreserverlibrary.models.RealtimeUrlRequest import RealtimeUrlRequest
from appstoreserverlibrary.models.RefundPreferenceV1 import RefundPreferenceV1
from appstoreserverlibrary.models.Status import Status
from appstoreserverlibrary.models.TransactionHistoryRequest import Order, ProductType, TransactionHistoryRequest
from appstoreserverlibrary.models.UpdateAppAccountTokenRequest import UpdateAppAccountTokenRequest
from appstoreserverlibrary.models.UploadMessageRequestBody import UploadMessageRequestBody
from appstoreserverlibrary.models.UserStatus import UserStatus
from appstoreserverlibrary.receipt_utility import ReceiptUtility
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier, VerificationException

given = json.load(sys.stdin)
bundle = given["bundle"]
app_id = 1234567890


def control(method, path, body=None, port=None):
    data = json.dumps(body).encode() if body is not None else None
    request = urllib.request.Request(
        f"http://127.0.0.1:{port or given['production']}/simulator/v1{path}",
        data=data, method=method, headers={"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        text = answer.read()
    return json.loads(text) if text and text[:1] in b"{[" else text


# Every method of the client must be called; the end of the script lists the missing ones.
methods = {name for name, _ in inspect.getmembers(AppStoreServerAPIClient, inspect.isfunction) if name[0] != "_"}
called = set()


def counting(name):
    method = getattr(AppStoreServerAPIClient, name)

    @functools.wraps(method)
    def counted(*arguments, **named):
        called.add(name)
        return method(*arguments, **named)

    return counted


for name in methods:
    setattr(AppStoreServerAPIClient, name, counting(name))


def client(environment, port, **wrong):
    made = AppStoreServerAPIClient(
        wrong.get("key", given["key"]).encode(), given["key_id"], wrong.get("issuer", given["issuer"]), bundle,
        environment)
    made._base_url = f"http://127.0.0.1:{port}"
    return made


def refused(code, ask):
    try:
        ask()
    except APIException as error:
        assert (error.raw_api_error or error.http_status_code) == code, (code, vars(error))
        return
    raise AssertionError(f"{code} was expected")


root = control("GET", "/certificates/root.cer")
api = client(Environment.PRODUCTION, given["production"])
test = client(Environment.SANDBOX, given["sandbox"])
verifier = SignedDataVerifier([root], False, Environment.PRODUCTION, bundle, app_id)
sandbox_verifier = SignedDataVerifier([root], False, Environment.SANDBOX, bundle)

# Purchases, and what their documents say.
silver = control("POST", "/purchases", {"customer": "alice", "product": "silver"})
coins = control("POST", "/purchases", {"customer": "alice", "product": "coins", "quantity": 3})
sandbox_coins = control("POST", "/purchases", {"customer": "tester", "product": "coins"}, given["sandbox"])
transaction = verifier.verify_and_decode_signed_transaction(silver["signedTransactionInfo"])
assert transaction.productId == "silver" and transaction.bundleId == bundle
renewal = verifier.verify_and_decode_renewal_info(silver["signedRenewalInfo"])
assert renewal.autoRenewProductId == "silver"
assert sandbox_verifier.verify_and_decode_signed_transaction(sandbox_coins["signedTransactionInfo"]).appTransactionId
head, payload, signature = silver["signedTransactionInfo"].split(".")
try:
    verifier.verify_and_decode_signed_transaction(".".join([head, payload[:-6] + "AAAAAA", signature]))
    raise AssertionError("a changed document was accepted")
except VerificationException:
    pass

# The same with the strictest checks: the responder that the certificates name is asked.
online = SignedDataVerifier([root], True, Environment.PRODUCTION, bundle, app_id)
assert online.verify_and_decode_signed_transaction(silver["signedTransactionInfo"]).productId == "silver"

# Reading.
info = api.get_transaction_info(coins["transactionId"])
assert verifier.verify_and_decode_signed_transaction(info.signedTransactionInfo).quantity == 3
statuses = api.get_all_subscription_statuses(silver["transactionId"], [Status.ACTIVE])
assert statuses.bundleId == bundle and statuses.appAppleId == app_id
assert statuses.environment == Environment.PRODUCTION
last = statuses.data[0].lastTransactions[0]
assert last.status == Status.ACTIVE
verifier.verify_and_decode_renewal_info(last.signedRenewalInfo)
assert test.get_all_subscription_statuses(sandbox_coins["transactionId"]).appAppleId is None
for version in GetTransactionHistoryVersion:
    request = TransactionHistoryRequest(
        sort=Order.DESCENDING, revoked=False, productTypes=[ProductType.CONSUMABLE, ProductType.AUTO_RENEWABLE])
    history = api.get_transaction_history(coins["transactionId"], None, request, version)
    assert len(history.signedTransactions) == 2 and not history.hasMore and history.revision
    assert history.environment == Environment.PRODUCTION
    again = api.get_transaction_history(coins["transactionId"], history.revision, request, version)
    assert again.signedTransactions == []
app = api.get_app_transaction_info(coins["transactionId"])
assert verifier.verify_and_decode_app_transaction(app.signedAppTransactionInfo).bundleId == bundle
order = api.look_up_order_id(coins["orderId"])
assert order.status == OrderLookupStatus.VALID and len(order.signedTransactions) == 1
assert api.look_up_order_id("nothing").status == OrderLookupStatus.INVALID

# Acting.
MANY = "3f0c5a4e-6a0f-4bb1-93a7-0d54a9a1c6b2"
extended = api.extend_subscription_renewal_date(
    silver["originalTransactionId"],
    ExtendRenewalDateRequest(
        extendByDays=30, extendReasonCode=ExtendReasonCode.CUSTOMER_SATISFACTION, requestIdentifier="one"))
assert extended.success and extended.effectiveDate and extended.webOrderLineItemId
mass = api.extend_renewal_date_for_all_active_subscribers(
    MassExtendRenewalDateRequest(
        extendByDays=1, extendReasonCode=ExtendReasonCode.OTHER, requestIdentifier=MANY, productId="silver",
        storefrontCountryCodes=["USA", "MEX"]))
assert mass.requestIdentifier == MANY
control("POST", "/clock/advance", {"by": "PT5M"})
done = api.get_status_of_subscription_renewal_date_extensions(MANY, "silver")
assert done.complete and done.succeededCount == 1 and done.failedCount == 0
api.send_consumption_information(
    coins["transactionId"],
    ConsumptionRequest(customerConsented=True, sampleContentProvided=False, deliveryStatus=DeliveryStatus.DELIVERED))
api.send_consumption_data(
    coins["transactionId"],
    ConsumptionRequestV1(
        customerConsented=True, consumptionStatus=ConsumptionStatus.NOT_CONSUMED,
        platform=Platform.NON_APPLE, sampleContentProvided=False,
        deliveryStatus=DeliveryStatusV1.DELIVERED_AND_WORKING_PROPERLY, appAccountToken="",
        accountTenure=AccountTenure.THIRTY_DAYS_TO_NINETY_DAYS, playTime=PlayTime.ONE_DAY_TO_FOUR_DAYS,
        lifetimeDollarsRefunded=LifetimeDollarsRefunded(6), lifetimeDollarsPurchased=LifetimeDollarsPurchased(7),
        userStatus=UserStatus.LIMITED_ACCESS, refundPreference=RefundPreferenceV1.NO_PREFERENCE))
api.set_app_account_token(
    silver["originalTransactionId"], UpdateAppAccountTokenRequest(appAccountToken=str(uuid.uuid4())))
api.finish_transaction(coins["transactionId"])
control("POST", f"/transactions/{coins['transactionId']}/refund", {})
refunds = api.get_refund_history(coins["transactionId"], None)
assert len(refunds.signedTransactions) == 1
assert verifier.verify_and_decode_signed_transaction(refunds.signedTransactions[0]).revocationDate

# Notifications.
refused(4040007, api.request_test_notification)
control("PUT", "/notifications/url", {"url": f"http://127.0.0.1:{given['production']}/simulator/v1/nowhere"})
token = api.request_test_notification().testNotificationToken
control("POST", "/clock/run-due")
check = api.get_test_notification_status(token)
assert check.sendAttempts[0].sendAttemptResult.value == "UNSUCCESSFUL_HTTP_RESPONSE_CODE"
assert verifier.verify_and_decode_notification(check.signedPayload).notificationType == NotificationTypeV2.TEST
now = control("GET", "/clock")["now"]
seen, page = [], None
while True:
    answer = api.get_notification_history(page, NotificationHistoryRequest(startDate=now - 3600000, endDate=now + 1))
    seen += [verifier.verify_and_decode_notification(item.signedPayload) for item in answer.notificationHistory]
    page = answer.paginationToken
    if not answer.hasMore:
        break
kinds = [item.rawNotificationType for item in seen]
for kind in ["SUBSCRIBED", "ONE_TIME_CHARGE", "RENEWAL_EXTENDED", "RENEWAL_EXTENSION", "REFUND", "TEST"]:
    assert kind in kinds, (kind, kinds)
for item in seen:
    if item.data and item.data.signedTransactionInfo:
        verifier.verify_and_decode_signed_transaction(item.data.signedTransactionInfo)

# Retention messages, in the sandbox, which approves at once.
picture, text = uuid.uuid4(), uuid.uuid4()
test.upload_image(picture, b"\x89PNG\r\n\x1a\n....")
assert test.get_image_list().imageIdentifiers[0].imageIdentifier == picture
test.upload_message(text, UploadMessageRequestBody(header="Stay", body="There is more."))
assert test.get_message_list().messageIdentifiers[0].messageIdentifier == text
test.configure_default_message("silver", "en-US", DefaultConfigurationRequest(messageIdentifier=text))
assert test.get_default_message("silver", "en-US").messageIdentifier == text
test.delete_default_message("silver", "en-US")
test.delete_message(text)
test.delete_image(picture)
test.configure_realtime_url(RealtimeUrlRequest(realtimeURL="https://example.com/now"))
assert test.get_realtime_url().realtimeURL == "https://example.com/now"
run = test.initiate_performance_test(
    PerformanceTestRequest(originalTransactionId=sandbox_coins["originalTransactionId"]))
assert run.config.totalRequests > 0 and run.config.responseTimeThreshold == 700
result = test.get_performance_test_results(run.requestId)
assert result.result in (PerformanceTestStatus.PENDING, PerformanceTestStatus.FAIL, PerformanceTestStatus.PASS)
assert result.target == "https://example.com/now"
test.delete_realtime_url()
refused(4040021, test.get_realtime_url)

# Receipts of both styles lead to their transactions.
receipt = control("GET", "/customers/alice/receipt")["receipt"]
assert ReceiptUtility().extract_transaction_id_from_app_receipt(receipt) == silver["transactionId"]
old = control("GET", f"/transactions/{silver['transactionId']}/receipt")["receipt"]
assert ReceiptUtility().extract_transaction_id_from_transaction_receipt(old) == silver["transactionId"]

# Refusals.
refused(4040010, lambda: test.get_transaction_info(coins["transactionId"]))
refused(4000006, lambda: api.get_transaction_info("x"))
refused(401, lambda: client(Environment.PRODUCTION, given["production"], issuer="x").get_transaction_info("1"))
control("PUT", "/faults", {"api": {"next": [429, 500]}})
refused(4290000, lambda: api.get_transaction_info(coins["transactionId"]))
refused(5000001, lambda: api.get_transaction_info(coins["transactionId"]))
assert called == methods, methods - called
print("all answered")
