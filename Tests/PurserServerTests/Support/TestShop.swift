// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import Persistence
import PersistenceSQLite
import TestSupport
import Testing

@testable import PurserServer

/// A whole service over a database of its own, with a small catalog, a clock and a client.
final class TestShop: Sendable {
    static let app: BundleID = "com.example.coffee"
    static let monthly: ProductID = "coffee.club.monthly"
    static let yearly: ProductID = "coffee.club.yearly"
    static let beans: ProductID = "coffee.beans.100"
    static let grinder: ProductID = "coffee.grinder"
    static let season: ProductID = "coffee.season"

    let folder: URL
    let clock: TestClock
    let database: SQLiteDatabase
    let transport: RecordingTransport
    let service: PurserService
    let client: InProcessClient
    let publishableKey: String
    let secretKey: String

    init(
        clock: TestClock = TestClock(),
        transport: RecordingTransport = RecordingTransport(),
        mail: RecordingMail = RecordingMail(),
        busyMilliseconds: Int32 = 5000,
        configure: (inout ServiceConfiguration) -> Void = { _ in }
    ) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "purser-server-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var database = SQLiteDatabase.Configuration(path: folder.appending(path: "test.sqlite").path)
        database.busyMilliseconds = busyMilliseconds
        self.database = try await SQLiteDatabase(database)
        var configuration = ServiceConfiguration(
            apps: [
                AppConfiguration(
                    bundleID: Self.app,
                    appAppleID: AppAppleID(rawValue: 1_234_567_890),
                    requiresCustomerTokens: .never
                )
            ],
            allowsPrivateWebhookTargets: true
        )
        configure(&configuration)
        self.clock = clock
        self.transport = transport
        service = try PurserService(
            configuration: configuration,
            database: self.database,
            anchors: TestAuthority.shared.anchors,
            transport: transport,
            clock: { clock.now },
            pause: { _ in },
            stopwatch: { clock.stopwatch },
            mail: mail
        )
        client = InProcessClient(service.router())
        try await service.catalogFeature.replaceCatalog(
            Self.catalog,
            of: Self.app,
            audit: AuditRecord(actor: "test", action: "catalog.update", target: "", instant: clock.now),
            now: clock.now
        )
        publishableKey = try await Self.key(.publishableKey, service, clock)
        secretKey = try await Self.key(.secretKey, service, clock)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private static func key(_ kind: APIKeyKind, _ service: PurserService, _ clock: TestClock) async throws -> String {
        let audit = AuditRecord(actor: "test", action: "api_key.create", target: "", instant: clock.now)
        return try await service.keyFeature.makeKey(kind, named: "test", app: app, audit: audit, now: clock.now).key
            ?? ""
    }

    static let catalog = CatalogBody(
        products: [
            StoredCatalogProduct(
                product: CatalogProduct(
                    id: monthly,
                    type: .autoRenewableSubscription,
                    itemID: "11",
                    groupID: "club",
                    level: 2,
                    period: .month,
                    entitlements: ["club"]
                )
            ),
            StoredCatalogProduct(
                product: CatalogProduct(
                    id: yearly,
                    type: .autoRenewableSubscription,
                    itemID: "12",
                    groupID: "club",
                    level: 1,
                    period: .year,
                    entitlements: ["club"]
                )
            ),
            StoredCatalogProduct(
                product: CatalogProduct(
                    id: beans,
                    type: .consumable,
                    itemID: "13",
                    credit: CatalogCredit(account: "beans", amount: 100)
                )
            ),
            StoredCatalogProduct(
                product: CatalogProduct(id: grinder, type: .nonConsumable, itemID: "14", entitlements: ["grinder"])
            ),
            StoredCatalogProduct(
                product: CatalogProduct(
                    id: season,
                    type: .nonRenewingSubscription,
                    itemID: "15",
                    serviceDuration: CalendarPeriod(months: 3),
                    entitlements: ["season"]
                )
            ),
        ]
    )
}

extension TestShop {
    func send(
        _ method: HTTPMethod,
        _ target: String,
        _ body: JSONValue? = nil,
        key: String? = nil,
        headers: [String: String] = [:]
    ) async throws -> InProcessClient.Response {
        var fields = HTTPHeaders()
        for (name, value) in headers { fields[name] = value }
        if key != "" { fields["Authorization"] = "Bearer \(key ?? secretKey)" }
        if body != nil { fields["Content-Type"] = "application/json" }
        return try await client.send(method, target, headers: fields, body: try body.map(ServiceJSON.encode) ?? Data())
    }

    /// Another instance of the server over the same store.
    func anotherInstance(over other: (any Database)? = nil) throws -> PurserService {
        try PurserService(
            configuration: service.configuration,
            database: other ?? self.database,
            anchors: service.anchors,
            transport: transport,
            clock: { [clock] in clock.now }
        )
    }

