// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// Reads the seats of purchases, and records what is done about them: each in one transaction of the database.
struct SeatRecorder: Sendable {
    let pipeline: IntakePipeline
    let database: any Database

    /// A purchase's seats at an instant, with who owns it; nothing when the purchase is not known.
    func seats(of key: LineageKey, app: AppConfiguration, now: Date) async throws -> SeatReading? {
        let policy = app.policy
        return try await database.read { reader in
            let change = try reader.purchase(key, policy: policy)
            return change.after.isEmpty ? nil : SeatReading(change, asOf: now)
        }
    }

    /// Where an invitation's token, or a claim, belongs.
    func place(_ name: String, in store: RecordStore<String, SeatPlace>) async throws -> SeatPlace? {
        try await database.read { try $0.value(name, in: store) }
    }

    /// Decides about a purchase's seats by what is known within the transaction, and records the steps.
    ///
    /// - Parameters:
    ///   - key: The purchase.
    ///   - app: Its app.
    ///   - actor: The name under which the steps are recorded.
    ///   - audit: What the audit log says when something is recorded.
    ///   - now: The instant.
    ///   - decide: The decision; what it throws is the answer, and nothing is recorded.
    /// - Returns: The seats afterward.
    /// - Throws: What `decide` throws, or `DatabaseError`.
    @discardableResult
    func record(
        _ key: LineageKey,
        app: AppConfiguration,
        by actor: String,
        audit: AuditRecord? = nil,
        now: Date,
        _ decide: @escaping @Sendable (SeatRules, SeatReading) throws -> [SeatStep]
    ) async throws -> SeatReading {
        let context = try await pipeline.context(app: app, now: now)
        return try await database.write { writer in
            let session = try FulfillmentSession(writer: writer, context: context)
            let change = try session.change(of: key)
            guard !change.after.isEmpty else { throw ServiceProblem.notFound("purchase") }
            let reading = SeatReading(change, asOf: now)
            let rules = SeatRules(key.lineage, reading.roster, owners: reading.owners)
            let steps = try decide(rules, reading)
            guard !steps.isEmpty else { return reading }
            try session.fulfill(change, .command(steps.map { .seat($0) }, by: actor))
            if let audit { try writer.record(audit) }
            return SeatReading(try session.change(of: key), asOf: now)
        }
    }

    /// Compares a purchase's claims with Apple's again at an instant.
    func scheduleCheck(of key: LineageKey, at date: Date) async throws {
        try await database.write { try $0.enqueue(SeatTask(key).job(SeatTask.checks, due: date)) }
    }
}

/// A purchase's seats and owners at an instant.
struct SeatReading: Sendable {
    var key: LineageKey
    var roster: SeatRoster
    var owners: [CustomerID]

    init(_ change: LineageChange, asOf now: Date) {
        key = change.key
        roster = change.seatRoster(asOf: now)
        owners = change.ownershipBefore.owners
    }
}

extension SeatRuling {
    /// The steps to record; none when it was done before.
    var accepted: [SeatStep] {
        get throws(ServiceProblem) {
            switch self {
            case .steps(let steps): steps
            case .unchanged: []
            case .refused(let refusal): throw refusal.problem
            }
        }
    }
}
