// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import HTTPClient
import HTTPService
import Persistence
import TestSupport
import Testing

@testable import PurserServer

/// What a delivery gives is decided by the stored catalog, whichever server delivers.
@Suite struct CatalogVersionTests {
    /// Two servers over one store.
    private struct Pair {
        var database: any Database
        var clock = TestClock()
        var first: PurserService
        var second: PurserService

        init(_ store: any Database) throws {
            self.database = store
            let configuration = ServiceConfiguration(
                apps: [AppConfiguration(bundleID: TestShop.app, appAppleID: AppAppleID(rawValue: 1_234_567_890))]
            )
            let clock = clock
            func server() throws -> PurserService {
                try PurserService(
                    configuration: configuration,
                    database: store,
                    anchors: TestAuthority.shared.anchors,
                    transport: RecordingTransport(),
                    clock: { clock.now }
                )
            }
            first = try server()
            second = try server()
        }

        /// Sets what 100 beans credit.
        func setCredit(_ amount: Int64?, on server: PurserService) async throws {
            var item = StoredCatalogProduct(product: CatalogProduct(id: TestShop.beans, type: .consumable))
            item.product.credit = amount.map { CatalogCredit(account: "beans", amount: $0) }
            try await server.catalogFeature.replaceCatalog(
                CatalogBody(products: [item]),
                of: TestShop.app,
                audit: AuditRecord(actor: "test", action: "catalog.update", target: "", instant: clock.now),
                now: clock.now
            )
        }

        func buy(_ id: TransactionID, on server: PurserService) async throws {
            let app = try #require(server.apps[TestShop.app])
            var report = RecoveryReport(kind: "", environment: .production, until: clock.now)
            try await server.history.take(
                try TestShop.sign(TransactionPayload.purchase(TestShop.beans, id: id, bought: clock.now)),
                app: app,
                source: .app,
                claimant: Claimant(customer: "anna", basis: .session),
                &report
            )
        }

        func balance() async throws -> Int64 {
            try await self.database.read { try $0.balance(of: "wallet", customer: "anna", currency: "beans") }
        }

        func rebuild(repairs: Bool = false) async throws -> RebuildReport {
            let scope = AppScope(bundleID: TestShop.app, environment: .production)
            return try await first.rebuilder.rebuild(
                scope,
                app: try #require(first.apps[TestShop.app]),
                repairs: repairs
            )
        }
    }

    @Test(arguments: TestDatabase.allCases)
    func `a credit that one server sets counts for the next purchase on each server`(
        database: TestDatabase
    ) async throws {
        try await database.withStore { store in
            let pair = try Pair(store)
            try await pair.setCredit(nil, on: pair.first)
            try await pair.buy("1", on: pair.second)
            #expect(try await pair.balance() == 0)
            try await pair.setCredit(1200, on: pair.first)
            try await pair.buy("2", on: pair.second)
            #expect(try await pair.balance() == 1200)
            try await pair.setCredit(100, on: pair.second)
            try await pair.buy("3", on: pair.first)
            #expect(try await pair.balance() == 1300)
        }
    }

    @Test(arguments: TestDatabase.allCases)
    func `a credit that is set after the sale is reported by a rebuild and booked once by a repair`(
        database: TestDatabase
    ) async throws {
        try await database.withStore { store in
            let pair = try Pair(store)
            try await pair.setCredit(nil, on: pair.first)
            try await pair.buy("1", on: pair.first)
            #expect(try await pair.rebuild().differences == [])
            try await pair.setCredit(100, on: pair.first)
            #expect(try await pair.rebuild().differences.map(\.what) == ["credit"])
            let repaired = try await pair.rebuild(repairs: true)
            #expect(repaired.differences == [] && repaired.repaired == 1)
            #expect(try await pair.balance() == 100)
            // Worth more from now on: what was delivered keeps what it was worth.
            try await pair.setCredit(200, on: pair.first)
            #expect(try await pair.rebuild(repairs: true).differences == [])
            try await pair.buy("2", on: pair.second)
            #expect(try await pair.rebuild(repairs: true).differences == [])
            #expect(try await pair.balance() == 300)
        }
    }
}