    /// Puts the catalog back in which the grinder gives an entitlement, at a price.
    func shelveGrinder(giving entitlement: EntitlementID, price: Money? = nil) async throws {
        var catalog = Self.catalog
        for place in catalog.products.indices where catalog.products[place].product.id == Self.grinder {
            catalog.products[place].product.entitlements = [entitlement]
            catalog.products[place].product.price = price
        }
        try await service.catalogFeature.replaceCatalog(
            catalog,
            of: Self.app,
            audit: AuditRecord(actor: "test", action: "catalog.update", target: "", instant: clock.now),
            now: clock.now
        )
    }

    /// Looks for other rules, and follows them when no one can know the old ones any more.
    func followRuleChanges() async throws {
        try await service.ruleChanges.recomputeAfterRuleChanges()
        clock.advance(10)
        try await service.ruleChanges.recomputeAfterRuleChanges()
    }

    /// A customer's token, as the team's backend gets it.
    func token(of customer: String, app: BundleID = TestShop.app) async throws -> String {
        let token = CustomerToken(
            bundleID: app,
            customer: customer,
            expires: clock.now.addingTimeInterval(3600),
            erasure: try await Erasures(database: service.database).last(of: CustomerID(rawValue: customer))
        )
        return try token.signed(with: try await service.tokenSecrets.current(now: clock.now))
    }

    /// Creates an order as an app does, with the customer's token unless another key is given.
    func order(
        _ product: ProductID,
        customer: String = "anna",
        key: String? = nil,
        quantity: Int? = nil,
        by caller: String? = nil
    ) async throws -> OrderBody {
        var body: JSONValue = ["customer": .string(customer), "productId": .string(product.rawValue)]
        if let key { body = body.with("idempotencyKey", .string(key)) }
        if let quantity { body = body.with("quantity", .integer(Int64(quantity))) }
        var proof = caller
        if proof == nil { proof = try await token(of: customer) }
        return try await send(.post, "/v1/orders", body, key: proof).json()
    }

    /// Shows a signed transaction as an app does: with the customer's token where a customer is named, else with the
    /// app's key, unless another key is given.
    func verify(
        _ transaction: TransactionPayload,
        order: OrderID? = nil,
        customer: String? = nil,
        isRestore: Bool = false,
        by caller: String? = nil
    ) async throws -> InProcessClient.Response {
        var body: JSONValue = ["signedTransaction": .string(try Self.sign(transaction).rawValue)]
        if let order { body = body.with("order", .string(order.rawValue)) }
        if let customer { body = body.with("customer", .string(customer)) }
        if isRestore { body = body.with("isRestore", true) }
        var proof = caller ?? publishableKey
        if caller == nil, let customer { proof = try await token(of: customer) }
        return try await send(.post, "/v1/transactions", body, key: proof)
    }

    /// Posts a notification as the App Store does.
    @discardableResult
    func notify(_ notification: NotificationPayload) async throws -> InProcessClient.Response {
        let environment = notification.documentEnvironment == .sandbox ? "sandbox" : "production"
        return try await send(
            .post,
            "/apple/notifications/\(environment)",
            ["signedPayload": .string(try Self.sign(notification).rawValue)],
            key: ""
        )
    }

    static func sign(_ document: some SignedDocument) throws -> SignedPayload {
        try TestAuthority.shared.signer.sign(document)
    }

    func readOrder(_ id: OrderID) async throws -> OrderBody {
        try await send(.get, "/v1/orders/\(id)").json()
    }

    func entitlements(_ customer: String = "anna", query: String = "") async throws -> [EntitlementBody] {
        let list: EntitlementList = try await send(.get, "/v1/customers/\(customer)/entitlements\(query)").json()
        return list.entitlements
    }

    func isEntitled(_ customer: String = "anna", to entitlement: EntitlementID) async throws -> Bool {
        try await entitlements(customer).contains { $0.id == entitlement && $0.isActive }
    }

    func balance(
        _ customer: CustomerID = "anna",
        _ currency: String = "beans",
        in environment: Environment = .production
    ) async throws -> Int64 {
        let wallet = LedgerAccountNames.wallet(in: environment)
        return try await self.database.read { try $0.balance(of: wallet, customer: customer, currency: currency) }
    }

    /// Every event that was reported, in order.
    func events() async throws -> [ServerEvent] {
        try await self.database.read { reader in
            try reader.events(after: 0, limit: 10_000).map { try ServiceJSON.decode(from: $0.event.body) }
        }
    }

    func eventTypes() async throws -> [String] {
        try await events().map(\.type.rawValue)
    }
}

extension InProcessClient.Response {
    /// The code of a problem.
    var code: String? { (try? json(ProblemBody.self))?.code }

    /// The check that a refusal names.
    var check: String? { (try? json(ProblemBody.self))?.check }
}
