// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreSignedData
import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Foundation
import HTTPService
import Testing

/// Advanced Commerce over HTTP: orders that a server signed, and its API with this package's own client.
@Suite struct AdvancedCommerceEndpointTests {
    private struct Order: Encodable {
        var customer = "alice"
        var product = "silver"
        var advancedCommerceJWS: String
    }

    private func subscribe(
        _ clients: SimulatedClients,
        _ change: (inout AdvancedCommerceSubscriptionCreateRequest) -> Void = { _ in }
    ) async throws -> InProcessClient.Response {
        let key = clients.simulated.service.apiKeys[0]
        let signer = try InAppRequestSigner(
            .init(
                issuerID: key.issuerID,
                keyID: key.keyID,
                key: PrivateKey(pem: key.privateKeyPEM),
                bundleID: key.bundleID
            )
        )
        var request = AdvancedCommerceSubscriptionCreateRequest(
            currency: "USD",
            descriptors: AdvancedCommerceDescriptors(description: "Learn", displayName: "School"),
            items: [
                AdvancedCommerceChargeItem(
                    sku: "course",
                    description: "All lessons",
                    displayName: "Course",
                    price: 9990
                )
            ],
            period: "P1M",
            requestInfo: AdvancedCommerceRequestInfo(requestReferenceId: UUID()),
            taxCode: "S021-01"
        )
        change(&request)
        let jws = try signer.advancedCommerceRequest(
            AppStoreJSON.encode(request),
            nonce: UUID(),
            asOf: SimulatedService.start
        )
        return try await clients.simulated.production.send(
            .post,
            "/simulator/v1/purchases",
            json: Order(advancedCommerceJWS: jws)
        )
    }

    private func clients() async throws -> SimulatedClients {
        let clients = try SimulatedClients()
        _ = try await clients.simulated.production.send(
            .put,
            "/simulator/v1/products/silver/generic",
            json: ["on": true]
        )
        return clients
    }

    private var info: AdvancedCommerceRequestInfo { AdvancedCommerceRequestInfo(requestReferenceId: UUID()) }

    @Test func `every endpoint answers with both signed documents`() async throws {
        let clients = try await clients()
        let bought = try await subscribe(clients)
        #expect(bought.status == .created)
        let id = try bought.json(Purchase.self).transactionId
        let api = clients.production
        func check(_ answer: AdvancedCommerceResponse) throws -> RenewalInfoPayload {
            let verifier = try clients.simulated.verifier()
            let transaction = try verifier.verify(
                answer.signedTransactionInfo,
                as: TransactionPayload.self,
                asOf: SimulatedService.start
            )
            #expect(transaction.payload.advancedCommerceInfo?.items?.first?.sku == "course")
            return try verifier.verify(
                try #require(answer.signedRenewalInfo),
                as: RenewalInfoPayload.self,
                asOf: SimulatedService.start
            ).payload
        }
        let renamed = AdvancedCommerceSubscriptionChangeMetadataRequest(
            items: [AdvancedCommerceChangedItem(currentSKU: "course", displayName: "Night", effective: .immediately)],
            requestInfo: info
        )
        let metadata = try check(try await api.advancedCommerce(renamed, for: id).body)
        #expect(metadata.advancedCommerceInfo?.items?.first?.displayName == "Night")
        let cheaper = AdvancedCommerceSubscriptionPriceChangeRequest(
            items: [AdvancedCommercePriceChangeItem(sku: "course", price: 4990)],
            requestInfo: info
        )
        #expect(try check(try await api.advancedCommerce(cheaper, for: id).body).renewalPrice == 4990)
        let refund = AdvancedCommerceRequestRefundRequest(
            items: [
                AdvancedCommerceRequestRefundItem(
                    sku: "course",
                    refundAmount: 1000,
                    refundReason: .other,
                    refundType: .custom,
                    revoke: false
                )
            ],
            refundRiskingPreference: false,
            requestInfo: info
        )
        _ = try check(try await api.advancedCommerce(refund, for: id).body)
        let cancel = AdvancedCommerceSubscriptionCancelRequest(requestInfo: info)
        #expect(try check(try await api.advancedCommerce(cancel, for: id).body).autoRenewStatus == .off)
        let revoke = AdvancedCommerceSubscriptionRevokeRequest(
            refundReason: .legal,
            refundRiskingPreference: false,
            refundType: .full,
            requestInfo: info
        )
        _ = try check(try await api.advancedCommerce(revoke, for: id).body)
        let again = await #expect(throws: AppStoreAPIError.self) {
            try await api.advancedCommerce(
                AdvancedCommerceSubscriptionCancelRequest(requestInfo: info),
                for: id
            )
        }
        #expect(again?.httpStatus == 403)
    }

    @Test func `an ordinary subscription moves over`() async throws {
        let clients = try await clients()
        let gold = try await clients.simulated.buy("gold")
        let migrate = AdvancedCommerceSubscriptionMigrateRequest(
            descriptors: AdvancedCommerceMigrateDescriptors(displayName: "School"),
            items: [AdvancedCommerceItem(sku: "course", description: "All", displayName: "Course")],
            requestInfo: info,
            targetProductId: "silver",
            taxCode: "S021-01"
        )
        let answer = try await clients.production.advancedCommerce(migrate, for: gold.transactionId)
        #expect(answer.signedRenewalInfo != nil)
    }

    @Test func `what is missing, wrong or unsigned has Apple's number`() async throws {
        struct Refusal: Decodable { var code: String }
        let clients = try await clients()
        let dear = try await subscribe(clients) { $0.currency = "EUR" }
        #expect(try dear.json(Refusal.self).code == String(AdvancedCommerceErrorCode.invalidCurrency.rawValue))
        let forged = try await clients.simulated.production.send(
            .post,
            "/simulator/v1/purchases",
            json: Order(advancedCommerceJWS: "e30.e30.AA")
        )
        #expect(try forged.json(Refusal.self).code == String(AdvancedCommerceErrorCode.invalidSignature.rawValue))
        let id = try await subscribe(clients).json(Purchase.self).transactionId
        for (path, body, code) in [
            ("subscription/cancel/\(id)", "{}", AdvancedCommerceErrorCode.nullRequestInfo),
            ("subscription/cancel/\(id)", "x", .malformedPayload),
            (
                "subscription/revoke/\(id)",
                #"{"requestInfo":{"requestReferenceId":"7e3fb204-2c5c-4d2e-9b3a-0d5a0c1f2e3d"},"refundReason":"LEGAL"}"#,
                .nullRefundRisking
            ),
            ("subscription/cancel/abc", "{}", .invalidTransactionId),
            ("subscription/cancel/12345", "{}", .transactionIdNotFound),
        ] {
            let answer = try await clients.simulated.production.send(
                .post,
                "/advancedCommerce/v1/\(path)",
                headers: try clients.simulated.token(),
                body: Data(body.utf8)
            )
            let error = try answer.json(ServerAPITests.APIError.self)
            #expect(error.errorCode == Int64(code.rawValue), "\(path) \(body)")
            #expect(answer.status.rawValue == code.httpStatus)
        }
    }
}
