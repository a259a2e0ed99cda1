// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreTypes
import Foundation
import HTTPClient
import Testing

@Suite struct EndpointTests {
    private let uuid = UUID(uuidString: "A1B2C3D4-E5F6-7890-A1B2-C3D4E5F67890") ?? UUID()
    private let id = "a1b2c3d4-e5f6-7890-a1b2-c3d4e5f67890"

    /// Makes one call against an answer and returns what was asked.
    private func asked(
        _ answer: String,
        status: Int = 200,
        _ call: (AppStoreServerAPI) async throws -> Void
    ) async throws -> HTTPClientRequest {
        let transport = WireTransport(Answer.json(answer, status: status))
        try await call(.over(transport))
        #expect(transport.requests.count == 1)
        return try #require(transport.requests.first)
    }

    @Test func `subscription statuses`() async throws {
        let request = try await asked(
            #"{"environment":"Sandbox","bundleId":"b","data":[]}"#
        ) { api in
            let answer = try await api.subscriptionStatuses(
                for: OriginalTransactionID("1"),
                in: [.active, .billingRetry]
            )
            #expect(answer.environment == .sandbox)
        }
        #expect(request.method == "GET")
        #expect(request.url == "https://store.test/inApps/v1/subscriptions/1?status=1&status=3")
        let headers = Dictionary(uniqueKeysWithValues: request.headers.map { ($0.name, $0.value) })
        #expect(headers["Authorization"] == "Bearer token-1760000000")
        #expect(headers["Accept"] == "application/json")
        #expect(request.body == nil)
    }

    @Test func `one transaction, one app transaction, one order`() async throws {
        let transaction = try await asked(#"{"signedTransactionInfo":"a","new":1}"#) { api in
            let answer = try await api.transaction("1")
            #expect(answer.signedTransactionInfo == "a")
            #expect(String(decoding: answer.bytes, as: UTF8.self).contains("new"))
        }
        #expect(transaction.url.hasSuffix("/inApps/v1/transactions/1"))
        let app = try await asked(#"{"signedAppTransactionInfo":"a"}"#) { api in
            let answer = try await api.appTransaction(for: AppTransactionID("7"))
            #expect(answer.signedAppTransactionInfo == "a")
        }
        #expect(app.url.hasSuffix("/inApps/v1/transactions/appTransactions/7"))
        let order = try await asked(#"{"status":0,"signedTransactions":["a"]}"#) { api in
            let answer = try await api.lookUpOrder("MK5")
            #expect(answer.status == .valid)
        }
        #expect(order.url.hasSuffix("/inApps/v1/lookup/MK5"))
        let refunds = try await asked(#"{"signedTransactions":["a","b"]}"#) { api in
            let answer = try await api.refundHistoryV1(for: "1")
            #expect(answer.signedTransactions == ["a", "b"])
        }
        #expect(refunds.url.hasSuffix("/inApps/v1/refund/lookup/1"))
    }

    @Test func `an account token and a finish are sent`() async throws {
        let token = try await asked("", status: 200) { api in
            try await api.setAppAccountToken(AppAccountToken(rawValue: uuid), for: "1")
        }
        #expect(token.method == "PUT")
        #expect(token.url.hasSuffix("/inApps/v1/transactions/1/appAccountToken"))
        #expect(token.body == Data(#"{"appAccountToken":"\#(id)"}"#.utf8))
        let finish = try await asked("", status: 202) { try await $0.finish("1") }
        #expect(finish.method == "POST")
        #expect(finish.url.hasSuffix("/inApps/v1/transactions/1/finish"))
    }

