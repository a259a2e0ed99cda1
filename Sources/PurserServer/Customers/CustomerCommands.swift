// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// Does something for a customer and derives what follows, in one transaction.
struct CustomerCommands: Sendable {
    let desk: IntakeDesk
    let store: any Store

    /// Records something that was done for a customer, derives the customer's rights anew, and tells what changed.
    ///
    /// `also` writes more in the same transaction; what it throws takes everything back.
    @discardableResult
    func perform(
        _ command: Command,
        for customer: CustomerID,
        in scope: AppScope,
        call: Call,
        action: String,
        also: @escaping @Sendable (IntakeWork) throws -> Void = { _ in }
    ) async throws -> Fact {
        let audit = AuditRecord(call, action, target: customer.rawValue)
        return try await transact(call) { work in
            try work.perform(command, for: customer, in: scope, audit: audit, also: also)
        }
    }

    /// Does some work for an administrator within one transaction of the database.
    func transact<Result: Sendable>(
        _ call: Call,
        _ body: @escaping @Sendable (IntakeWork) throws -> Result
    ) async throws -> Result {
        let context = try await desk.context(app: try call.app, now: call.now)
        return try await store.write { writer in
            let submission = Submission(intake: Intake(), source: .administrator)
            return try body(IntakeWork(writer: writer, context: context, submission: submission))
        }
    }
}

extension IntakeWork {
    /// Records something that was done for a customer, derives the customer's rights anew, and tells what changed.
    @discardableResult
    func perform(
        _ command: Command,
        for customer: CustomerID,
        in scope: AppScope,
        audit: AuditRecord,
        also: (IntakeWork) throws -> Void = { _ in }
    ) throws -> Fact {
        try writer.ensureCustomer(customer, now: now)
        let fact = try writer.record(command, in: scope, by: audit.actor, now: now)
        try also(self)
        try updateRights(of: customer, in: scope)
        try writer.note(audit)
        return fact
    }
}
