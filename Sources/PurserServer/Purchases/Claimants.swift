// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// Tells who shows a purchase.
struct Claimants: Sendable {
    let database: any Database

    /// The customer who shows the purchase: the token's customer, the one the request names, or the order's.
    func claimant(of request: PurchaseRequest, call: RequestContext) async throws -> Claimant? {
        let app = try call.app
        let basis: Claim.Basis = request.isRestore == true ? .restore : .session
        if let customer = request.customer, !(1...200).contains(customer.rawValue.utf8.count) {
            throw ServiceProblem.invalid("customer", "1 to 200 bytes")
        }
        let ordering = try await orderer(request.order, of: app)
        let named = try await resolve(request.customer)
        guard let customer = named ?? call.caller.provenCustomer ?? ordering?.customer else { return nil }
        try call.caller.requirePurchase(for: customer)
        if call.caller.proves(customer) { return Claimant(customer: customer, basis: basis) }
        if let ordering, ordering.customer == customer { return ordering }
        return Claimant(customer: customer, basis: .session, proof: .named)
    }

    /// The customer whom a request names: of an alias the account.
    private func resolve(_ customer: CustomerID?) async throws -> CustomerID? {
        guard let customer, customer.isAnonymous else { return customer }
        return try await database.read { try $0.resolve(customer) }
    }

    /// The customer of an order of the app.
    func orderer(_ id: OrderID?, of app: AppConfiguration) async throws -> Claimant? {
        guard let id, let order = try await database.read({ try $0.order(id) }), order.scope.bundleID == app.bundleID,
            let customer = order.customer
        else { return nil }
        let isProven = order.details.isProven ?? false
        return Claimant(customer: customer, basis: .session, proof: .order(isProven: isProven))
    }
}
