// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import TestSupport
import Testing

/// Two servers over a PostgreSQL that dies, is replaced by its standby, or is cut off, while customers buy without
/// pause.
///
/// PURSER_FAULTS is how often PostgreSQL is killed and cut off.
@Suite(.serialized) struct PostgresFaultTests {
    private func expectNothingWrong(_ shop: ServedShop, _ shoppers: Shoppers, _ what: String) async throws {
        let acknowledged = shoppers.acknowledged
        let wrong = try await ShopRecords(shop).differences(acknowledged)
        #expect(wrong.isEmpty, "\(what): \(wrong)")
        print("\(acknowledged.orders.count) purchases acknowledged over \(what); refusals \(shop.refusals)")
    }

    @Test func `a PostgreSQL killed again and again under load loses nothing and doubles nothing`() async throws {
        let database = try await OwnPostgres()
        let instance = ServedShop.Instance(database: database.url())
        // The other one has every notification wait.
        let flooded = ServedShop.Instance(
            database: database.url(),
            environment: ["PURSER_NOTIFICATION_CONCURRENCY": "0"],
            asksAppStore: true
        )
        let shop = try await ServedShop([instance, flooded])
        let shoppers = Shoppers(shop)
        let kills = Package.number("PURSER_FAULTS", or: 1)
        try await shoppers.buy {
            for _ in 0..<kills {
                try await shoppers.waitForMore(3)
                try await database.kill()
                try await database.start()
            }
            try await shoppers.waitForMore(3)
        }
        try await expectNothingWrong(shop, shoppers, "\(kills) kills of PostgreSQL")
    }

    @Test func `a standby takes over under load, and nothing that was acknowledged is lost`() async throws {
        // Whoever is acknowledged is on both disks.
        let primary = try await OwnPostgres(settings: ["synchronous_standby_names=standby"])
        let standby = try await OwnPostgres(standbyOf: primary)
        let instance = ServedShop.Instance(database: primary.url([standby]))
        let shop = try await ServedShop([instance, instance])
        let shoppers = Shoppers(shop)
        try await shoppers.buy {
            try await shoppers.waitForMore(5)
            #expect(try await primary.sql("SELECT sync_state FROM pg_stat_replication") == "sync")
            try await primary.kill()
            try await standby.promote()
            try await shoppers.waitForMore(5)
        }
        #expect(try await standby.sql("SELECT pg_is_in_recovery()") == "f")
        try await expectNothingWrong(shop, shoppers, "a failover")
    }

    @Test func `an instance that is cut off from PostgreSQL holds up no one, and continues when the wire is fixed`()
        async throws
    {
        let database = try await OwnPostgres()
        let wire = try SeverableProxy(to: database.port)
        defer { wire.close() }
        let shop = try await ServedShop([
            ServedShop.Instance(database: database.url()),
            ServedShop.Instance(database: database.url(port: wire.port)),
        ])
        let shoppers = Shoppers(shop)
        let cuts = Package.number("PURSER_FAULTS", or: 1)
        try await shoppers.buy {
            for _ in 0..<cuts {
                try await shoppers.waitForMore(3)
                wire.cut()
                // The other instance serves meanwhile whoever asks it.
                try await shoppers.waitForMore(3)
                wire.reconnect()
            }
            try await shoppers.waitForMore(3)
        }
        try await expectNothingWrong(shop, shoppers, "\(cuts) cuts")
    }
}
