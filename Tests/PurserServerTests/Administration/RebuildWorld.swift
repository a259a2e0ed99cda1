// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import Persistence
import TestSupport
import Testing

@testable import PurserServer

/// A server over any database, for what is compared with its facts.
final class RebuildWorld: Sendable {
    static let scope = AppScope(bundleID: TestShop.app, environment: .production)

    let database: any Database
    let clock: TestClock
    let service: PurserService
    let client: InProcessClient
    private let secretKey: String

    init(
        _ database: any Database,
        clock: TestClock = TestClock(),
        configure: (inout AppConfiguration) -> Void = { _ in }
    ) async throws {
        var app = AppConfiguration(
            bundleID: TestShop.app,
            appAppleID: AppAppleID(rawValue: 1_234_567_890),
            requiresCustomerTokens: .never
        )
        app.restoreBehavior = .transfer
        configure(&app)
        self.database = database
        self.clock = clock
        service = try PurserService(
            configuration: ServiceConfiguration(apps: [app]),
            database: database,
            anchors: TestAuthority.shared.anchors,
            transport: RecordingTransport(),
            clock: { clock.now }
        )
        client = InProcessClient(service.router())
        let audit = AuditRecord(actor: "test", action: "key.make", target: "", instant: clock.now)
        let key = try await service.keyFeature.makeKey(
            .secretKey,
            named: "test",
            app: TestShop.app,
            audit: audit,
            now: clock.now
        )
        secretKey = key.key ?? ""
        if try await database.read({ try $0.catalogVersion(of: TestShop.app) }) == 0 {
            try await setCatalog(TestShop.catalog)
        }
    }

    func setCatalog(_ catalog: CatalogBody) async throws {
        try await service.catalogFeature.replaceCatalog(
            catalog,
            of: TestShop.app,
            audit: AuditRecord(actor: "test", action: "catalog.put", target: "", instant: clock.now),
            now: clock.now
        )
    }

    @discardableResult
    func send(_ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil) async throws -> InProcessClient.Response {
        var headers = HTTPHeaders()
        headers["Authorization"] = "Bearer \(secretKey)"
        if body != nil { headers["Content-Type"] = "application/json" }
        return try await client.send(method, path, headers: headers, body: try body.map(ServiceJSON.encode) ?? Data())
    }

    func order(_ product: ProductID, by customer: CustomerID) async throws -> OrderBody {
        try await send(
            .post,
            "/v1/orders",
            ["customer": .string(customer.rawValue), "productId": .string(product.rawValue)]
        ).json()
    }

    @discardableResult
    func verify(
        _ transaction: TransactionPayload,
        by customer: CustomerID,
        order: OrderID? = nil,
        isRestore: Bool = false
    ) async throws -> InProcessClient.Response {
        var body: JSONValue = [
            "signedTransaction": .string(try TestShop.sign(transaction).rawValue),
            "customer": .string(customer.rawValue),
        ]
        if let order { body = body.with("order", .string(order.rawValue)) }
        if isRestore { body = body.with("isRestore", true) }
        return try await send(.post, "/v1/transactions", body)
    }

    func notify(_ notification: NotificationPayload) async throws {
        let answer = try await send(
            .post,
            "/apple/notifications/production",
            ["signedPayload": .string(try TestShop.sign(notification).rawValue)]
        )
        #expect(answer.status == 200)
    }

    func execute(_ statement: Query) async throws {
        let changed = try await database.write { try $0.execute(statement) }
        #expect(changed == 1)
    }

    func rebuild(repairs: Bool = false) async throws -> RebuildReport {
        try await send(.post, "/v1/rebuild\(repairs ? "?repair=true" : "")").json()
    }
}
