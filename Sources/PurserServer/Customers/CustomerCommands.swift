// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// Does something for a customer and derives what follows, in one transaction.
struct CustomerCommands: Sendable {
    let pipeline: IntakePipeline
    let database: any Database

    /// Records something that was done for a customer, recomputes the customer's entitlements, and reports what
    /// changed.
    ///
    /// `also` writes more in the same transaction; what it throws rolls everything back.
    func perform(
        _ command: Command,
        for customer: CustomerID,
        in scope: AppScope,
        call: RequestContext,
        action: String,
        also: @escaping @Sendable (FulfillmentSession) throws -> Void = { _ in }
    ) async throws {
        let audit = AuditRecord(call, action, target: customer.rawValue)
        try await transact(call, locking: [customer]) { work in
            try work.perform(command, for: customer, in: scope, audit: audit, also: also)
        }
    }

    /// Does some work for an administrator within one transaction of the database.
    func transact<Result: Sendable>(
        _ call: RequestContext,
        locking customers: [CustomerID] = [],
        _ body: @escaping @Sendable (FulfillmentSession) throws -> Result
    ) async throws -> Result {
        let context = try await pipeline.context(app: try call.app, now: call.now)
        return try await database.write(locking: .deciding(aboutCustomers: customers)) { writer in
            try body(FulfillmentSession(writer: writer, context: context))
        }
    }
}

extension FulfillmentSession {
    /// Records something that was done for a customer, recomputes the customer's entitlements, and reports what
    /// changed.
    func perform(
        _ command: Command,
        for customer: CustomerID,
        in scope: AppScope,
        audit: AuditRecord,
        also: (FulfillmentSession) throws -> Void = { _ in }
    ) throws {
        try writer.ensureCustomer(customer, now: now)
        try updateEntitlements(of: [customer], in: scope, .command([command], by: audit.actor))
        try also(self)
        try writer.record(audit)
    }
}
