// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import HTTPClient
import HTTPService
import Testing

@testable import PurserServer

@Suite struct RetentionTests {
    @Test func `logs go after their time, facts and books stay, and growth is reported`() async throws {
        let shop = try await TestShop { configuration in
            configuration.logRetentionDays = 30
            configuration.auditRetentionDays = 100
        }
        _ = try await shop.send(.post, "/v1/webhook-endpoints", ["url": "https://backend.example/hook"])
        _ = try await shop.send(.post, "/v1/purchase-failures", ["code": "2"], key: shop.publishableKey)
        _ = try await shop.verify(.purchase(TestShop.beans), customer: "anna")
        try await shop.service.courier.round()
        let fresh = try await shop.service.storage.applyRetention()
        #expect(fresh == RetentionReport())
        shop.clock.advance(days: 31)
        let month = try await shop.service.storage.applyRetention()
        #expect(month.deliveries > 0 && month.records == 1 && month.audit == 0)
        shop.clock.advance(days: 70)
        #expect(try await shop.service.storage.applyRetention().audit > 0)
        #expect(try await shop.balance() == 100)
        let export: CustomerExport = try await shop.send(.get, "/v1/customers/anna/export").json()
        #expect(export.documents.count == 1)
        let storage: StorageReport = try await shop.send(.get, "/v1/storage").json()
        #expect(storage.bytes > 0 && storage.samples.count == 2)
        #expect(storage.facts["transaction"] == 1 && storage.factsAreComplete)
        #expect(storage.bytesPerDay != nil)
    }

    @Test func `events go with the audit log, but not before their endpoint was notified`() async throws {
        let shop = try await TestShop { $0.auditRetentionDays = 100 }
        _ = try await shop.verify(.purchase(TestShop.beans), customer: "anna")
        _ = try await shop.send(.post, "/v1/webhook-endpoints", ["url": "https://backend.example/hook"])
        _ = try await shop.verify(.purchase(TestShop.beans, id: "2000"), customer: "ben")
        let counts = try await shop.events().reduce(into: [:]) { $0[$1.customer, default: 0] += 1 }
        shop.clock.advance(days: 101)
        #expect(try await shop.service.storage.applyRetention().events == counts["anna"])
        #expect(Set(try await shop.events().map(\.customer)) == ["ben"])
        try await shop.service.courier.round()
        #expect(try await shop.service.storage.applyRetention().events == counts["ben"])
        #expect(try await shop.events().isEmpty)
        let report: RebuildReport = try await shop.send(.post, "/v1/rebuild").json()
        #expect(report.differences == [])
    }

    @Test func `what was counted of the facts is kept, and what came since is added`() async throws {
        let shop = try await TestShop()
        _ = try await shop.verify(.purchase(TestShop.beans, id: "1"), customer: "anna")
        shop.clock.advance(3600)
        try await shop.service.storage.countFacts()
        _ = try await shop.verify(.purchase(TestShop.beans, id: "2"), customer: "anna")
        try await shop.service.storage.countFacts()
        for _ in 0..<2 {
            let storage: StorageReport = try await shop.send(.get, "/v1/storage").json()
            #expect(storage.facts["transaction"] == 2 && storage.factsAreComplete)
            shop.clock.advance(3600)
            try await shop.service.storage.countFacts()
        }
    }

    @Test func `growth is what a day adds between the first sample and the last`() {
        let samples = [
            StorageReport.Sample(day: "2026-01-01", bytes: 1000), .init(day: "2026-01-03", bytes: 900),
            .init(day: "2026-01-11", bytes: 6000),
        ]
        #expect(StorageReport.growth(samples) == 500)
        #expect(StorageReport.growth(samples.prefix(1)) == nil)
    }
}
