// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// What was sent to Apple, beside the reason.
struct ConsumptionRecord: Hashable, Sendable, Codable {
    /// The notification that asked.
    var notification: String?
    var transaction: TransactionID
    var asked: Date
    var answered: Date
    /// `sent`, `no-consent`, `no-customer`, `disabled` or `too-late`.
    var outcome: String
    var knowledge: ConsumptionEvidence?
    var usedPercentage: Int?
    /// What Apple decided afterward.
    var decision: RefundDecisionOutcome?
}

extension ConsumptionRecord {
    /// What Apple was sent about purchases whose refund was asked for.
    static let records = OwnedRecordStore<AppScope, NotificationUUID, ConsumptionRecord>("consumption-responses")
}

/// Answers Apple's questions about what was used before a refund.
struct ConsumptionFeature: Sendable {
    let apps: Apps
    let clock: @Sendable () -> Date
    let leases: LeasedJobs
    let database: any Database

    var backgroundJobs: [BackgroundJob] {
        [
            BackgroundJob(name: "consumption", interval: .seconds(30)) { [self] in
                try await respondToConsumptionRequests()
            }
        ]
    }

    /// After how long, in seconds, a response that Apple did not take is tried again.
    private static let retryInterval: TimeInterval = 600

    /// How long an answer still counts: after twelve hours, Apple decides alone.
    private static let answerTime: TimeInterval = 12 * 60 * 60

    /// Answers Apple's questions that are due, each from what is truly known, and only with consent.
    func respondToConsumptionRequests() async throws {
        try await leases.forEachLeasedJob(of: ConsumptionTask.queue) { try await answer($0, owner: $1) }
    }

    private func answer(_ stored: QueuedTask, owner: String) async throws {
        let job = try ServiceJSON.decode(ConsumptionTask.self, from: stored.job.body)
        do {
            let record = try await answer(job)
            let now = clock()
            try await database.write { writer in
                try writer.upsert(record, as: job.notification, in: ConsumptionRecord.records[job.scope], now: now)
                try writer.complete(stored, owner: owner)
            }
        } catch let problem as ServiceProblem {
            let now = clock()
            try await database.write { writer in
                try writer.postpone(
                    stored,
                    owner: owner,
                    until: now.addingTimeInterval(Self.retryInterval),
                    error: problem.message
                )
            }
        }
    }

    private func answer(_ job: ConsumptionTask) async throws -> ConsumptionRecord {
        let now = clock()
        func record(_ outcome: String, _ knowledge: ConsumptionEvidence? = nil) -> ConsumptionRecord {
            ConsumptionRecord(
                transaction: job.transaction,
                asked: job.asked,
                answered: now,
                outcome: outcome,
                knowledge: knowledge,
                usedPercentage: knowledge?.usedPercentage(at: now)
            )
        }
        guard let app = apps[job.scope.bundleID], app.consumption.isEnabled else { return record("disabled") }
        guard now.timeIntervalSince(job.asked) < Self.answerTime else { return record("too-late") }
        guard let knowledge = try await knowledge(of: job, app: app) else { return record("no-customer") }
        guard knowledge.hasConsent else { return record("no-consent", knowledge) }
        let api = try apps.link(app)[job.scope.environment]
        // What a person answered goes before what the team prefers in general.
        let preference = job.preference ?? app.consumption.refundPreference
        guard app.consumption.version != 1 else {
            let request = ConsumptionRequestV1(knowledge, policy: app.consumption, preference: preference, at: now)
            try await AppStoreClients.ask { try await api.sendConsumptionV1(request, for: job.transaction) }
            return record("sent", knowledge)
        }
        let request = ConsumptionRequest(
            customerConsented: true,
            deliveryStatus: knowledge.isDelivered ? .delivered : .undeliveredOther,
            sampleContentProvided: app.consumption.providesSampleContent,
            consumptionPercentage: knowledge.usedPercentage(at: now),
            refundPreference: preference.flatMap { $0.isEmpty ? nil : RefundPreference(rawValue: $0) }
        )
        try await AppStoreClients.ask { try await api.sendConsumption(request, for: job.transaction) }
        return record("sent", knowledge)
    }

    /// What is known about a purchase and its customer; nothing when no one is known to have it.
    private func knowledge(of job: ConsumptionTask, app: AppConfiguration) async throws -> ConsumptionEvidence? {
        let scope = job.scope
        return try await database.read { reader in
            guard let lineage = try reader.lineage(of: job.transaction, in: scope),
                let customer = try reader.claim(on: lineage, in: scope)?.customer
            else { return nil }
            let change = LineageChange(
                key: LineageKey(scope: scope, lineage: lineage),
                known: try reader.facts(of: lineage, in: scope).map(\.fact),
                policy: app.policy
            )
            let transaction = change.after.record(of: job.transaction)?.transaction
            let profile = try reader.profile(of: customer)
            let end = transaction?.expirationDate
            // A buyer who was never proven to be the customer is answered for by the purchase alone.
            let isProven = change.ownershipBefore.isProven(customer)
            let dollars = isProven ? try reader.dollars(of: customer, in: scope, policy: app.policy) : nil
            return ConsumptionEvidence(
                hasConsent: try reader.consent(of: customer, to: .consumptionInformation, in: scope)?.isGranted
                    ?? false,
                isDelivered: try reader.delivery(of: job.transaction, in: scope) != nil,
                productType: transaction?.productType,
                usedPercentage: profile.usage?[job.transaction.rawValue],
                period: transaction.flatMap { start in end.map { start.purchaseDate...max(start.purchaseDate, $0) } },
                accountCreated: isProven ? profile.accountCreated : nil,
                playTime: isProven ? profile.playSeconds.map(TimeInterval.init) : nil,
                spentMilliDollars: dollars?.0,
                refundedMilliDollars: dollars?.1,
                accountState: isProven ? profile.accountState : nil,
                appAccountToken: transaction?.appAccountToken
            )
        }
    }
}
