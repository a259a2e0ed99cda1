// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// Compares Apple's history of notifications with what was stored.
struct NotificationRecovery: Sendable {
    let apps: Apps
    let clock: @Sendable () -> Date
    let cursors: RoundCursors
    let log: @Sendable (ServiceLogEntry) -> Void
    let notifications: NotificationIntake
    let waiting: WaitingNotifications

    /// How far back Apple's history is read, in seconds: a day less than the 180 and 30 days that Apple keeps, so that
    /// no request asks for what is gone.
    ///
    /// <https://developer.apple.com/documentation/appstoreserverapi/get-notification-history>
    private static func historyLength(_ environment: Environment) -> TimeInterval {
        (environment == .production ? 179 : 29) * day
    }

    /// How far each comparison overlaps the one before: a notification that Apple sent late is dated as it was signed.
    private static let day: TimeInterval = 86_400

    /// Compares Apple's history of notifications with what was stored, and fills the gaps.
    ///
    /// Apple keeps 180 days of production and 30 of the sandbox; each round overlaps the one before by a day, and looks
    /// again at everything that a round read without processing all of it.
    func recoverNotifications(
        _ scope: AppScope,
        app: AppConfiguration,
        from start: Date?,
        after last: RecoveryReport?,
        _ report: inout RecoveryReport
    ) async throws {
        let now = report.until
        let oldest = now.addingTimeInterval(-Self.historyLength(scope.environment))
        let due = last.map { $0.failed > 0 ? $0.from ?? oldest : $0.until.addingTimeInterval(-Self.day) }
        // Whoever asks for less than is due gets that too, or what lies between would never be looked at.
        let wanted = min(start ?? due ?? oldest, due ?? .distantFuture)
        let from = min(max(oldest, wanted), now.addingTimeInterval(-1))
        // Known before anything can fail: a round that is stopped leaves all of it to the next one.
        report.from = from
        let api = try apps.link(app)[scope.environment]
        // What waits here is not missing.
        try await waiting.drainNotificationQueue()
        let request = NotificationHistoryRequest(startDate: from, endDate: now)
        try await AppStoreClients.ask {
            for try await page in api.notificationHistory(request) {
                for item in page.body.notificationHistory { try await fill(item.signedPayload, scope, &report) }
            }
        }
        try await cursors.setRoundCursor("notification-cursor", scope, String(now.millisecondsSince1970))
    }

    /// How far each look at the latest notifications overlaps the one before, in seconds.
    private static let overlap: TimeInterval = 300

    /// How many pages of the latest notifications are read before only those are asked for that Apple could not
    /// deliver.
    private static let maximumPages = 50

    /// Looks for what Apple sent since the last look and did not arrive.
    ///
    /// Where very many notifications come, only those are asked for that Apple itself knows to have failed; the hourly
    /// round compares all of them.
    func recoverLatestNotifications(_ scope: AppScope) async throws {
        guard let app = apps[scope.bundleID] else { throw ServiceProblem.notFound("app") }
        let now = clock()
        var report = RecoveryReport(kind: "notifications", environment: scope.environment, until: now)
        let last = try await cursors.roundCursor("notification-cursor", scope).flatMap { Int64($0) }
            .map { Date(millisecondsSince1970: $0) }
        let oldest = now.addingTimeInterval(-Self.day)
        let from = min(max(last ?? oldest, oldest).addingTimeInterval(-Self.overlap), now.addingTimeInterval(-1))
        let api = try apps.link(app)[scope.environment]
        try await waiting.drainNotificationQueue()
        let request = NotificationHistoryRequest(startDate: from, endDate: now)
        try await AppStoreClients.ask {
            var pages = 0
            for try await page in api.notificationHistory(request) {
                for item in page.body.notificationHistory { try await fill(item.signedPayload, scope, &report) }
                pages += 1
                guard pages < Self.maximumPages else { break }
            }
            guard pages == Self.maximumPages else { return }
            let failed = NotificationHistoryRequest(startDate: from, endDate: now, onlyFailures: true)
            for try await page in api.notificationHistory(failed) {
                for item in page.body.notificationHistory { try await fill(item.signedPayload, scope, &report) }
            }
        }
        try await cursors.setRoundCursor("notification-cursor", scope, String(now.millisecondsSince1970))
        guard report.failed > 0 else { return }
        let message = "recovery of the latest notifications in \(scope) could not process \(report.failed)"
        log(ServiceLogEntry(kind: .warning, message: message))
    }

    private func fill(_ signed: SignedPayload, _ scope: AppScope, _ report: inout RecoveryReport) async throws {
        report.checked += 1
        do {
            let now = clock()
            let outcome = try await notifications.receive(
                signed,
                environment: scope.environment,
                source: .history,
                now: now
            )
            if outcome.isNew { report.missing += 1 }
        } catch let problem as ServiceProblem where !problem.code.isTemporary {
            report.missing += 1
            report.fail("notification \(report.checked)", problem)
        }
    }
}