    @Test func `renewal dates are extended`() async throws {
        let one = try await asked(#"{"originalTransactionId":"1","success":true}"#) { api in
            let request = ExtendRenewalDateRequest(extendByDays: 3, extendReasonCode: .other, requestIdentifier: "r")
            let answer = try await api.extendRenewalDate(of: "1", request)
            #expect(answer.success)
        }
        #expect(one.method == "PUT" && one.url.hasSuffix("/inApps/v1/subscriptions/extend/1"))
        let many = try await asked(#"{"requestIdentifier":"r"}"#) { api in
            let request = MassExtendRenewalDateRequest(
                extendByDays: 3,
                extendReasonCode: .serviceIssueOrOutage,
                requestIdentifier: "r",
                productId: "p"
            )
            let answer = try await api.extendRenewalDates(request)
            #expect(answer.requestIdentifier == "r")
        }
        #expect(many.method == "POST" && many.url.hasSuffix("/inApps/v1/subscriptions/extend/mass"))
        let status = try await asked(#"{"requestIdentifier":"r","complete":false}"#) { api in
            let answer = try await api.renewalDateExtensionStatus(of: "r", productId: "com.example.p")
            #expect(answer.complete == false)
        }
        #expect(status.url.hasSuffix("/inApps/v1/subscriptions/extend/mass/com.example.p/r"))
    }

    @Test func `consumption goes to either version`() async throws {
        let second = try await asked("", status: 202) { api in
            let request = ConsumptionRequest(
                customerConsented: true,
                deliveryStatus: .delivered,
                sampleContentProvided: false
            )
            try await api.sendConsumption(request, for: "1")
        }
        #expect(second.method == "PUT" && second.url.hasSuffix("/inApps/v2/transactions/consumption/1"))
        let first = try await asked("", status: 202) { api in
            let request = ConsumptionRequestV1(
                customerConsented: true,
                deliveryStatus: .delivered,
                sampleContentProvided: false
            )
            try await api.sendConsumptionV1(request, for: "1")
        }
        #expect(first.url.hasSuffix("/inApps/v1/transactions/consumption/1"))
    }

    @Test func `test notifications`() async throws {
        let request = try await asked(#"{"testNotificationToken":"t"}"#) { api in
            let answer = try await api.requestTestNotification()
            #expect(answer.testNotificationToken == "t")
        }
        #expect(request.method == "POST" && request.url.hasSuffix("/inApps/v1/notifications/test"))
        #expect(request.body == nil)
        let status = try await asked(#"{"signedPayload":"a.b.c","sendAttempts":[]}"#) { api in
            let answer = try await api.testNotification("t_1")
            #expect(answer.signedPayload == "a.b.c")
        }
        #expect(status.url.hasSuffix("/inApps/v1/notifications/test/t_1"))
    }

