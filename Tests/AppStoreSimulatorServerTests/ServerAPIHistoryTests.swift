// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import FoundationEssentials
import HTTPService
import Testing

@Suite struct ServerAPIHistoryTests {
    struct History: Decodable {
        var revision: String
        var hasMore: Bool
        var bundleId: BundleID
        var appAppleId: AppAppleID?
        var environment: Environment
        var signedTransactions: [SignedPayload]
    }

    struct APIError: Decodable {
        var errorCode: Int64
    }

    private func history(
        _ simulated: SimulatedService,
        _ id: String,
        _ query: String = "",
        version: Int = 2
    ) async throws -> History {
        let answer = try await simulated.production.send(
            .get,
            "/inApps/v\(version)/history/\(id)?\(query)",
            headers: try simulated.token()
        )
        guard answer.status == .ok else { throw UnexpectedAnswer(text: answer.text) }
        return try answer.json()
    }

    private func products(_ history: History, _ simulated: SimulatedService) throws -> [String] {
        try history.signedTransactions.map {
            try simulated.verifier().verify($0, as: TransactionPayload.self, asOf: SimulatedService.start)
                .payload.productId.rawValue
        }
    }

    @Test func `a page has twenty items and its revision leads to the next`() async throws {
        let simulated = try SimulatedService()
        let first = try await simulated.buy("coins")
        for _ in 1..<45 { try await simulated.buy("coins") }
        let id = first.transactionId.rawValue
        let one = try await history(simulated, id)
        let two = try await history(simulated, id, "revision=\(one.revision)")
        let three = try await history(simulated, id, "revision=\(two.revision)")
        #expect([one, two, three].map(\.signedTransactions.count) == [20, 20, 5])
        #expect([one, two, three].map(\.hasMore) == [true, true, false])
        let later = try await history(simulated, id, "revision=\(three.revision)")
        #expect(later.signedTransactions.isEmpty)
        try await simulated.buy("lifetime")
        let changed = try await history(simulated, id, "revision=\(later.revision)")
        #expect(try products(changed, simulated) == ["lifetime"])
    }

    @Test func `backwards the newest change comes first, and later calls list what is newer`() async throws {
        let simulated = try SimulatedService()
        let id = try await simulated.buy("season").transactionId.rawValue
        for _ in 0..<20 { try await simulated.buy("coins") }
        try await simulated.buy("lifetime")
        let one = try await history(simulated, id, "sort=DESCENDING")
        #expect(try products(one, simulated).first == "lifetime")
        #expect(one.hasMore)
        let two = try await history(simulated, id, "sort=DESCENDING&revision=\(one.revision)")
        #expect(try products(two, simulated) == ["coins", "season"])
        #expect(!two.hasMore)
        try await simulated.buy("silver")
        let three = try await history(simulated, id, "sort=DESCENDING&revision=\(two.revision)")
        #expect(try products(three, simulated) == ["silver"])
    }

    @Test func `backwards nothing is listed again when there are many news`() async throws {
        let simulated = try SimulatedService()
        let id = try await simulated.buy("season").transactionId.rawValue
        for _ in 0..<22 { try await simulated.buy("coins") }
        var page = try await history(simulated, id, "sort=DESCENDING")
        while page.hasMore { page = try await history(simulated, id, "sort=DESCENDING&revision=\(page.revision)") }
        // Twice, for what was reported then is old the next time.
        for _ in 0..<2 {
            for _ in 0..<45 { try await simulated.buy("coins") }
            var sizes: [Int] = []
            repeat {
                page = try await history(simulated, id, "sort=DESCENDING&revision=\(page.revision)")
                sizes.append(page.signedTransactions.count)
            } while page.hasMore
            #expect(sizes == [20, 20, 5])
        }
    }

    @Test(arguments: ["ASCENDING", "DESCENDING"])
    func `the revision of a history that is empty for a while leads to all of it`(sort: String) async throws {
        let simulated = try SimulatedService()
        let faults: JSONValue = ["faults": ["emptyHistoryPerMille": 1000]]
        _ = try await simulated.production.send(.put, "/simulator/v1/settings/Production", json: faults)
        let id = try await simulated.buy("coins").transactionId.rawValue
        let empty = try await history(simulated, id, "sort=\(sort)")
        #expect(empty.signedTransactions.isEmpty)
        _ = try await simulated.advance(by: "P1D")
        let later = try await history(simulated, id, "sort=\(sort)&revision=\(empty.revision)")
        #expect(try products(later, simulated) == ["coins"])
    }

    @Test func `a refund moves a transaction to the end of the list`() async throws {
        let simulated = try SimulatedService()
        let first = try await simulated.buy("coins")
        try await simulated.buy("lifetime")
        let before = try await history(simulated, first.transactionId.rawValue)
        _ = try await simulated.production.send(
            .post,
            "/simulator/v1/transactions/\(first.transactionId)/refund"
        )
        let after = try await history(simulated, first.transactionId.rawValue, "revision=\(before.revision)")
        #expect(try products(after, simulated) == ["coins"])
    }

