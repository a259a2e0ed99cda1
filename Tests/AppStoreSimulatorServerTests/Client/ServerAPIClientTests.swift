// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreSignedData
import AppStoreSimulatorServer
import AppStoreTypes
import Foundation
import HTTPService
import Testing

/// This package's own client against the simulator: every method of the App Store Server API that it answers.
@Suite struct ServerAPIClientTests {
    @Test func `what is looked up comes back signed and decoded`() async throws {
        let clients = try SimulatedClients()
        let silver = try await clients.simulated.buy("silver")
        let coins = try await clients.simulated.buy("coins", quantity: 3)
        let verifier = try clients.simulated.verifier()
        let api = clients.production

        let info = try await api.transaction(coins.transactionId)
        let transaction = try verifier.verify(
            info.signedTransactionInfo,
            as: TransactionPayload.self,
            asOf: SimulatedService.start
        )
        #expect(transaction.payload.quantity == 3)
        let statuses = try await api.subscriptionStatuses(for: silver.transactionId, in: [.active])
        #expect(statuses.appAppleId == AppAppleID(rawValue: 1_234_567_890))
        #expect(statuses.data.first?.lastTransactions.first?.status == .active)
        #expect(try await api.subscriptionStatuses(for: silver.transactionId, in: [.revoked]).data.isEmpty)
        let download = try await api.appTransaction(for: coins.transactionId)
        let app = try verifier.verify(
            download.signedAppTransactionInfo,
            as: AppTransactionPayload.self,
            asOf: SimulatedService.start
        )
        #expect(app.payload.bundleId == SimulatedService.bundle)
        let id = try #require(app.payload.appTransactionId)
        #expect(try await api.subscriptionStatuses(for: id).data.count == 1)
        #expect(try await api.lookUpOrder("nothing").status == .invalid)
    }

    @Test func `an order number leads to its transactions`() async throws {
        struct Bought: Decodable { var orderId: OrderLookupID }
        let clients = try SimulatedClients()
        let answer = try await clients.simulated.production.send(
            .post,
            "/simulator/v1/purchases",
            json: PurchaseRequest(customer: "alice", product: "coins")
        )
        let order = try await clients.production.lookUpOrder(try answer.json(Bought.self).orderId)
        #expect(order.status == .valid)
        #expect(order.signedTransactions?.count == 1)
    }

    @Test func `histories come page by page, and the last revision asks for what is new`() async throws {
        let clients = try SimulatedClients()
        let api = clients.production
        for _ in 1...45 { try await clients.simulated.buy("coins") }
        let id = try await clients.simulated.buy("silver").transactionId
        let coins = TransactionHistoryRequest(productTypes: [.consumable], sort: .descending)
        var pages = api.transactionHistory(for: id, matching: coins).makeAsyncIterator()
        var counts: [Int] = []
        while let page = try await pages.next() { counts.append(page.signedTransactions.count) }
        #expect(counts == [20, 20, 5])
        let mark = try #require(pages.mark)
        _ = try await clients.simulated.advance(by: "PT1H")
        try await clients.simulated.buy("coins")
        var changes = 0
        for try await page in api.transactionHistory(for: id, matching: coins, after: mark) {
            changes += page.signedTransactions.count
        }
        #expect(changes == 1)
        var old = 0
        for try await page in api.transactionHistoryV1(for: id) { old += page.signedTransactions.count }
        #expect(old > 0)
    }

    @Test func `refunds are reported by both endpoints`() async throws {
        let clients = try SimulatedClients()
        let coins = try await clients.simulated.buy("coins")
        _ = try await clients.simulated.production.send(
            .post,
            "/simulator/v1/transactions/\(coins.transactionId)/refund"
        )
        var refunded = 0
        for try await page in clients.production.refundHistory(for: coins.transactionId) {
            refunded += page.signedTransactions.count
        }
        #expect(refunded == 1)
        let old = try await clients.production.refundHistoryV1(for: coins.originalTransactionId)
        #expect(old.signedTransactions.count == 1)
    }

