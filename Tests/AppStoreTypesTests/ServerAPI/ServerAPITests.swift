// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import Testing

@Suite struct ServerAPITests {
    @Test func `a status answer survives`() throws {
        let json = """
            {"environment":"LocalTesting","bundleId":"com.example","appAppleId":5454545,"data":[{\
            "subscriptionGroupIdentifier":"sub_group_one","lastTransactions":[{"status":1,\
            "originalTransactionId":"3749183","signedTransactionInfo":"a","signedRenewalInfo":"b"},{"status":99,\
            "originalTransactionId":"5314314134","signedTransactionInfo":"c","signedRenewalInfo":"d"}]}]}
            """
        let response = try expectSurvival(of: json, as: StatusResponse.self)
        #expect(response.data.first?.lastTransactions.map(\.status) == [.active, SubscriptionStatus(rawValue: 99)])
    }

    @Test func `pages and single answers survive`() throws {
        _ = try expectSurvival(
            of: """
                {"revision":"r","hasMore":true,"bundleId":"com.example","appAppleId":323232,"environment":"Sandbox",\
                "signedTransactions":["a","b"]}
                """,
            as: HistoryResponse.self
        )
        _ = try expectSurvival(
            of: #"{"signedTransactions":["a"],"revision":"r","hasMore":false}"#,
            as: RefundHistoryResponse.self
        )
        _ = try expectSurvival(of: #"{"signedTransactionInfo":"a"}"#, as: TransactionInfoResponse.self)
        _ = try expectSurvival(of: #"{"signedAppTransactionInfo":"a"}"#, as: AppTransactionInfoResponse.self)
        let lookup = try expectSurvival(of: #"{"status":1}"#, as: OrderLookupResponse.self)
        #expect(lookup.status == .invalid)
    }

    @Test func `extensions survive`() throws {
        _ = try expectSurvival(
            of: #"{"extendByDays":45,"extendReasonCode":1,"requestIdentifier":"fdf964a4"}"#,
            as: ExtendRenewalDateRequest.self
        )
        _ = try expectSurvival(
            of: """
                {"originalTransactionId":"2312412","webOrderLineItemId":"9993","success":true,\
                "effectiveDate":1698148900000}
                """,
            as: ExtendRenewalDateResponse.self
        )
        let mass = try expectSurvival(
            of: """
                {"extendByDays":45,"extendReasonCode":3,"requestIdentifier":"fdf964a4",\
                "storefrontCountryCodes":["USA","MEX"],"productId":"com.example.productId"}
                """,
            as: MassExtendRenewalDateRequest.self
        )
        #expect(mass.extendReasonCode == .serviceIssueOrOutage)
        _ = try expectSurvival(of: #"{"requestIdentifier":"758883e8"}"#, as: MassExtendRenewalDateResponse.self)
        _ = try expectSurvival(
            of: """
                {"requestIdentifier":"20fba8a0","complete":true,"completeDate":1698148900000,"succeededCount":30,\
                "failedCount":2}
                """,
            as: MassExtendRenewalDateStatusResponse.self
        )
    }

    @Test func `notification endpoints survive`() throws {
        _ = try expectSurvival(of: #"{"testNotificationToken":"ce3af791_1698"}"#, as: SendTestNotificationResponse.self)
        let check = try expectSurvival(
            of: """
                {"signedPayload":"a","sendAttempts":[{"attemptDate":1698148900000,"sendAttemptResult":"NO_RESPONSE"},\
                {"attemptDate":1698148950000,"sendAttemptResult":"EATEN_BY_DOG"}]}
                """,
            as: CheckTestNotificationResponse.self
        )
        #expect(check.sendAttempts?.map(\.sendAttemptResult) == [.noResponse, "EATEN_BY_DOG"])
        _ = try expectSurvival(
            of: """
                {"startDate":1698148900000,"endDate":1698148950000,"notificationType":"SUBSCRIBED",\
                "notificationSubtype":"INITIAL_BUY","transactionId":"999733843","onlyFailures":true}
                """,
            as: NotificationHistoryRequest.self
        )
        _ = try expectSurvival(
            of: """
                {"paginationToken":"57715481","hasMore":true,"notificationHistory":[{"signedPayload":"a",\
                "sendAttempts":[]}]}
                """,
            as: NotificationHistoryResponse.self
        )
        _ = try expectSurvival(of: #"{"signedPayload":"a.b.c"}"#, as: NotificationBody.self)
    }

    @Test func `consumption of both versions survives`() throws {
        _ = try expectSurvival(
            of: """
                {"customerConsented":true,"deliveryStatus":"UNDELIVERED_SERVER_OUTAGE","sampleContentProvided":false,\
                "consumptionPercentage":50000,"refundPreference":"GRANT_PRORATED"}
                """,
            as: ConsumptionRequest.self
        )
        _ = try expectSurvival(
            of: """
                {"accountTenure":7,"appAccountToken":"","consumptionStatus":2,"customerConsented":true,\
                "deliveryStatus":3,"lifetimeDollarsPurchased":2,"lifetimeDollarsRefunded":1,"platform":2,"playTime":5,\
                "sampleContentProvided":true,"userStatus":4,"refundPreference":3}
                """,
            as: ConsumptionRequestV1.self
        )
        _ = try expectSurvival(
            of: #"{"appAccountToken":"7e3fb204-2c5c-4d2e-9b3a-0d5a0c1f2e3d"}"#,
            as: UpdateAppAccountTokenRequest.self
        )
    }

    @Test func `a history's filters become a query in Apple's spelling`() {
        let request = TransactionHistoryRequest(
            startDate: Date(millisecondsSince1970: 123_455),
            endDate: Date(millisecondsSince1970: 123_456),
            productIds: ["a", "b"],
            productTypes: [.consumable, .autoRenewable],
            sort: .ascending,
            subscriptionGroupIdentifiers: ["g"],
            inAppOwnershipType: .familyShared,
            revoked: false
        )
        #expect(
            request.queryItems.map { "\($0.name)=\($0.value)" } == [
                "startDate=123455", "endDate=123456", "productId=a", "productId=b", "productType=CONSUMABLE",
                "productType=AUTO_RENEWABLE", "sort=ASCENDING", "subscriptionGroupIdentifier=g",
                "inAppOwnershipType=FAMILY_SHARED", "revoked=false",
            ]
        )
        #expect(TransactionHistoryRequest().queryItems.isEmpty)
    }

    @Test func `exactly the retryable codes may be tried again`() {
        let retryable: [APIErrorCode] = [
            .accountNotFoundRetryable, .appNotFoundRetryable, .originalTransactionIdNotFoundRetryable,
            .rateLimitExceeded, .generalInternal, .generalInternalRetryable, APIErrorCode(rawValue: 5_030_007),
        ]
        let final: [APIErrorCode] = [
            .accountNotFound, .appNotFound, .transactionIdNotFound, .generalBadRequest, .subscriptionMaxExtension,
            APIErrorCode(rawValue: 4_000_999), APIErrorCode(rawValue: 0), APIErrorCode(rawValue: -5),
        ]
        #expect(retryable.filter { !$0.isRetryable } == [])
        #expect(final.filter { $0.isRetryable } == [])
    }

    @Test func `a code knows its message and its status`() throws {
        #expect(APIErrorCode.transactionIdNotFound.message == "Transaction id not found.")
        #expect(APIErrorCode.rateLimitExceeded.httpStatus == 429)
        #expect(APIErrorCode(rawValue: 4_999_999).message == nil)
        let payload = try expectSurvival(
            of: #"{"errorCode":4000006,"errorMessage":"Invalid transaction id."}"#,
            as: APIErrorPayload.self
        )
        #expect(payload.errorCode.message == payload.errorMessage)
    }

    @Test func `an unsigned document keeps its bytes`() throws {
        let bytes = Data(#"{"signedTransactionInfo":"a","futureField":[1,2]}"#.utf8)
        let document = try Document<TransactionInfoResponse>(decoding: bytes)
        #expect(document.body.signedTransactionInfo == "a")
        #expect(document.bytes == bytes)
        let made = try Document(TransactionInfoResponse(signedTransactionInfo: "a"))
        #expect(made.body == document.body && made != document)
    }
}
