// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import Foundation
import HTTPService
import Persistence
import Testing

@testable import PurserServer

/// What the charts mark without a note: changes of the catalog, releases of the app and incidents.
@Suite struct AutomaticAnnotationTests {
    private typealias List = ChartAnnotationList

    private func list(_ shop: TestShop, _ query: String = "") async throws -> [List.Annotation] {
        try await shop.send(.get, "/v1/charts/annotations" + query).json(List.self).annotations
    }

    private func put(_ shop: TestShop, _ product: JSONValue) async throws {
        let id = try #require(product["id"]?.string)
        #expect(try await shop.send(.put, "/v1/catalog/products/\(id)", product).status == .ok)
    }

    private static func tin(_ price: Int64, _ entitlements: [JSONValue] = []) -> JSONValue {
        [
            "id": "tin", "type": "Non-Consumable", "entitlements": .array(entitlements),
            "price": ["milliunits": .integer(price), "currency": "USD"],
        ]
    }

    private func page(
        _ shop: TestShop,
        _ role: ConsoleRole = .admin,
        _ address: String = "last=28d"
    ) async throws -> String {
        let visit = try await ConsoleVisit.signedIn(role, at: shop)
        return try await visit.get("/console/charts/revenue?" + address).text
    }

    private func notify(
        _ shop: TestShop,
        _ version: String,
        environment: AppStoreTypes.Environment = .production
    ) async throws {
        var notification = try NotificationPayload.about(.refundDeclined, environment: environment)
        notification.data?.bundleVersion = version
        notification.signedDate = shop.clock.now
        #expect(try await shop.notify(notification).status == .ok)
    }

