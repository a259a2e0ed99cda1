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
        _ report: inout RecoveryReport
    ) async throws {
        let api = try link(app)[scope.environment]
        // What waits here is not missing.
        try await takeWaitingNotifications()
        let now = report.until
        let oldest = now.addingTimeInterval((scope.environment == .production ? -179 : -29) * 86_400)
        let last = try await lastReport(.notifications, scope).map { last in
            last.failed > 0 ? last.from ?? oldest : last.until.addingTimeInterval(-86_400)
        }
        let from = min(max(oldest, start ?? last ?? oldest), now.addingTimeInterval(-1))
        report.from = from
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
