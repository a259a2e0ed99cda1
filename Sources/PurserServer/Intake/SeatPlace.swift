// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// The purchase and the invitation that a token, or a claim of Apple's, belongs to: an index of the facts.
struct SeatPlace: Hashable, Sendable, Codable {
    var scope: AppScope
    var lineage: OriginalTransactionID
    var invitation: SeatInvitationID

    var key: LineageKey { LineageKey(scope: scope, lineage: lineage) }

    /// By the SHA-256 of an invitation's token.
    static let invitations = RecordStore<String, SeatPlace>("seat-invitations")

    /// By the identifier of a claim.
    static let claims = RecordStore<String, SeatPlace>("seat-claims")
}

/// A purchase whose seats have requests for Apple, or claims to compare with its list.
struct SeatTask: Hashable, Sendable, Codable {
    var scope: AppScope
    var lineage: OriginalTransactionID

    /// Requests and releases that Apple has not answered.
    static let claims = "seat-claims"

    /// Comparisons with Apple's list of claims.
    static let checks = "seat-checks"

    init(_ key: LineageKey) {
        (scope, lineage) = (key.scope, key.lineage)
    }

    var key: LineageKey { LineageKey(scope: scope, lineage: lineage) }

    func job(_ queue: String, due: Date) throws -> NewTask {
        NewTask(queue: queue, uniqueKey: "\(scope) \(lineage)", dueDate: due, body: try ServiceJSON.encode(self))
    }
}

extension DatabaseWriter {
    /// How long Apple is not asked by a job, in seconds, because the request that recorded the step asks at once.
    private static var requestDelay: TimeInterval { 15 }
    /// How long after a new period Apple's claims are compared, in seconds.
    private static var checkDelay: TimeInterval { 60 }

    /// Makes invitations findable by their tokens, and claims by their identifiers.
    func index(_ steps: [SeatStep], in scope: AppScope, now: Date) throws {
        for step in steps {
            let place = SeatPlace(scope: scope, lineage: step.lineage, invitation: step.invitation)
            switch step.action {
            case .invited(let terms):
                try upsert(place, as: terms.tokenHash, in: SeatPlace.invitations, now: now)
            case .claimed(let claim, _), .detected(let claim):
                try upsert(place, as: claim.description, in: SeatPlace.claims, now: now)
            default: break
            }
        }
    }

    /// Enqueues the questions to Apple that a decision about a purchase makes necessary.
    func enqueueSeatTasks(_ decision: Decision, of key: LineageKey, now: Date) throws {
        let task = SeatTask(key)
        if decision.requestsSeats {
            try enqueue(task.job(SeatTask.claims, due: now.addingTimeInterval(Self.requestDelay)))
        }
        if decision.checksSeats {
            try enqueue(task.job(SeatTask.checks, due: now.addingTimeInterval(Self.checkDelay)))
        }
    }
}

extension Sequence<Fact> {
    /// The steps about seats among commands.
    var seatSteps: [SeatStep] {
        compactMap { fact in
            guard case .command(.seat(let step)) = fact.content else { return nil }
            return step
        }
    }
}
