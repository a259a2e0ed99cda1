// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPClient
import HTTPService
import Persistence
import PersistenceSQLite
import Testing

@testable import PurserServer

@Suite struct PolledTwiceTests {
    /// A shop whose App Store knows of one refund, which it signs again each time it is asked.
    private func shop(_ refunded: @escaping @Sendable () -> TransactionPayload) async throws -> TestShop {
        try await shop { (_: String) in
            let signed = try TestShop.sign(refunded()).rawValue
            return #"{"revision":"r","hasMore":false,"signedTransactions":["\#(signed)"]}"#
        }
    }

    /// A shop whose App Store answers each path as a test says.
    private func shop(
        clock: TestClock = TestClock(),
        renewalLeewaySeconds: Int = 0,
        _ answer: @escaping @Sendable (String) throws -> String
    ) async throws -> TestShop {
        let key = try PrivateKey.generate(.p256).pem
        let transport = RecordingTransport { request in
            HTTPClientResponse(
                status: 200,
                headers: [("Content-Type", "application/json")],
                body: Data(try answer(request.url).utf8)
            )
        }
        return try await TestShop(clock: clock, transport: transport) { configuration in
            configuration.apps[0].renewalLeewaySeconds = renewalLeewaySeconds
            configuration.apps[0].appStoreServerAPI = AppStoreCredentials(
                issuerID: "issuer",
                keyID: "KEY1234567",
                privateKeyPEM: key,
                productionURL: "https://apple.test"
            )
        }
    }

    private func facts(_ shop: TestShop) async throws -> Int {
        let scope = AppScope(bundleID: TestShop.app, environment: .production)
        return try await shop.database.read { try $0.facts(of: "1000", in: scope) }
            .filter { $0.fact.kind == .transaction }.count
    }

    @Test func `what Apple signs again at each look is missing once and kept once`() async throws {
        let bought = TransactionPayload.purchase(TestShop.grinder)
        let refunded = bought.refunded(at: TestClock.start.addingTimeInterval(60))
        let shop = try await shop { refunded }
        _ = try await shop.verify(bought, customer: "anna")
        for missing in [1, 0, 0] {
            let report: RecoveryReport = try await shop.send(.post, "/v1/recovery/refunds").json()
            #expect(report.missing == missing)
        }
        #expect(try await facts(shop) == 2)
    }

    @Test func `the same words at a later instant are not a fact of their own when Apple was asked`() async throws {
        let bought = TransactionPayload.purchase(TestShop.grinder)
        let refunded = bought.refunded(at: TestClock.start.addingTimeInterval(60))
        let clock = TestClock()
        let shop = try await shop {
            var answer = refunded
            answer.signedDate = clock.now
            return answer
        }
        _ = try await shop.verify(bought, customer: "anna")
        for missing in [1, 0] {
            clock.advance(3600)
            let report: RecoveryReport = try await shop.send(.post, "/v1/recovery/refunds").json()
            #expect(report.missing == missing)
        }
        #expect(try await facts(shop) == 2)
    }

    @Test func `what comes later than the answer that it was overtaken by is asked about at once`() async throws {
        let bought = TransactionPayload.purchase()
        let clock = TestClock()
        let shop = try await shop(clock: clock) { path in
            guard path.contains("/subscriptions/") else { return #"{"hasMore":false,"notificationHistory":[]}"# }
            let info = try TestShop.sign(bought.renewalInfo(signed: clock.now)).rawValue
            return """
                {"environment":"Production","bundleId":"com.example.coffee","data":[{"lastTransactions":[{"status":1,\
                "originalTransactionId":"1000","signedTransactionInfo":"\(try TestShop.sign(bought).rawValue)",\
                "signedRenewalInfo":"\(info)"}]}]}
                """
        }
        _ = try await shop.verify(bought, customer: "anna")
        try await shop.notify(.about(.subscribed, .initialBuy, bought, renewalInfo: bought.renewalInfo()))
        // Turned off and on again within an hour; the server asks, and hears what it knew.
        clock.advance(3600)
        let key = LineageKey(scope: AppScope(bundleID: TestShop.app, environment: .production), lineage: "1000")
        let app = try #require(shop.service.apps[TestShop.app])
        #expect(await shop.service.statuses.refreshStatus(of: key, app: app) == .answered)
        // That it was turned on again is lost; that it was turned off comes with Apple's second try.
        clock.advance(3600)
        let off = bought.renewalInfo(renews: false, signed: TestClock.start.addingTimeInterval(1800))
        try await shop.notify(.about(.didChangeRenewalStatus, .autoRenewDisabled, bought, renewalInfo: off))
        #expect(try await shop.entitlements().map(\.willRenew) == [false])
        try await shop.service.lifecycle.advanceLifecycles()
        #expect(try await shop.entitlements().map(\.willRenew) == [true])
    }

    @Test(arguments: [0, 3600, 3 * 86_400])
    func `a renewal that is awaited is not asked about over and over`(leeway: Int) async throws {
        let bought = TransactionPayload.purchase()
        let clock = TestClock()
        let shop = try await shop(clock: clock, renewalLeewaySeconds: leeway) { path in
            guard path.contains("/subscriptions/") else { return #"{"hasMore":false,"notificationHistory":[]}"# }
            let info = try TestShop.sign(bought.renewalInfo()).rawValue
            return """
                {"environment":"Production","bundleId":"com.example.coffee","data":[{"lastTransactions":[{"status":1,\
                "originalTransactionId":"1000","signedTransactionInfo":"\(try TestShop.sign(bought).rawValue)",\
                "signedRenewalInfo":"\(info)"}]}]}
                """
        }
        try await shop.notify(.about(.subscribed, .initialBuy, bought, renewalInfo: bought.renewalInfo()))
        for hours in [1.0, 25.0, 73.0] {
            clock.advance(days: 30 + hours / 24 - clock.now.timeIntervalSince(TestClock.start) / 86_400)
            try await shop.service.lifecycle.advanceLifecycles()
            shop.transport.forget()
            try await shop.service.lifecycle.advanceLifecycles()
            #expect(shop.transport.requests.isEmpty, "\(hours) hours after the end")
        }
    }

    @Test func `a renewal is awaited as long as the leeway lasts, and a day at least`() async throws {
        let shop = try await TestShop()
        let bought = TransactionPayload.purchase()
        try await shop.notify(.about(.subscribed, .initialBuy, bought, renewalInfo: bought.renewalInfo()))
        let scope = AppScope(bundleID: TestShop.app, environment: .production)
        let facts = try await shop.database.read { try $0.facts(of: "1000", in: scope) }.map(\.fact)
        let end = try #require(bought.expiresDate)
        for (leeway, awaited) in [(0, 1), (1, 1), (72, 3)] {
            var policy = CommercePolicy.standard
            policy.renewalLeewayMilliseconds = Int64(leeway) * 3_600_000
            let history = SubscriptionHistory(lineage: "1000", facts: facts, policy: policy)
            let last = end.addingTimeInterval(Double(awaited) * 86_400)
            #expect(ReportedLineageState.nextChange(of: history, after: end) == last)
            #expect(ReportedLineageState.nextChange(of: history, after: last.addingTimeInterval(-1)) == last)
            #expect(ReportedLineageState.nextChange(of: history, after: last) == nil)
        }
    }
}
