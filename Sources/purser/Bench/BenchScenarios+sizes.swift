// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation

extension BenchScenarios {
    /// What is measured at each size: so many customers, so many notifications of each.
    private static let (measuredCustomers, measuredEach) = (20, 10)

    /// So few at a time that none of them waits in a flood, and each is verified once.
    private static let callers = 8

    /// What one more purchase costs a customer who has bought 1, 100 and 1,000 packs of coins before.
    func heavyBuyers(_ servers: BenchServers, name: String) async throws -> [BenchResult] {
        let key = servers.secretKey
        return try await growing(servers, to: [1, 100, 1000]) { [appStore] customer, number in
            let coins = try appStore.coins(of: customer, number: number)
            return Self.purchase(coins.rawValue, of: "buyer-\(customer)", key)
        } row: {
            "\(name): one more purchase after \($0)"
        }
    }

    /// What one more renewal costs a subscription that was renewed 1, 100 and 520 times before: ten years of weeks.
    func longSubscriptions(_ servers: BenchServers, name: String) async throws -> [BenchResult] {
        let key = servers.secretKey
        return try await growing(servers, to: [1, 100, 520]) { [appStore] customer, number in
            let subscriber = BenchAppStore.firstLongSubscriber + customer
            guard number > 0 else {
                // The backend shows the first one, so that the subscription is the customer's.
                let first = try appStore.transaction(of: subscriber, renewal: 0, token: nil)
                return Self.purchase(first.rawValue, of: "subscriber-\(customer)", key)
            }
            let notification = try appStore.notification(of: subscriber, renewal: number, token: nil)
            return RequestBytes.post("/apple/notifications/production", notification)
        } row: {
            "\(name): one more renewal after \($0)"
        }
    }

    private static func purchase(_ document: String, of customer: String, _ key: String) -> [UInt8] {
        RequestBytes.post(
            "/v1/transactions",
            #"{"customer":"\#(customer)","signedTransaction":"\#(document)"}"#,
            key: key
        )
    }

    /// Sends customers' notifications in order, and measures some of them at each size.
    private func growing(
        _ servers: BenchServers,
        to sizes: [Int],
        _ request: (_ customer: Int, _ number: Int) throws -> [UInt8],
        row title: (Int) -> String
    ) async throws -> [BenchResult] {
        let first = options.firstCustomer
        var next = 0
        func send(upTo end: Int) async throws -> LoadResult {
            // One notification of each customer after another, so that each finds all before it processed.
            var requests: [[UInt8]] = []
            while next < end {
                for customer in 0..<Self.measuredCustomers { requests.append(try request(first + customer, next)) }
                next += 1
            }
            let all = requests
            var load = load(servers, count: all.count)
            load.connections = Self.callers
            load.seconds = 3600
            let result = try await load.run { all.indices.contains($0) ? all[$0] : nil }
            guard result.refusals.isEmpty else { throw Failure("what grows was refused: \(result.refusals)") }
            _ = try await waitUntilNothingWaits(servers, since: MonotonicTime.now)
            return result
        }
        var rows: [BenchResult] = []
        for size in sizes {
            _ = try await send(upTo: size + 1)
            try await servers.analyze()
            let before = servers.reading()
            let result = try await send(upTo: size + 1 + Self.measuredEach)
            rows.append(row(title(size), result, servers, since: before))
        }
        if let base = rows.first?.wholeMicroseconds {
            for place in rows.indices.dropFirst() {
                let cost = rows[place].wholeMicroseconds ?? 0
                rows[place].note = String(format: "%.2f of the first", cost / max(base, 1))
                rows[place].require("1.5 of the first", cost <= base * 1.5)
            }
        }
        return rows
    }
}

extension BenchResult {
    /// The processor time of the servers and of the database together.
    var wholeMicroseconds: Double? {
        cpuMicroseconds.map { $0 + (databaseMicroseconds ?? 0) }
    }
}
