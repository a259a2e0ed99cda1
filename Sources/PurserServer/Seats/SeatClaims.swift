// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence
import Synchronization

/// Has Apple do what the steps about seats ask for, and records its answers.
///
/// A request was stored before Apple is asked, under an identifier that gives the same claim however often it is sent: what a
/// crash or a lost answer interrupted is simply done again.
struct SeatClaims: Sendable {
    let apps: Apps
    let clock: @Sendable () -> Date
    let metrics: MetricsRecorder
    let recorder: SeatRecorder

    /// How long a request is sent before it is abandoned and the invitation is open again, in seconds.
    static let requestLifetime: TimeInterval = 86_400

    /// How many of a purchase's requests are sent in one round.
    private static let maximumAtOnce = 20

    /// Sends what Apple has not answered of a purchase: claims and releases.
    ///
    /// - Parameters:
    ///   - key: The purchase.
    ///   - app: Its app.
    ///   - invitation: The only invitation that it is about; all when absent.
    /// - Returns: Whether all was answered.
    /// - Throws: `DatabaseError`, or a `ServiceProblem` when Apple does not answer.
    @discardableResult
    func send(_ key: LineageKey, app: AppConfiguration, only invitation: SeatInvitationID? = nil) async throws -> Bool {
        guard let reading = try await recorder.seats(of: key, app: app, now: clock()) else { return true }
        let waiting = reading.roster.unanswered.filter { invitation == nil || $0.id == invitation }
        guard !waiting.isEmpty else { return true }
        let api = try apps.link(app)[key.scope.environment]
        for seat in waiting.prefix(Self.maximumAtOnce) {
            if let claim = seat.claim {
                try await release(claim, key, app: app, api)
            } else if let request = seat.request {
                try await claim(seat, request, key, app: app, api)
            }
        }
        // A release that came with the answer to its request is sent in the next round.
        return waiting.count <= Self.maximumAtOnce && waiting.allSatisfy { $0.claim != nil || $0.releasedDate == nil }
    }

    private func claim(
        _ seat: SeatInvitation,
        _ request: SeatStep.Request,
        _ key: LineageKey,
        app: AppConfiguration,
        _ api: AppStoreServerAPI
    ) async throws {
        let answer = try await Self.ask {
            try await api.claimSeat(
                of: key.lineage,
                requestIdentifier: request.identifier,
                for: request.appTransactionID
            ).body.seatClaimId
        } orGiveUp: {
            seat.requestedDate.map { clock().timeIntervalSince($0) >= Self.requestLifetime } ?? true
        }
        try await recorder.record(key, app: app, by: Self.actor, now: clock()) { rules, _ in
            switch answer {
            case .success(let claim): try rules.answer(seat.id, to: request.identifier, claim).accepted
            case .failure(let refusal): try rules.refuse(seat.id, request.identifier, code: refusal.name).accepted
            }
        }
    }

    private func release(
        _ claim: SeatClaimID,
        _ key: LineageKey,
        app: AppConfiguration,
        _ api: AppStoreServerAPI
    ) async throws {
        // Whatever Apple refuses for good, the claim serves no one; if Apple still lists it later, it is released again.
        _ = try await Self.ask {
            try await api.unclaimSeat(claim, of: key.lineage)
        } orGiveUp: {
            false
        }
        try await recorder.record(key, app: app, by: Self.actor, now: clock()) { rules, _ in
            rules.unclaim([claim], .released)
        }
    }

    /// Tells Apple a member's download of the app, and records it.
    func associate(
        _ claim: SeatClaimID,
        with download: AppTransactionID,
        _ key: LineageKey,
        app: AppConfiguration,
        by actor: String,
        audit: AuditRecord
    ) async throws -> SeatReading {
        let api = try apps.link(app)[key.scope.environment]
        let answer = try await Self.ask {
            try await api.associateSeat(claim, of: key.lineage, with: download)
        } orGiveUp: {
            false
        }
        if case .failure(let refusal) = answer { throw SeatClaimRefusal.problem(refusal.name) }
        return try await recorder.record(key, app: app, by: actor, audit: audit, now: clock()) { rules, _ in
            try rules.associate(claim, with: download).accepted
        }
    }

    /// Compares a purchase's claims with Apple's list, and records where they differ.
    ///
    /// - Returns: Whether the purchase has claims that are worth another comparison.
    /// - Throws: `DatabaseError`, or a `ServiceProblem` when Apple does not answer.
    func reconcile(_ key: LineageKey, app: AppConfiguration) async throws -> Bool {
        guard try await send(key, app: app) else { return true }
        let asked = clock()
        let api = try apps.link(app)[key.scope.environment]
        let answer = try await Self.ask {
            try await api.seats(of: key.lineage).body
        } orGiveUp: {
            false
        }
        // An inactive subscription has no seats; its next period brings the next comparison.
        guard case .success(let info) = answer else { return false }
        let listed = Array(info.assignedSeatClaimIds.prefix(SeatRules.maximumInvitations))
        let discrepancies = Mutex(0)
        let after = try await recorder.record(key, app: app, by: Self.actor, now: clock()) { rules, _ in
            let steps = rules.reconcile(listed, asked: asked)
            // The last execution counts, when another one conflicted with it.
            discrepancies.withLock { $0 = steps.count }
            return steps
        }
        metrics.recordSeatDiscrepancies(discrepancies.withLock { $0 }, key.scope.environment)
        for claim in listed.filter({ after.roster[$0]?.unclaimCause == .released }).prefix(Self.maximumAtOnce) {
            _ = try await Self.ask {
                try await api.unclaimSeat(claim, of: key.lineage)
            } orGiveUp: {
                false
            }
        }
        return !after.roster.claims.isEmpty
    }

    /// The name under which Apple's answers are recorded.
    static let actor = "app-store"

    /// Asks Apple; a final refusal is an answer.
    ///
    /// - Throws: A `ServiceProblem` when the same request may succeed later and is not abandoned.
    private static func ask<Answer>(
        _ question: () async throws -> Answer,
        orGiveUp isOver: () -> Bool
    ) async throws -> Result<Answer, SeatClaimRefusal> {
        do {
            return .success(try await question())
        } catch let error as AppStoreAPIError {
            if let refusal = SeatClaimRefusal(error) { return .failure(refusal) }
            if isOver() { return .failure(.unanswered) }
            throw ServiceProblem(.appStoreUnavailable, error.message, retryAfterSeconds: 30)
        }
    }
}