    @Test func `a new price and another change of the catalog are marked on their day`() async throws {
        let shop = try await TestShop()
        _ = try await shop.verify(.purchase(TestShop.beans, id: "81"), customer: "anna")
        #expect(try await list(shop).isEmpty, "the first catalog of an app changes none")
        let first = ReportingZone.pacific.day(of: shop.clock.now)
        try await put(shop, Self.tin(4990))
        shop.clock.advance(days: 2)
        try await put(shop, Self.tin(4990))
        try await put(shop, Self.tin(5990, ["club"]))
        let found = try await list(shop)
        #expect(found.count == 3)
        #expect(
            Set(found.map { "\($0.day) \($0.kind) \($0.text)" }) == [
                "\(first) catalog tin added", "\(first.adding(days: 2)) price tin: 4.99 USD → 5.99 USD",
                "\(first.adding(days: 2)) catalog tin: +club",
            ]
        )
        #expect(found.allSatisfy { $0.author.isEmpty })
        #expect(try await list(shop, "?kinds=price").map(\.kind) == ["price"])
        #expect(try await list(shop, "?until=\(first)").map(\.text) == ["tin added"])
        let html = try await page(shop)
        #expect(html.contains("tin: 4.99 USD → 5.99 USD") && html.contains("&quot;marks&quot;:[{&quot;at&quot;:"))
        #expect(html.contains("/console/catalog") && !html.contains("action=\"/console/actions/remove-annotation"))
        #expect(try await shop.send(.delete, "/v1/catalog/products/tin").status == .noContent)
        #expect(try await list(shop, "?kinds=catalog").last?.text == "tin: +club · tin removed")
    }

    @Test func `an automatic annotation cannot be removed, and an unknown kind is refused`() async throws {
        let shop = try await TestShop()
        try await put(shop, Self.tin(4990))
        let id = try #require(try await list(shop).first?.id)
        let refused = try await shop.send(.delete, "/v1/charts/annotations/\(id)")
        #expect(refused.status == .badRequest && refused.text.contains("cannot be removed: '\(id)'"))
        #expect(try await list(shop).map(\.id) == [id])
        #expect(try await shop.send(.get, "/v1/charts/annotations?kinds=note,storm").status == .badRequest)
    }

    @Test func `a new version of the app is marked where Apple's documents name it first`() async throws {
        let shop = try await TestShop()
        let first = ReportingZone.pacific.day(of: shop.clock.now)
        try await notify(shop, "41")
        for (version, day) in [("41", 1), ("40", 1), ("42", 2), ("42", 3)] {
            shop.clock.advance(TimeInterval(day) * 86_400 - shop.clock.now.timeIntervalSince(TestClock.start))
            try await notify(shop, version)
        }
        try await notify(shop, "99", environment: .sandbox)
        let failure: JSONValue = ["code": "2", "appVersion": "7.0"]
        #expect(try await shop.send(.post, "/v1/purchase-failures", failure).status == .noContent)
        let found = try await list(shop)
        #expect(found.map(\.text) == ["Version 41 of the app was first seen", "Version 42 of the app was first seen"])
        #expect(found.map(\.day) == [first, first.adding(days: 2)].map(\.description))
        #expect(try await list(shop, "?environment=Sandbox").map(\.text) == ["Version 99 of the app was first seen"])
        #expect(try await page(shop, .viewer).contains("Version 42 of the app was first seen"))
    }

    @Test func `an earlier document moves the first day of a version, and the app's own reports count without one`()
        async throws
    {
        let shop = try await TestShop()
        let report: JSONValue = ["code": "2", "appVersion": "7.0"]
        for _ in 0..<2 { _ = try await shop.send(.post, "/v1/purchase-failures", report) }
        #expect(try await list(shop).map(\.text) == ["Version 7.0 of the app was first seen"])
        try await notify(shop, "5")
        var earlier = try NotificationPayload.about(.refundDeclined)
        earlier.data?.bundleVersion = "5"
        earlier.signedDate = shop.clock.now.addingTimeInterval(-3 * 86_400)
        #expect(try await shop.notify(earlier).status == .ok)
        let day = ReportingZone.pacific.day(of: shop.clock.now).adding(days: -3)
        #expect(try await list(shop).map { "\($0.day) \($0.text)" } == ["\(day) Version 5 of the app was first seen"])
    }

    @Test func `versions have a bound`() async throws {
        let shop = try await TestShop()
        let scope = AppScope(bundleID: TestShop.app, environment: .production)
        try await shop.service.database.write { [clock = shop.clock] writer in
            for number in 1...(SeenAppVersion.maximumCount + 1) {
                let version = try #require(AppVersion("\(number)"))
                try writer.record(SeenAppVersion(scope: scope, version: version, at: clock.now), now: clock.now)
            }
        }
        let stored = try await shop.service.database.read {
            try $0.records(in: SeenAppVersion.records(in: scope, .signed)).count
        }
        #expect(stored == SeenAppVersion.maximumCount)
    }

    @Test func `a critical alert that fired for some minutes is an incident, a short one is none`() async throws {
        let shop = try await TestShop()
        func disk(full: Bool, minutes: Int) async throws {
            shop.service.watchMachine {
                var reading = HostMetrics()
                (reading.freeBytes, reading.totalBytes) = (full ? 1 : 90, 100)
                return reading
            }
            for _ in 0..<minutes {
                try await shop.service.alerts.evaluateAlerts()
                shop.clock.advance(60)
            }
        }
        try await disk(full: true, minutes: 2)
        try await disk(full: false, minutes: 7)
        #expect(try await list(shop, "?kinds=incident").isEmpty)
        try await disk(full: true, minutes: 20)
        let firing = try #require(try await list(shop, "?kinds=incident").first)
        #expect(firing.text.hasSuffix("(still firing)"))
        try await disk(full: false, minutes: 7)
        let over = try await list(shop)
        #expect(over.count == 1 && over.first?.id.hasSuffix("_disk-space") == true)
        #expect(over.first?.text.hasSuffix(" (20 min)") == true, "\(over)")
        let html = try await page(shop, .viewer)
        #expect(html.contains("Incident</span>") && html.contains("/console/health"))
    }

    @Test func `an outage of the database is an incident once it is over`() async throws {
        let shop = try await TestShop()
        let since = shop.clock.now
        #expect(!shop.service.alertBoard.recordFailure(at: since))
        shop.clock.advance(600)
        #expect(shop.service.alertBoard.recordFailure(at: shop.clock.now))
        try await shop.service.alerts.evaluateAlerts()
        let found = try await list(shop)
        #expect(found.map(\.kind) == ["incident"] && found.first?.text.hasSuffix("(10 min)") == true)
    }

    @Test func `another app has neither the catalog's changes nor the versions, and days without any have none`()
        async throws
    {
        let shop = try await TestShop { $0.apps.append(AppConfiguration(bundleID: "com.example.tea")) }
        try await put(shop, Self.tin(4990))
        try await notify(shop, "41")
        let today = ReportingZone.pacific.day(of: shop.clock.now)
        func found(_ app: BundleID, _ days: ClosedRange<CivilDay>) async throws -> [ChartAnnotationKind] {
            try await shop.service.database.read { [now = shop.clock.now] in
                try $0.listedAnnotations(on: days, in: AppScope(bundleID: app, environment: .production), now: now)
            }
            .map(\.kind)
        }
        #expect(Set(try await found(TestShop.app, today...today)) == [.catalog, .release])
        #expect(try await found("com.example.tea", today...today).isEmpty)
        #expect(try await found(TestShop.app, today.adding(days: 1)...today.adding(days: 9)).isEmpty)
    }

    @Test func `many changes of a day are one mark that names some of them, and requests have a bound`() async throws {
        let shop = try await TestShop()
        let products = (1...60).map {
            StoredCatalogProduct(product: CatalogProduct(id: ProductID(rawValue: "p\($0 + 100)"), type: .consumable))
        }
        let audit = AuditRecord(actor: "test", action: "catalog.update", target: "", instant: shop.clock.now)
        try await shop.service.catalogFeature.replaceCatalog(
            CatalogBody(products: products),
            of: TestShop.app,
            audit: audit,
            now: shop.clock.now
        )
        #expect(try await list(shop).map(\.text) == ["p101 added · p102 added · p103 added · and 57 more"])
        try await shop.service.database.write { [clock = shop.clock] writer in
            for number in 0...CatalogChangeRecord.maximumCount {
                try writer.recordCatalogChange(of: TestShop.app, now: clock.now)
                try writer.record(
                    [.removed(product: ProductID(rawValue: "p\(number)"))],
                    of: TestShop.app,
                    now: clock.now
                )
            }
        }
        let stored = try await shop.service.database.read {
            try $0.records(in: CatalogChangeRecord.records[TestShop.app]).count
        }
        #expect(stored == CatalogChangeRecord.maximumCount)
    }

    @Test func `the page says in Chinese what happened`() {
        let day = CivilDay(daysSince1970: 20_500)
        let change = CatalogChange.price(
            product: "tin",
            storefront: "DEU",
            old: nil,
            new: Money(milliunits: 5990, currency: "EUR"),
            others: 3
        )
        let price = ListedAnnotation(.price, day, at: TestClock.start, .catalog([change], count: 2))
        #expect(ConsoleLanguage.chinese.text(of: price) == "tin (DEU): – → 5.99 EUR，另有 3 个店面 · 另有 1 项")
        #expect(ConsoleLanguage.chinese.name(of: .incident) == "故障")
        let time = CatalogChange.serviceTime(product: "season", old: .month, new: .year)
        let catalog = ListedAnnotation(.catalog, day, at: TestClock.start, .catalog([time], count: 1))
        #expect(ConsoleLanguage.english.text(of: catalog) == "season: 1 month → 1 year")
    }
}
