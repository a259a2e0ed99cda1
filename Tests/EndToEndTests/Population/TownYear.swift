// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import Foundation
import HTTPService
import PersistenceSQLite
import SQLite

@testable import AppStoreSimulatorServer
@testable import PurserServer

/// One year of a small town, looked at again and again; the seed decides everything.
struct TownYear {
    static let customers = 10

    var seed: UInt64
    /// Whether the whole year is sent once more to another server, shuffled and repeated.
    var isResent: Bool

    /// Lives through the year.
    ///
    /// - Returns: What was wrong at the first checkpoint at which anything was.
    func run() async throws -> [String] {
        let town = try await Town(seed: seed, settings: TownFaults.settings(seed: seed))
        var folk = try await Townsfolk(seed: seed, count: Self.customers, in: town)
        try await TownFaults.misbehave(town, &folk.dice)
        var left = 365
        while left > 0 {
            let days = min(left, Int.random(in: 20...90, using: &folk.dice))
            left -= days
            try await folk.live(days: days)
            let wrong = try await check(town, &folk).map { "day \(365 - left): \($0)" }
            guard wrong.isEmpty else { return wrong }
        }
        let wrong = isResent ? try await resend(town, &folk) : []
        await town.database.close()
        return wrong
    }

    /// A checkpoint: first what recovery finds alone, then what the apps add.
    private func check(_ town: Town, _ folk: inout Townsfolk) async throws -> [String] {
        let check = TownCheck(town)
        var wrong = try await check.recover()
        wrong += try await check.orders(folk.orders, try await truths(folk))
        guard wrong.isEmpty else { return wrong }
        town.network.lose(requests: 0, answers: 0)
        try await folk.launchAll()
        wrong += try await check.everything(try await truths(folk))
        return wrong
    }

    private func truths(_ folk: Townsfolk) async throws -> [StoreTruth] {
        var truths: [StoreTruth] = []
        for name in folk.names { truths.append(try await StoreTruth(of: name, in: folk.town.appStore)) }
        return truths
    }

    /// Another server hears everything twice, in any order, and must say the same.
    private func resend(_ town: Town, _ folk: inout Townsfolk) async throws -> [String] {
        let folder = try TemporaryFolder()
        let (server, store, keys) = try await Town.server(
            town.appStore,
            town.network,
            town.clock,
            .init(path: folder.path + "/again.sqlite")
        )
        let client = InProcessClient(server.router())
        var received: [(path: String, body: JSONValue)] = []
        for record in try await town.appStore.engine.notifications("1", limit: 1_000_000) {
            guard let document = record.document else { continue }
            let body = JSONValue.object(["signedPayload": .string(document.rawValue)])
            received += [("/apple/notifications/production", body), ("/apple/notifications/production", body)]
        }
        for record in try await town.appStore.engine.transactions("1", limit: 1_000_000) {
            let document = try town.signing.sign(record.transaction)
            let body: [String: JSONValue] = [
                "customer": .string(record.customer.rawValue), "signedTransaction": .string(document.rawValue),
            ]
            received += [("/v1/transactions", .object(body))]
        }
        received.shuffle(using: &folk.dice)
        for (path, body) in received {
            let answer = try await town.ask(.post, path, body, of: client, keys: keys)
            guard answer.status.rawValue < 500 else { throw Unexpected("an answer", answer) }
        }
        try await server.lifecycle.advanceLifecycles()
        let wrong = try await TownCheck(town, server: client, keys: keys).everything(try await truths(folk))
        await store.close()
        return wrong.map { "sent again: \($0)" }
    }
}
