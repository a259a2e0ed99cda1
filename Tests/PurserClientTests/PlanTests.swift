// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import PurserClient
import StoreKitTest
import Testing

@testable import PurserServer

/// Consents and plan conversion in the app.
@Suite(.storeKit) struct PlanTests {
    @Test func `a consent is given, read and withdrawn by its typed subject`() async throws {
        let world = try await World { $0.requiresCustomerTokens = .reads }
        let purser = await world.launch { configuration in
            configuration.customerToken = { customer in try await world.token(for: customer) }
        }
        #expect(try await purser.consent(to: .consumptionInformation).isGranted == false)
        try await purser.giveConsent(to: .consumptionInformation)
        let consent = try await purser.consent(to: .consumptionInformation)
        #expect(consent.isGranted && consent.changed != nil)
        try await purser.withdrawConsent(to: .consumptionInformation)
        #expect(try await purser.consent(to: .consumptionInformation).isGranted == false)
    }

    @Test func `the app's subjects are those of the server`() {
        #expect(ConsentSubject.allCases.map(\.rawValue) == Consent.Subject.all.map(\.rawValue))
    }

    @Test func `without a customer, a token or a server the reason is reported`() async throws {
        let world = try await World { $0.requiresCustomerTokens = .reads }
        let nobody = await world.launch(nil)
        let signedOut = await #expect(throws: PurserError.self) {
            try await nobody.giveConsent(to: .consumptionInformation)
        }
        #expect(signedOut?.code == .notSignedIn)
        let purser = await world.launch { $0.customerToken = nil }
        let refused = await #expect(throws: PurserError.self) {
            try await purser.giveConsent(to: .consumptionInformation)
        }
        #expect(refused?.code == .serverRefused && refused?.problem == "forbidden")
        world.line.decide { _ in .lost }
        let lost = await #expect(throws: PurserError.self) { try await purser.conversionPreview(to: "premium.monthly") }
        #expect(lost?.code == .serverUnavailable)
    }

    private func replaceCatalog(in world: World) async throws {
        let audit = AuditRecord(actor: "test", action: "catalog.update", target: "", instant: World.start)
        var body = try World.shelved()
        body.products.append(
            StoredCatalogProduct(
                product: Commerce.CatalogProduct(
                    id: "premium.monthly",
                    type: .consumable,
                    price: AppStoreTypes.Money(milliunits: 5000, currency: "USD"),
                    serviceDuration: .month,
                    entitlements: ["premium"]
                )
            )
        )
        try await world.server.catalogFeature.replaceCatalog(body, of: World.app, audit: audit, now: World.start)
    }

    @Test func `a season's rest is previewed and converted once`() async throws {
        let world = try await World()
        try await replaceCatalog(in: world)
        let purser = await world.launch { configuration in
            configuration.customerToken = { customer in try await world.token(for: customer) }
        }
        try await purser.purchase(World.season)
        let preview = try await purser.conversionPreview(to: "premium.monthly")
        try await purser.convertPlan(preview, acknowledging: Set(preview.warnings.map(\.code)))
        #expect(preview.sources.map(\.product) == [World.season])
        #expect(preview.warnings.isEmpty)
        #expect(preview.gainedDays > 0)
        #expect(await purser.isEntitled(to: "premium"))
        #expect(await purser.isEntitled(to: "season") == false)
        // The same preview again converts once.
        let again = try await purser.convertPlan(preview)
        #expect(again.gainedMilliseconds > 0)
        let nothing = await #expect(throws: PurserError.self) {
            try await purser.conversionPreview(to: "premium.monthly")
        }
        #expect(nothing?.problem == "conversion-not-allowed")
    }

    @Test func `a subscription that renews is converted after its warning was confirmed`() async throws {
        let world = try await World(hearsApple: true)
        try await replaceCatalog(in: world)
        let purser = await world.launch { configuration in
            configuration.customerToken = { customer in try await world.token(for: customer) }
        }
        try await purser.purchase(World.silver)
        try await world.advance(days: 40)
        await purser.runUntilIdle()
        let preview = try await purser.conversionPreview(to: "premium.monthly")
        #expect(preview.warnings.map(\.code) == ["subscription-renews"])
        let refused = await #expect(throws: PurserError.self) { try await purser.convertPlan(preview) }
        #expect(refused?.code == .serverRefused && refused?.problem == "acknowledgment-required")
        try await purser.convertPlan(preview, acknowledging: ["subscription-renews"])
        #expect(await purser.isEntitled(to: "premium"))
    }
}