    @Test(
        arguments: [
            ("productType=CONSUMABLE", ["coins"]), ("productType=NON_CONSUMABLE", ["lifetime"]),
            ("productType=AUTO_RENEWABLE&productType=NON_RENEWABLE", ["season", "silver"]),
            ("productId=lifetime&productId=coins", ["coins", "lifetime"]),
            ("subscriptionGroupIdentifier=group", ["silver"]), ("inAppOwnershipType=FAMILY_SHARED", []),
            ("inAppOwnershipType=PURCHASED", ["coins", "lifetime", "season", "silver"]),
            ("revoked=true", []), ("revoked=false", ["coins", "lifetime", "season", "silver"]),
            ("startDate=1750086400000", ["season", "silver"]), ("endDate=1750086400000", ["coins", "lifetime"]),
        ] as [(String, [String])]
    )
    func `filters choose`(query: String, expected: [String]) async throws {
        let simulated = try SimulatedService()
        let id = try await simulated.buy("coins").transactionId.rawValue
        try await simulated.buy("lifetime")
        _ = try await simulated.advance(by: "P1D")
        try await simulated.buy("season")
        try await simulated.buy("silver")
        #expect(try products(try await history(simulated, id, query), simulated) == expected)
    }

    @Test(
        arguments: [
            ("startDate=x", 4_000_015), ("endDate=-1", 4_000_016), ("startDate=2&endDate=1", 4_000_013),
            ("productType=BOX", 4_000_022), ("productId=", 4_000_023), ("subscriptionGroupIdentifier=", 4_000_024),
            ("sort=UP", 4_000_021), ("inAppOwnershipType=X", 4_000_026), ("revoked=maybe", 4_000_030),
            ("excludeRevoked=maybe", 4_000_025), ("revision=x", 4_000_005), ("revision=1_2_0_x", 4_000_005),
        ] as [(String, Int64)]
    )
    func `a parameter that is not good has its own error`(query: String, code: Int64) async throws {
        let simulated = try SimulatedService()
        let id = try await simulated.buy("coins").transactionId
        let answer = try await simulated.production.send(
            .get,
            "/inApps/v2/history/\(id)?\(query)",
            headers: try simulated.token()
        )
        #expect(answer.status == .badRequest)
        #expect(try answer.json(APIError.self).errorCode == code)
    }

    @Test func `a revision is good for the same filters only`() async throws {
        let simulated = try SimulatedService()
        let id = try await simulated.buy("coins").transactionId
        let page = try await history(simulated, id.rawValue)
        let answer = try await simulated.production.send(
            .get,
            "/inApps/v2/history/\(id)?revision=\(page.revision)&productId=coins",
            headers: try simulated.token()
        )
        #expect(try answer.json(APIError.self).errorCode == 4_000_005)
    }

    @Test func `version 1 leaves finished consumables out`() async throws {
        let simulated = try SimulatedService()
        let id = try await simulated.buy("coins").transactionId
        try await simulated.buy("lifetime")
        let finished = try await simulated.production.send(
            .post,
            "/inApps/v1/transactions/\(id)/finish",
            headers: try simulated.token()
        )
        #expect(finished.status == .ok)
        let old = try await history(simulated, id.rawValue, version: 1)
        #expect(try products(old, simulated) == ["lifetime"])
        let new = try await history(simulated, id.rawValue)
        #expect(try products(new, simulated) == ["coins", "lifetime"])
    }

    @Test func `any of a customer's ids leads to the same history`() async throws {
        let simulated = try SimulatedService()
        let purchase = try await simulated.buy("silver")
        _ = try await simulated.advance(by: "P40D")
        let verified = try simulated.verifier().verify(
            purchase.signedTransactionInfo,
            as: TransactionPayload.self,
            asOf: SimulatedService.start
        )
        let download = try #require(verified.payload.appTransactionId)
        let byOriginal = try await history(simulated, purchase.originalTransactionId.rawValue)
        let byDownload = try await history(simulated, download.rawValue)
        #expect(byOriginal.signedTransactions.count == 2)
        #expect(byDownload.signedTransactions.count == 2)
        #expect(byOriginal.appAppleId?.rawValue == 1_234_567_890)
        #expect(byOriginal.environment == .production)
    }

    @Test func `refund history lists what was refunded`() async throws {
        struct Refunds: Decodable {
            var signedTransactions: [SignedPayload]
            var revision: String?
            var hasMore: Bool?
        }
        let simulated = try SimulatedService()
        var last = ""
        for _ in 0..<23 {
            last = try await simulated.buy("coins").transactionId.rawValue
            _ = try await simulated.production.send(.post, "/simulator/v1/transactions/\(last)/refund")
        }
        let headers = try simulated.token()
        let path = "/inApps/v2/refund/lookup/\(last)"
        let first = try await simulated.production.send(.get, path, headers: headers).json(Refunds.self)
        #expect(first.signedTransactions.count == 20)
        let next = "\(path)?revision=\(first.revision ?? "")"
        let second = try await simulated.production.send(.get, next, headers: headers).json(Refunds.self)
        #expect(second.signedTransactions.count == 3)
        #expect(second.hasMore == false)
        let old = try await simulated.production.send(
            .get,
            "/inApps/v1/refund/lookup/\(last)",
            headers: headers
        ).json(Refunds.self)
        #expect(old.signedTransactions.count == 23)
        #expect(old.revision == nil)
    }
}
