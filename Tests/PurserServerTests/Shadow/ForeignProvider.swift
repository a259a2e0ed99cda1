// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Foundation
import HTTPClient
import HTTPService
import Synchronization

/// A subscriber as another provider answers.
struct ForeignSubscriber: Sendable {
    var owner: String
    var entitlements: [String: [String: JSONValue]] = [:]
    var subscriptions: [String: [String: JSONValue]] = [:]

    var json: JSONValue {
        [
            "subscriber": [
                "original_app_user_id": .string(owner),
                "entitlements": .object(entitlements.mapValues { .object($0) }),
                "subscriptions": .object(subscriptions.mapValues { .object($0) }),
                "non_subscriptions": [:],
            ]
        ]
    }
}

/// Another provider behind a socket of its own.
///
/// Its answers are made from the App Store's own books, not by any rule of the server under test, and are right but for
/// what a test plants.
final class ForeignProvider: Sendable {
    typealias Plant = @Sendable (inout ForeignSubscriber) -> Void

    private struct State: Sendable {
        var frozen: [String: ForeignSubscriber] = [:]
        var plants: [String: Plant] = [:]
        var requests: [HTTPRequest] = []
        var answer: HTTPResponse?
    }

    private let appStore: SimulatorService
    /// The products that give each entitlement.
    private let products: [String: [String]]
    private let state = Mutex(State())
    private let server = Mutex<HTTPServer?>(nil)

    init(_ appStore: SimulatorService, products: [String: [String]]) throws {
        self.appStore = appStore
        self.products = products
        let server = HTTPServer(configuration: HTTPServerConfiguration()) { [weak self] request in
            await self?.respond(to: request) ?? HTTPResponse(status: .serviceUnavailable)
        }
        try server.start()
        self.server.withLock { $0 = server }
    }

    var base: String { "http://127.0.0.1:\(server.withLock { $0?.port } ?? 0)" }

    var url: String { base + "/v1/subscribers/{customer}" }

    var requests: [HTTPRequest] { state.withLock(\.requests) }

    func stop() async { await server.withLock(\.self)?.shutdown(within: .seconds(1)) }

    /// The customer's answer stays what it is now.
    func freeze(_ customer: String) async throws {
        let subscriber = try await subscriber(customer)
        state.withLock { $0.frozen[customer] = subscriber }
    }

    /// Changes each answer about a customer.
    func plant(_ customer: String, _ plant: @escaping Plant) {
        state.withLock { $0.plants[customer] = plant }
    }

    /// Is right about a customer again.
    func repair(_ customer: String) {
        state.withLock { ($0.frozen[customer], $0.plants[customer]) = (nil, nil) }
    }

    /// Answers every request with this, or again from the books.
    func answer(_ response: HTTPResponse?) {
        state.withLock { $0.answer = response }
    }

    private func respond(to request: HTTPRequest) async -> HTTPResponse {
        let answer = state.withLock { state in
            state.requests.append(request)
            return state.answer
        }
        if let answer { return answer }
        let name = request.path.split(separator: "/").last.flatMap { String($0).removingPercentEncoding } ?? ""
        do {
            return try .json(try await subscriber(name).json)
        } catch {
            return HTTPResponse(status: .internalServerError)
        }
    }

    private func subscriber(_ name: String) async throws -> ForeignSubscriber {
        let (frozen, plant) = state.withLock { ($0.frozen[name], $0.plants[name]) }
        var subscriber: ForeignSubscriber
        if let frozen { subscriber = frozen } else { subscriber = try await recordedSubscriber(name) }
        plant?(&subscriber)
        return subscriber
    }

    private func recordedSubscriber(_ name: String) async throws -> ForeignSubscriber {
        let customer = AppStoreSimulator.CustomerID(rawValue: name)
        let truth = await appStore.truth(of: customer)
        // A correct provider keeps the sandbox apart.
        let sales = try await appStore.sales(of: customer).filter { $0.environment == .production }
        var subscriber = ForeignSubscriber(owner: name)
        for (entitlement, products) in products {
            let given = truth.access.filter { products.contains($0.product.rawValue) }
            let best = given.max { ($0.until ?? .distantFuture) < ($1.until ?? .distantFuture) }
            guard let best, let sale = sales.last(where: { $0.transactionId == best.transaction }) else { continue }
            let period = sale.expiresDate
            let isInGrace = best.until.map { until in period.map { until > $0 } ?? false } ?? false
            subscriber.entitlements[entitlement] = [
                "expires_date": Self.text(best.until == nil ? nil : period ?? best.until),
                "grace_period_expires_date": isInGrace ? Self.text(best.until) : .null,
                "product_identifier": .string(best.product.rawValue),
                "purchase_date": Self.text(sale.purchaseDate),
            ]
            subscriber.subscriptions[best.product.rawValue] = [
                "is_sandbox": false, "store": "app_store", "ownership_type": .string(sale.inAppOwnershipType.rawValue),
                "store_transaction_id": .string(sale.transactionId.rawValue),
                "price": [
                    "amount": .decimal(Decimal(sale.price ?? 0) / 1000),
                    "currency": .string(sale.currency?.rawValue ?? "USD"),
                ],
            ]
        }
        return subscriber
    }

    static func text(_ date: Date?) -> JSONValue { date.map { .string($0.formatted(.iso8601)) } ?? .null }
}