    @Test func `retention messaging`() async throws {
        let base = "/inApps/v1/messaging"
        let transport = WireTransport { request in
            let answers = [
                "/image/list": #"{"imageIdentifiers":[]}"#, "/message/list": #"{"messageIdentifiers":[]}"#,
                "/realtime/url": #"{"realtimeURL":"https://example.com"}"#,
                "/performanceTest": #"{"config":{},"requestId":"r"}"#,
                "/result/r": """
                {"config":{},"target":"t","result":"PASS","successRate":100,"numPending":0,"responseTimes":{}}
                """,
            ]
            let answer = answers.first { request.url.hasSuffix($0.key) }?.value
            let identifier = #"{"messageIdentifier":"A1B2C3D4-E5F6-7890-A1B2-C3D4E5F67890"}"#
            return HTTPClientResponse(status: 200, body: Data((answer ?? identifier).utf8))
        }
        let api = AppStoreServerAPI.over(transport)
        try await api.uploadImage(Data([0x89]), as: uuid, size: .bulletPoint)
        try await api.deleteImage(uuid)
        _ = try await api.images()
        try await api.uploadMessage(UploadMessageRequestBody(header: "Stay"), as: uuid)
        try await api.deleteMessage(uuid)
        _ = try await api.messages()
        try await api.setDefaultMessage(DefaultConfiguration(messageIdentifier: uuid), for: "p", locale: "en-US")
        #expect(try await api.defaultMessage(for: "p", locale: "en-US").messageIdentifier == uuid)
        try await api.deleteDefaultMessage(for: "p", locale: "en-US")
        try await api.setRealtimeURL(RealtimeURL(realtimeURL: "https://example.com"))
        #expect(try await api.realtimeURL().realtimeURL == "https://example.com")
        try await api.deleteRealtimeURL()
        #expect(try await api.startPerformanceTest(PerformanceTestRequest(originalTransactionId: "1")).requestId == "r")
        #expect(try await api.performanceTestResult("r").result == .pass)
        #expect(
            transport.calls == [
                "PUT \(base)/image/\(id)?imageSize=BULLET_POINT", "DELETE \(base)/image/\(id)",
                "GET \(base)/image/list",
                "PUT \(base)/message/\(id)", "DELETE \(base)/message/\(id)", "GET \(base)/message/list",
                "PUT \(base)/default/p/en-US", "GET \(base)/default/p/en-US", "DELETE \(base)/default/p/en-US",
                "PUT \(base)/realtime/url", "GET \(base)/realtime/url", "DELETE \(base)/realtime/url",
                "POST \(base)/performanceTest", "GET \(base)/performanceTest/result/r",
            ]
        )
        #expect(transport.requests.first?.headers.contains { $0.value == "image/png" } == true)
    }

    @Test func `Advanced Commerce and external purchases`() async throws {
        let info = AdvancedCommerceRequestInfo(requestReferenceId: uuid)
        let cancel = try await asked(#"{"signedTransactionInfo":"a","signedRenewalInfo":"b"}"#) { api in
            let request = AdvancedCommerceSubscriptionCancelRequest(requestInfo: info)
            let answer = try await api.advancedCommerce(request, for: "1")
            #expect(answer.signedRenewalInfo == "b")
        }
        #expect(cancel.method == "POST" && cancel.url.hasSuffix("/advancedCommerce/v1/subscription/cancel/1"))
        #expect(
            [
                AdvancedCommerceSubscriptionChangeMetadataRequest.path,
                AdvancedCommerceSubscriptionPriceChangeRequest.path, AdvancedCommerceSubscriptionMigrateRequest.path,
                AdvancedCommerceSubscriptionRevokeRequest.path, AdvancedCommerceRequestRefundRequest.path,
            ] == [
                "/subscription/changeMetadata", "/subscription/changePrice", "/subscription/migrate",
                "/subscription/revoke", "/transaction/requestRefund",
            ]
        )
        let report = try await asked("") { api in
            try await api.sendExternalPurchaseReport(ExternalPurchaseReport(requestIdentifier: "r"))
        }
        #expect(report.method == "PUT" && report.url.hasSuffix("/externalPurchase/v1/reports"))
        let again = try await asked(#"{"requestIdentifier":"r"}"#) { api in
            let answer = try await api.externalPurchaseReport("r")
            #expect(answer.requestIdentifier == "r")
        }
        #expect(again.url.hasSuffix("/externalPurchase/v1/reports/r"))
    }

    @Test func `a number of Advanced Commerce is read in its own meaning`() async throws {
        let transport = WireTransport(Answer.json(#"{"errorCode":4000028,"errorMessage":"Wrong."}"#, status: 400))
        let info = AdvancedCommerceRequestInfo(requestReferenceId: uuid)
        let request = AdvancedCommerceSubscriptionCancelRequest(requestInfo: info)
        let error = await #expect(throws: AppStoreAPIError.self) {
            try await AppStoreServerAPI.over(transport).advancedCommerce(request, for: "1")
        }
        #expect(error?.advancedCommerceErrorCode == .invalidStorefront)
        #expect(error?.message.contains("The storefront value is invalid.") == true)
    }

    @Test func `an identifier never names another endpoint`() async throws {
        let request = try await asked(#"{"signedTransactionInfo":"a"}"#) { api in
            _ = try await api.transaction("../v1/lookup/é?x=1#y")
        }
        #expect(request.url == "https://store.test/inApps/v1/transactions/..%2Fv1%2Flookup%2F%C3%A9%3Fx%3D1%23y")
        for id in ["", ".", "..", String(repeating: "1", count: 513)] {
            let transport = WireTransport()
            let error = await #expect(throws: AppStoreAPIError.self) {
                try await AppStoreServerAPI.over(transport).transaction(TransactionID(rawValue: id))
            }
            #expect(error?.code == .invalidRequest)
            #expect(transport.requests.isEmpty)
        }
    }

    @Test func `Apple's addresses are the default`() {
        #expect(AppStoreServerAPI.baseURL(of: .production) == "https://api.storekit.apple.com")
        #expect(AppStoreServerAPI.baseURL(of: .sandbox) == "https://api.storekit-sandbox.apple.com")
        #expect(AppStoreServerAPI.baseURL(of: .xcode) == "https://api.storekit-sandbox.apple.com")
    }
}
