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
    /// A shop whose App Store knows of one refund, which it signs anew each time it is asked.
    private func shop(_ refunded: @escaping @Sendable () -> TransactionPayload) async throws -> TestShop {
        let key = try PrivateKey.generate(.p256).pem
        let transport = RecordingTransport { _ in
            let signed = try TestShop.sign(refunded()).rawValue
            return HTTPClientResponse(
                status: 200,
                headers: [("Content-Type", "application/json")],
                body: Data(#"{"revision":"r","hasMore":false,"signedTransactions":["\#(signed)"]}"#.utf8)
            )
        }
        return try await TestShop(transport: transport) { configuration in
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
        return try await shop.store.read { try $0.facts(of: "1000", in: scope) }
            .filter { $0.fact.kind == .transaction }.count
    }

    @Test func `what Apple signs anew at each look is missing once and kept once`() async throws {
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

    @Test func `the same words at a later instant are no fact of their own when Apple was asked`() async throws {
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
}
