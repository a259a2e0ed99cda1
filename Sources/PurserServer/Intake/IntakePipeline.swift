// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// The one way by which anything about a purchase comes in, whoever brings it.
///
/// Facts, ownership, orders, entitlements and their events are written in one transaction of the database;
/// only when it is durable is anyone told that it arrived.
struct IntakePipeline: Sendable {
    var database: any Database
    var catalog: CatalogCache
    var endpoints: WebhookEndpointCache
    var metrics: MetricsRecorder
    var random: RandomSource
    let policies = RecordedPolicies()

    /// Takes a submission in.
    func process(_ submission: Submission, app: AppConfiguration, now: Date) async throws -> IntakeOutcome {
        try await process(ready(submission, app: app, now: now), job: nil) ?? IntakeOutcome()
    }

    /// Does for a submission what can be done before it is its turn to be written.
    func ready(_ submission: Submission, app: AppConfiguration, now: Date) async throws -> PreparedSubmission {
        PreparedSubmission(
            submission: submission,
            context: try await context(app: app, now: now),
            prepared: try prepare(submission)
        )
    }

    /// Takes a submission in, and removes the job that held it in the same transaction.
    ///
    /// - Parameters:
    ///   - ready: The submission.
    ///   - job: The job that held it.
    ///   - follow: What else is written in the same transaction once the result is known.
    /// - Returns: The result; nothing when the job is gone, because another worker did it: then nothing was
    ///   changed.
    /// - Throws: `DatabaseError`.
    func process(
        _ ready: PreparedSubmission,
        job: QueuedTask?,
        follow: @escaping @Sendable (any DatabaseWriter, IntakeOutcome) throws -> Void = { _, _ in }
    ) async throws -> IntakeOutcome? {
        let outcome = try await database.write(locking: ready.submission.locks) { writer -> IntakeOutcome? in
            if let job, try !writer.remove(job) { return nil }
            let outcome = try writer.process(ready)
            try follow(writer, outcome)
            return outcome
        }
        if let outcome { metrics.record(outcome.measures) }
        return outcome
    }

    /// Makes the facts ready to be stored: with one writer for all, what can be done before its turn is done here.
    private func prepare(_ submission: Submission) throws -> [PreparedFact] {
        var preparation = DocumentPreparation()
        return try submission.intake.facts.map { fact in
            let document = submission.intake.documents[fact.digest].map { Data($0.rawValue.utf8) }
            return try preparation.fact(fact, document: document)
        }
    }

    /// What every piece of work needs to know besides the store.
    func context(app: AppConfiguration, now: Date) async throws -> IntakeContext {
        try await policies.record(PolicyChange(app), of: app.bundleID, in: database, now: now)
        return IntakeContext(
            app: app,
            catalog: try await catalog.catalog(of: app.bundleID, now: now),
            catalogs: catalog,
            endpoints: try await endpoints.all(of: app.bundleID, now: now),
            now: now,
            random: random
        )
    }
}

/// A submission whose turn to be written may come.
struct PreparedSubmission: Sendable {
    var submission: Submission
    var context: IntakeContext
    var prepared: [PreparedFact]
}

/// The settings and the instant under which facts are processed.
struct IntakeContext: Sendable {
    var app: AppConfiguration
    var catalog: AppCatalog
    /// What is reported when the catalog at hand is no longer the stored one.
    var catalogs: CatalogCache
    var endpoints: [WebhookEndpoint]
    var now: Date
    var random: RandomSource
    /// How often a decision may be tried.
    var maximumRounds = FulfillmentSession.maximumRounds

    var policy: CommercePolicy { app.policy }

    /// The same with the catalog as it is stored at the moment of a transaction.
    ///
    /// What a delivery gives is decided by it, whatever this instance remembers and another one changed since.
    func current(in reader: any DatabaseReader) throws -> IntakeContext {
        guard try reader.catalogVersion(of: app.bundleID) != catalog.version else { return self }
        catalogs.invalidate(app.bundleID)
        var context = self
        context.catalog = try reader.catalog(of: app.bundleID)
        return context
    }

    /// Whether purchases of an environment count for a customer.
    func admits(_ environment: Environment, for customer: CustomerID) -> Bool {
        switch environment {
        case .sandbox:
            switch app.sandboxPurchases {
            case .accept: true
            case .reject: false
            case .testersOnly: app.testers.contains(customer)
            }
        case .xcode, .localTesting: app.acceptsXcodeTransactions
        default: true
        }
    }
}