    @Test func `renewal dates are extended for one and for all`() async throws {
        let clients = try SimulatedClients()
        let silver = try await clients.simulated.buy("silver")
        let request = ExtendRenewalDateRequest(
            extendByDays: 7,
            extendReasonCode: .serviceIssueOrOutage,
            requestIdentifier: "one"
        )
        let answer = try await clients.production.extendRenewalDate(of: silver.originalTransactionId, request)
        #expect(answer.success)
        #expect(answer.effectiveDate == SimulatedService.start.addingTimeInterval(37 * 86_400))
        let many = "3f0c5a4e-6a0f-4bb1-93a7-0d54a9a1c6b2"
        let all = try await clients.production.extendRenewalDates(
            MassExtendRenewalDateRequest(
                extendByDays: 1,
                extendReasonCode: .other,
                requestIdentifier: many,
                storefrontCountryCodes: ["USA"],
                productId: "silver"
            )
        )
        #expect(all.requestIdentifier == many)
        _ = try await clients.simulated.advance(by: "PT5M")
        let status = try await clients.production.renewalDateExtensionStatus(of: many, productId: "silver")
        #expect(status.complete && status.succeededCount == 1 && status.failedCount == 0)
        let unknown = await #expect(throws: AppStoreAPIError.self) {
            try await clients.production.renewalDateExtensionStatus(
                of: "9e5d0b52-7f5c-4a43-8a3f-6b0a5f0f4c11",
                productId: "silver"
            )
        }
        #expect(unknown?.apiErrorCode == .statusRequestNotFound)
    }

    @Test func `consumption, a token and a finish are taken`() async throws {
        let clients = try SimulatedClients()
        let coins = try await clients.simulated.buy("coins")
        try await clients.production.sendConsumption(
            ConsumptionRequest(customerConsented: true, deliveryStatus: .delivered, sampleContentProvided: false),
            for: coins.transactionId
        )
        try await clients.production.sendConsumptionV1(
            ConsumptionRequestV1(
                accountTenure: .undeclared,
                appAccountToken: "",
                consumptionStatus: .undeclared,
                customerConsented: true,
                deliveryStatus: .delivered,
                lifetimeDollarsPurchased: .undeclared,
                lifetimeDollarsRefunded: .undeclared,
                platform: .undeclared,
                playTime: .undeclared,
                sampleContentProvided: false,
                userStatus: .undeclared
            ),
            for: coins.transactionId
        )
        let token = try #require(AppAccountToken("7e3fb204-2c5c-4d2e-9b3a-0d5a0c1f2e3d"))
        try await clients.production.setAppAccountToken(token, for: coins.originalTransactionId)
        try await clients.production.finish(coins.transactionId)
        let info = try await clients.production.transaction(coins.transactionId)
        let transaction = try clients.simulated.verifier().verify(
            info.signedTransactionInfo,
            as: TransactionPayload.self,
            asOf: SimulatedService.start
        )
        #expect(transaction.payload.appAccountToken == token)
    }

    @Test func `a test notification can be requested, and the history lists all that were sent`() async throws {
        let clients = try SimulatedClients()
        let missing = await #expect(throws: AppStoreAPIError.self) {
            try await clients.production.requestTestNotification()
        }
        #expect(missing?.apiErrorCode == .serverNotificationUrlNotFound)
        try await clients.simulated.listen()
        let token = try await clients.production.requestTestNotification().testNotificationToken
        await clients.simulated.service.runUntilIdle()
        let check = try await clients.production.testNotification(token)
        #expect(check.sendAttempts?.first?.sendAttemptResult == .success)
        for _ in 1...25 { try await clients.simulated.buy("coins") }
        await clients.simulated.service.runUntilIdle()
        let span = NotificationHistoryRequest(
            startDate: SimulatedService.start.addingTimeInterval(-60),
            endDate: SimulatedService.start.addingTimeInterval(60)
        )
        var counts: [Int] = []
        for try await page in clients.production.notificationHistory(span) {
            counts.append(page.notificationHistory.count)
        }
        #expect(counts == [20, 6])
        var onlyTests = span
        onlyTests.notificationType = .test
        var tests = clients.production.notificationHistory(onlyTests).makeAsyncIterator()
        #expect(try await tests.next()?.notificationHistory.count == 1)
    }

    @Test func `retention messages go through their whole life`() async throws {
        let api = try SimulatedClients().sandbox
        let image = UUID()
        let message = UUID()
        try await api.uploadImage(Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]), as: image)
        #expect(try await api.images().imageIdentifiers.map(\.imageIdentifier) == [image])
        try await api.uploadMessage(UploadMessageRequestBody(header: "Stay", body: "There is more."), as: message)
        #expect(try await api.messages().messageIdentifiers.map(\.messageIdentifier) == [message])
        try await api.setDefaultMessage(
            DefaultConfiguration(messageIdentifier: message),
            for: "silver",
            locale: "en-US"
        )
        #expect(try await api.defaultMessage(for: "silver", locale: "en-US").messageIdentifier == message)
        try await api.deleteDefaultMessage(for: "silver", locale: "en-US")
        try await api.deleteMessage(message)
        try await api.deleteImage(image)
        try await api.setRealtimeURL(RealtimeURL(realtimeURL: "https://example.com/now"))
        #expect(try await api.realtimeURL().realtimeURL == "https://example.com/now")
        try await api.deleteRealtimeURL()
        let removed = await #expect(throws: AppStoreAPIError.self) { try await api.realtimeURL() }
        #expect(removed?.apiErrorCode == .realtimeUrlNotFound)
    }
}
