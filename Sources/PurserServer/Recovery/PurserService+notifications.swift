// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

extension PurserService {
    /// Compares Apple's history of notifications with what was stored, and fills the gaps.
    ///
    /// Apple keeps 180 days of production and 30 of the sandbox; each round overlaps the one before by a day, and looks
    /// again at all that a round looked at which could not take everything in.
    func recoverNotifications(
        _ scope: AppScope,
        app: AppConfiguration,
        from start: Date?,
        after last: RecoveryReport?,
        _ report: inout RecoveryReport
    ) async throws {
        let now = report.until
        let oldest = now.addingTimeInterval((scope.environment == .production ? -179 : -29) * 86_400)
        let due = last.map { $0.failed > 0 ? $0.from ?? oldest : $0.until.addingTimeInterval(-86_400) }
        // Whoever asks for less than is due gets that too, or what lies between would never be looked at.
        let wanted = min(start ?? due ?? oldest, due ?? .distantFuture)
        let from = min(max(oldest, wanted), now.addingTimeInterval(-1))
        // Known before anything can fail: a round that is stopped leaves all of it to the next one.
        report.from = from
        let api = try link(app)[scope.environment]
        // What waits here is not missing.
        try await takeWaitingNotifications()
        let request = NotificationHistoryRequest(startDate: from, endDate: now)
        try await ask {
            for try await page in api.notificationHistory(request) {
                for item in page.body.notificationHistory { try await fill(item.signedPayload, scope, &report) }
            }
        }
    }

    private func fill(_ signed: SignedPayload, _ scope: AppScope, _ report: inout RecoveryReport) async throws {
        report.checked += 1
        do {
            let now = clock()
            let outcome = try await receive(signed, environment: scope.environment, source: .history, now: now)
            if outcome.isNew { report.missing += 1 }
        } catch let problem as ServiceProblem where !problem.code.isTemporary {
            report.missing += 1
            report.fail("notification \(report.checked)", problem)
        }
    }
}
