// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import Foundation
import HTTPService
import SQLite
import Testing

@testable import AppStoreSimulatorServer
@testable import PurserServer

// What stories ask of a town again and again.

extension Town {
    static let gold: ProductID = "coffee.club.gold.monthly"
    static let silver: ProductID = "coffee.club.silver.monthly"
    static let grinder: ProductID = "coffee.grinder"
    static let beans: ProductID = "coffee.beans.100"

    /// Makes an account in the App Store.
    func welcome(
        _ name: String,
        in environment: AppStoreTypes.Environment = .production
    ) async throws
        -> AppStoreSimulator.CustomerID
    {
        let id = AppStoreSimulator.CustomerID(rawValue: name)
        _ = try await appStore.perform(.addCustomer(CustomerProfile(id: id, environment: environment)))
        return id
    }

    /// Buys in the App Store, and waits until its notification was taken.
    func buy(
        _ product: ProductID,
        by customer: AppStoreSimulator.CustomerID,
        token: AppAccountToken? = nil
    ) async throws -> TransactionPayload {
        let options = PurchaseOptions(appAccountToken: token)
        let bought = try #require(
            try await appStore.perform(.buy(customer, product: product, options: options)).transaction
        )
        await appStore.runUntilIdle()
        return bought
    }

    /// Makes an order as an app does.
    func order(_ product: ProductID, for customer: String) async throws -> OrderSeen {
        let request = JSONValue.object(["customer": .string(customer), "productId": .string(product.rawValue)])
        return try await ask(.post, "/v1/orders", request).json()
    }

    /// Shows a transaction as an app does.
    @discardableResult
    func show(_ transaction: TransactionPayload, by customer: String) async throws -> InProcessClient.Response {
        let request = JSONValue.object([
            "customer": .string(customer), "signedTransaction": .string(try signing.sign(transaction).rawValue),
        ])
        return try await ask(.post, "/v1/transactions", request)
    }

    /// The entitlements that a customer has now.
    func entitlements(
        of customer: String,
        in environment: AppStoreTypes.Environment = .production
    ) async throws -> [EntitlementBody] {
        let path = "/v1/customers/\(customer)/entitlements?environment=\(environment)"
        return try await ask(.get, path, asBackend: true).json(EntitlementList.self).entitlements.filter(\.isActive)
    }

    /// The events of a type that a backend reads.
    func events(_ type: EventType) async throws -> [ServerEvent] {
        try await ask(.get, "/v1/events?limit=500", asBackend: true).json(EventPage.self).events.map(\.event)
            .filter { $0.type == type }
    }

    /// Every transaction of a customer as the App Store knows it now.
    func history(of customer: AppStoreSimulator.CustomerID) async throws -> [TransactionPayload] {
        try await appStore.engine.transactions(
            "customer = \(customer.rawValue)",
            order: "purchased, revision"
        ).map(\.transaction)
    }
}
