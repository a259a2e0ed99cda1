// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

extension PurserService {
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
        let context = try await desk.context(app: try call.app, now: call.now)
        let audit = AuditRecord(call, action, target: customer.rawValue)
        let now = call.now
        return try await store.write { writer in
            let submission = Submission(intake: Intake(), source: .administrator)
            let work = IntakeWork(writer: writer, context: context, submission: submission)
            try writer.ensureCustomer(customer, now: now)
            let fact = try writer.record(command, in: scope, by: audit.actor, now: now)
            try also(work)
            try work.updateRights(of: customer, in: scope)
            try writer.note(audit)
            return fact
        }
    }
}
