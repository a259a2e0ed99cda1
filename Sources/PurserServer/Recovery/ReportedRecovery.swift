// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// Tries what apps reported as not verified.
struct ReportedRecovery: Sendable {
    let apps: Apps
    let clock: @Sendable () -> Date
    let cursors: RoundCursors
    let history: AppleHistory
    let log: @Sendable (ServiceLogEntry) -> Void
    let receipts: ReceiptIntake
    let reportedRoom: ReportedPurchaseQuota
    let database: any Database

    /// How many reports are read at a time; each may hold a receipt of some size.
    private static let readAtOnce = 20

    /// How many failures in a row that may pass end a round: then it is not the reports that are wrong.
    private static let maximumOutages = 20

    /// How long a report that was refused waits for another try, in seconds.
    private static let refusedRest: TimeInterval = 270

    /// Stores a reported purchase until recovery can process it; a repeated report is stored once.
    ///
    /// - Throws: A `ServiceProblem` when too many are kept; then the app reports it again later.
    func save(_ report: ReportedPurchase) async throws {
        let name = report.name
        let isStored = try await database.read { reader in
            try ReportedPurchase.Status.allCases.contains { status in
                try reader.record(name, in: ReportedPurchase.records[status]) != nil
            }
        }
        guard !isStored else { return }
        try await makeRoom(for: try ServiceJSON.encode(report).count)
        try await database.write { writer in
            guard try writer.record(name, in: ReportedPurchase.records[.pending]) == nil else { return }
            try writer.upsert(report, as: name, in: ReportedPurchase.records[.pending], now: report.at)
        }
    }

    /// Sees to it that one more report fits: what was abandoned longest ago goes first.
    private func makeRoom(for bytes: Int) async throws {
        let now = clock()
        if !reportedRoom.isCounted(asOf: now) {
            var size = try await database.read { try $0.recordsSize(ReportedPurchase.records) }
            if !ReportedPurchaseQuota.fits(bytes, size) {
                let maximum = ReportedPurchaseQuota.maximumReports / 10
                size = try await database.write { writer in
                    try writer.removeOldestRecords(in: ReportedPurchase.records[.abandoned], limit: maximum)
                    return try writer.recordsSize(ReportedPurchase.records)
                }
            }
            reportedRoom.record(size, now: now)
        }
        guard reportedRoom.reserve(bytes) else {
            throw ServiceProblem(
                .overloaded,
                "Too many reported purchases are waiting; send it again later.",
                retryAfterSeconds: 3600
            )
        }
    }

    /// Tries what apps reported: what verifies is processed, the rest waits for the next round.
    ///
    /// All of them are tried in turn. A round that is ended by an outage continues behind it next time.
    ///
    /// - Throws: A `ServiceProblem` when Apple, or the server itself, fails for many in a row.
    func tryReportedReceipts(_ scope: AppScope, _ round: inout RecoveryReport) async throws {
        var last = try await cursors.roundCursor("reported-cursor", scope)
        var outages = 0
        while !Task.isCancelled {
            let after = last
            let page = try await database.read { reader in
                try reader.records(in: ReportedPurchase.records[.pending], after: after, limit: Self.readAtOnce)
            }
            for record in page {
                last = record.name
                guard let outage = try await tryAgain(record, &round) else {
                    outages = 0
                    continue
                }
                outages += 1
                guard outages < Self.maximumOutages else {
                    try await cursors.setRoundCursor("reported-cursor", scope, last)
                    throw outage
                }
            }
            guard page.count == Self.readAtOnce else { break }
        }
        try await cursors.setRoundCursor("reported-cursor", scope, nil)
    }

    /// Tries one of what apps reported; only a refusal that stays one counts as an attempt.
    ///
    /// - Returns: Why it could not be tried now.
    private func tryAgain(
        _ record: StoredRecord<String, ReportedPurchase>,
        _ round: inout RecoveryReport
    ) async throws -> ServiceProblem? {
        // One damaged report does not keep recovery from the others.
        guard var report = try? record.value else {
            log(ServiceLogEntry(kind: .error, message: "the reported purchase \(record.name) cannot be read"))
            return nil
        }
        let now = clock()
        let age = now.timeIntervalSince(record.updatedDate)
        let isTried = report.attempts > 0 && report.status == .pending
        if isTried, (0..<Self.refusedRest).contains(age) { return nil }
        if report.status == .pending {
            round.checked += 1
            round.missing += 1
            guard let refusal = await take(report, now: now) else {
                try await database.write {
                    _ = try $0.removeRecord(record.name, in: ReportedPurchase.records[.pending])
                }
                return nil
            }
            round.fail(report.transaction?.rawValue ?? record.name, refusal)
            if refusal.code.isTemporary, refusal.code != .internalError { return refusal }
            report.attempts += 1
        }
        let next = report
        try await database.write { writer in
            if next.status == .abandoned { try writer.removeRecord(next.name, in: ReportedPurchase.records[.pending]) }
            try writer.upsert(next, as: next.name, in: ReportedPurchase.records[next.status], now: now)
        }
        return nil
    }

    /// Takes a reported purchase in for the app that it is of, or answers why it could not be.
    private func take(_ report: ReportedPurchase, now: Date) async -> ServiceProblem? {
        var refusal = ServiceProblem.notFound("app")
        for app in apps.configuration.apps {
            do {
                if report.receipt.isEmpty, let transaction = report.transaction, apps.links[app.bundleID] != nil {
                    try await processHistory(of: transaction, app: app, now: now)
                    return nil
                }
                var request = PurchaseRequest()
                request.transactionId = report.transaction
                request.productId = report.product
                _ = try await receipts.verify(receipt: report.receipt, request, claimant: nil, app: app, now: now)
                return nil
            } catch {
                // What may pass for one app is not over because the receipt is not the other one's.
                if !refusal.code.isTemporary { refusal = problem(of: error) }
            }
        }
        return refusal
    }

    /// Asks Apple for the history behind a transaction without a receipt, in production and then in the sandbox.
    ///
    /// - Throws: `ServiceProblem` when no environment knows the transaction, or Apple cannot be asked; `DatabaseError`.
    private func processHistory(of transaction: TransactionID, app: AppConfiguration, now: Date) async throws {
        var refusal = ServiceProblem.notFound("transaction")
        for environment in [Environment.production, .sandbox] where app.acceptedEnvironments.contains(environment) {
            var report = RecoveryReport(kind: "reported", environment: environment, until: now)
            let scope = AppScope(bundleID: app.bundleID, environment: environment)
            do {
                let stated = try await history.recoverHistory(of: transaction, scope, app: app, &report)
                if !stated.isEmpty { return }
            } catch let problem as ServiceProblem where problem.code == .appStoreRefused {
                refusal = problem
            }
        }
        throw refusal
    }

    private func problem(of error: any Error) -> ServiceProblem {
        if let problem = error as? ServiceProblem { return problem }
        log(ServiceLogEntry(kind: .error, message: "a reported receipt was not taken: \(error)"))
        let failure = ServiceProblem(.internalError, "The server failed. Its log gives the reason.")
        return (error as? DatabaseError)?.serviceProblem ?? failure
    }
}
