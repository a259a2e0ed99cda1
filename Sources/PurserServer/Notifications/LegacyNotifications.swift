// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// Takes version 1 notifications.
struct LegacyNotifications: Sendable {
    let apps: Apps
    let clock: @Sendable () -> Date
    let pipeline: IntakePipeline
    let log: @Sendable (ServiceLogEntry) -> Void
    let receipts: ReceiptIntake
    let database: any Database
    let verifiers: DocumentVerifiers

    /// Takes a version 1 notification: its word changes nothing, the receipt that it names is verified again.
    ///
    /// No one signed it. The shared secret shows that it may be Apple's; what it says is kept as a fact that no
    /// entitlement rests on; and what its receipt proves, here and at Apple, is processed like any other receipt.
    func receiveLegacy(_ call: RequestContext, environment: Environment) async throws -> HTTPResponse {
        guard let notification = try? AppStoreJSON.decode(NotificationV1.self, from: call.request.body) else {
            throw ServiceProblem(.malformedBody, "The body is neither a signed payload nor a version 1 notification.")
        }
        let app = try legacyApp(of: notification)
        guard (notification.environment ?? environment) == environment else {
            throw ServiceProblem(
                .wrongEnvironment,
                "The notification is from the other environment.",
                check: .environment
            )
        }
        let scope = AppScope(bundleID: app.bundleID, environment: environment)
        var submission = Submission(intake: try legacyIntake(notification, scope: scope), source: .notification)
        submission.refundQuestions = RefundQuestion.questions(about: notification, in: scope, now: call.now)
        _ = try await pipeline.process(submission, app: app, now: call.now)
        let forward = try PendingForward(
            notification,
            app: app,
            environment: environment,
            body: call.request.body,
            mediaType: call.request.headers["Content-Type"] ?? "application/json",
            now: call.now
        )
        if let forward { try await database.write { try forward.write($0) } }
        if let receipt = notification.newestReceipt {
            try await processLegacy(receipt, app: app, environment: environment, now: call.now)
        }
        return HTTPResponse(status: .ok)
    }

    /// The app that a notification is about, when its shared secret is the one that Apple and the team know.
    private func legacyApp(of notification: NotificationV1) throws -> AppConfiguration {
        let bundle =
            notification.bid ?? notification.latestReceiptInfo?.bid ?? notification.latestExpiredReceiptInfo?.bid
        guard
            let app = bundle.flatMap({ apps[$0] })
                ?? (apps.configuration.apps.count == 1 ? apps.configuration.apps[0] : nil)
        else { throw ServiceProblem(.wrongBundleID, "This server does not serve the app.", check: .bundleID) }
        guard let secret = app.sharedSecret else {
            throw ServiceProblem(
                .forbidden,
                "Version 1 notifications need the app's shared secret in the configuration."
            )
        }
        guard constantTimeEquals(Array(secret.utf8), Array((notification.password ?? "").utf8)) else {
            throw ServiceProblem(.forbidden, "The shared secret is not this app's.")
        }
        return app
    }

    /// What the notification says, as a fact of the weakest rank; its secret stays out.
    private func legacyIntake(_ notification: NotificationV1, scope: AppScope) throws -> FactBatch {
        var stored = notification
        stored.password = nil
        let digest = try FactDigest(sha256Of: Array(try AppStoreJSON.encode(stored)))
        let info =
            notification.latestReceiptInfo ?? notification.latestExpiredReceiptInfo
            ?? notification.unifiedReceipt?.latestReceiptInfo.first
        let said = LegacyNotification(
            type: NotificationType(rawValue: notification.notificationType.rawValue),
            originalTransactionID: notification.originalTransactionId ?? info?.originalTransactionId,
            productID: info?.productId ?? notification.autoRenewProductId,
            willAutoRenew: notification.autoRenewStatus,
            autoRenewStatusChangeDate: notification.autoRenewStatusChangeDate,
            autoRenewProductID: notification.autoRenewProductId,
            cancellationDate: notification.cancellationDate ?? info?.cancellationDate
        )
        let instant = said.autoRenewStatusChangeDate ?? said.cancellationDate ?? info?.purchaseDate ?? clock()
        let fact = Fact(
            scope: scope,
            kind: .legacyNotification,
            order: FactOrder(instant: instant, rank: .reported, digest: digest),
            lineage: said.originalTransactionID,
            digest: digest,
            content: .legacyNotification(said)
        )
        return FactBatch(facts: [fact])
    }

    /// Verifies the receipt that a notification names: at Apple, or its signature here when Apple is not asked.
    private func processLegacy(
        _ receipt: String,
        app: AppConfiguration,
        environment: Environment,
        now: Date
    ) async throws {
        if let client = apps.receiptClients[app.bundleID] {
            try await receipts.processResponse(of: client, to: receipt, app: app, environment: environment, now: now)
            return
        }
        do {
            let read = try verifiers.receipt(receipt, app: app)
            try read.requireKnownEnvironment()
            let digest = try FactDigest(sha256Of: Array(read.document.rawValue.utf8))
            _ = try await pipeline.process(
                Submission(intake: read.intake(digest: digest), source: .receipt, receipt: receipt),
                app: app,
                now: now
            )
        } catch let problem as ServiceProblem where !problem.code.isTemporary {
            log(ServiceLogEntry(kind: .warning, message: "a notified receipt is not genuine: \(problem.message)"))
        }
    }
}
