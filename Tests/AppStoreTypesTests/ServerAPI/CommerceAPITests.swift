// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import Testing

/// Retention messaging, Advanced Commerce and external purchases.
@Suite struct CommerceAPITests {
    private let id = "A1B2C3D4-E5F6-7890-A1B2-C3D4E5F67890"

    @Test func `messages and their lists survive`() throws {
        let message = try expectSurvival(
            of: """
                {"header":"Stay","body":"We improved","image":{"imageIdentifier":"\(id)","altText":"A cat"},\
                "headerPosition":"ABOVE_IMAGE","bulletPoints":[{"text":"Fast","imageIdentifier":"\(id)",\
                "altText":"A hare"}]}
                """,
            as: UploadMessageRequestBody.self
        )
        #expect(message.headerPosition == .aboveImage)
        _ = try expectSurvival(
            of: #"{"imageIdentifiers":[{"imageIdentifier":"\#(id)","imageState":"PENDING","imageSize":"FULL_SIZE"}]}"#,
            as: GetImageListResponse.self
        )
        _ = try expectSurvival(
            of: #"{"messageIdentifiers":[{"messageIdentifier":"\#(id)","messageState":"REJECTED"}]}"#,
            as: GetMessageListResponse.self
        )
        _ = try expectSurvival(of: #"{"messageIdentifier":"\#(id)"}"#, as: DefaultConfiguration.self)
        _ = try expectSurvival(of: #"{"realtimeURL":"https://example.com/r"}"#, as: RealtimeURL.self)
    }

    @Test func `performance tests survive`() throws {
        let config = """
            {"maxConcurrentRequests":10,"totalRequests":100,"totalDuration":60000,"responseTimeThreshold":500,\
            "successRateThreshold":95}
            """
        _ = try expectSurvival(of: #"{"originalTransactionId":"1"}"#, as: PerformanceTestRequest.self)
        _ = try expectSurvival(of: #"{"config":\#(config),"requestId":"r"}"#, as: PerformanceTestResponse.self)
        let result = try expectSurvival(
            of: """
                {"config":\(config),"target":"https://example.com/r","result":"FAIL","successRate":90,"numPending":0,\
                "responseTimes":{"average":100,"p50":90,"p90":200,"p95":300,"p99":500},"failures":{"TIMED_OUT":10}}
                """,
            as: PerformanceTestResultResponse.self
        )
        #expect(result.result == .fail)
        #expect(result.failures?[SendAttemptResult.timedOut.rawValue] == 10)
    }

    @Test func `a realtime request is a signed document`() throws {
        let lower = id.lowercased()
        let json = """
            {"originalTransactionId":"99371282","appAppleId":531412,"productId":"com.example.p","userLocale":"en-US",\
            "requestIdentifier":"\(lower)","signedDate":1698148900000,"environment":"LocalTesting"}
            """
        let payload = try AppStoreJSON.decode(RealtimeRequestPayload.self, from: Data(json.utf8))
        #expect(RealtimeRequestPayload.kind == .realtimeRequest)
        #expect(payload.documentAppAppleID == AppAppleID(rawValue: 531_412))
        #expect(payload.documentEnvironment == .localTesting)
        #expect(payload.effectiveDate == payload.signedDate)
        #expect(payload.documentBundleID == nil)
    }

    @Test func `each realtime answer has one member`() throws {
        let uuid = try #require(UUID(uuidString: id))
        let answers = [
            RealtimeResponseBody(message: RealtimeMessage(messageIdentifier: uuid)),
            RealtimeResponseBody(alternateProduct: AlternateProduct(messageIdentifier: uuid, productId: "p")),
            RealtimeResponseBody(
                promotionalOffer: RetentionPromotionalOffer(
                    messageIdentifier: uuid,
                    promotionalOfferSignatureV1: PromotionalOfferSignatureV1(
                        encodedSignature: "c2ln",
                        productId: "p",
                        nonce: uuid,
                        timestamp: 1,
                        keyId: "k",
                        offerIdentifier: "o"
                    )
                )
            ),
            RealtimeResponseBody(
                advancedCommerceInfo: AdvancedCommerceRetention(messageIdentifier: uuid, advancedCommerceData: "e30=")
            ),
        ]
        for answer in answers {
            guard case .object(let members) = try tree(answer) else {
                Issue.record("no object")
                continue
            }
            #expect(members.count == 1)
            #expect(try AppStoreJSON.decode(RealtimeResponseBody.self, from: AppStoreJSON.encode(answer)) == answer)
        }
    }

    @Test func `in-app requests name their operation and version`() throws {
        let info = AdvancedCommerceRequestInfo(requestReferenceId: try #require(UUID(uuidString: id)))
        let item = AdvancedCommerceChargeItem(sku: "S", description: "d", displayName: "n", price: 990)
        let once = AdvancedCommerceOneTimeChargeCreateRequest(
            currency: "USD",
            item: item,
            requestInfo: info,
            taxCode: "C003"
        )
        let subscribe = AdvancedCommerceSubscriptionCreateRequest(
            currency: "USD",
            descriptors: AdvancedCommerceDescriptors(description: "d", displayName: "n"),
            items: [item],
            period: .month,
            requestInfo: info,
            taxCode: "C003"
        )
        let modify = AdvancedCommerceSubscriptionModifyInAppRequest(
            removeItems: [AdvancedCommerceItemName(sku: "S")],
            requestInfo: info,
            retainBillingCycle: true,
            transactionId: "1"
        )
        let reactivate = AdvancedCommerceSubscriptionReactivateInAppRequest(requestInfo: info, transactionId: "1")
        #expect(try tree(once)["operation"] == "CREATE_ONE_TIME_CHARGE")
        #expect(try tree(once)["item"]?["SKU"] == "S")
        #expect(try tree(subscribe)["operation"] == "CREATE_SUBSCRIPTION")
        #expect(try tree(modify)["operation"] == "MODIFY_SUBSCRIPTION")
        #expect(try tree(modify)["removeItems"]?.array?.first?["SKU"] == "S")
        #expect(try tree(reactivate)["operation"] == "REACTIVATE_SUBSCRIPTION")
        #expect(try tree(reactivate)["version"] == "1")
    }

    @Test func `Advanced Commerce server requests survive`() throws {
        let info = #""requestInfo":{"requestReferenceId":"\#(id)","consistencyToken":"c"},"storefront":"USA""#
        _ = try expectSurvival(of: "{\(info)}", as: AdvancedCommerceSubscriptionCancelRequest.self)
        _ = try expectSurvival(
            of: """
                {\(info),"descriptors":{"displayName":"n","effective":"IMMEDIATELY"},"items":[{"currentSKU":"a",\
                "SKU":"b","effective":"NEXT_BILL_CYCLE"}],"taxCode":"t"}
                """,
            as: AdvancedCommerceSubscriptionChangeMetadataRequest.self
        )
        _ = try expectSurvival(
            of: #"{\#(info),"currency":"USD","items":[{"SKU":"a","price":1,"dependentSKUs":["b"]}]}"#,
            as: AdvancedCommerceSubscriptionPriceChangeRequest.self
        )
        _ = try expectSurvival(
            of: """
                {\(info),"descriptors":{"description":"d"},"items":[{"SKU":"a","description":"d","displayName":"n"}],\
                "targetProductId":"p","taxCode":"t"}
                """,
            as: AdvancedCommerceSubscriptionMigrateRequest.self
        )
        _ = try expectSurvival(
            of: #"{\#(info),"refundReason":"LEGAL","refundRiskingPreference":true,"refundType":"FULL"}"#,
            as: AdvancedCommerceSubscriptionRevokeRequest.self
        )
        _ = try expectSurvival(
            of: """
                {\(info),"currency":"USD","items":[{"SKU":"a","refundAmount":5,"refundReason":"OTHER",\
                "refundType":"CUSTOM","revoke":true}],"refundRiskingPreference":false}
                """,
            as: AdvancedCommerceRequestRefundRequest.self
        )
        _ = try expectSurvival(
            of: #"{"signedRenewalInfo":"a","signedTransactionInfo":"b"}"#,
            as: AdvancedCommerceResponse.self
        )
    }

    @Test func `a report of external purchases keeps what regions add`() throws {
        let report = try expectSurvival(
            of: """
                {"requestIdentifier":"\(id)","externalPurchaseId":"SANDBOX_1","status":"LINE_ITEM","lineItems":[{\
                "lineItemId":"1","creationDate":1698148900000,"eventType":"BUY","productIdentifier":"p",\
                "productType":"ONE_TIME_BUY","quantity":1,"taxCountry":"DE","netAmountTaxExclusive":990}]}
                """,
            as: ExternalPurchaseReport.self
        )
        #expect(report.lineItems?.first?.others["taxCountry"] == "DE")
    }
}
