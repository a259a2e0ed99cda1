// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// Verifies and processes notifications.
struct NotificationIntake: Sendable {
    let apps: Apps
    let pipeline: IntakePipeline
    let metrics: MetricsRecorder
    let database: any Database
    let verifiers: DocumentVerifiers
    let versions: AppVersionCache

    /// Verifies a notification that recovery found and processes it.
    func receive(
        _ signed: SignedPayload,
        environment: Environment,
        source: IntakeSource,
        now: Date
    ) async throws -> IntakeOutcome {
        let notification = try await checked(signed, environment: environment, now: now)
        let forward = try PendingForward(notification, signed: signed, now: now)
        let outcome = try await take(ready(notification, source: source, now: now)) { writer, outcome in
            // The targets of forwarded notifications missed it as well. After a crash it would not be new any more, so it
            // is stored for them in the same transaction.
            if outcome.isNew { try forward?.write(writer) }
        }
        return outcome ?? IntakeOutcome()
    }

    /// Verifies a notification.
    func checked(_ signed: SignedPayload, environment: Environment, now: Date) async throws -> CheckedNotification {
        let verified: VerifiedNotification
        do {
            verified = try await verifiers.checkedNotification(signed, environment: environment, now: now)
        } catch {
            metrics.recordNotification(nil, environment, "rejected")
            throw error
        }
        guard let bundleID = try await bundleID(of: verified.notification.payload, environment) else {
            throw ServiceProblem(
                .wrongBundleID,
                "The notification names no app, this server serves several, and knows none of its seat claims.",
                check: .bundleID
            )
        }
        guard let app = apps[bundleID] else {
            throw ServiceProblem(.wrongBundleID, "This server does not serve the app.", check: .bundleID)
        }
        return CheckedNotification(verified: verified, app: app, environment: environment)
    }

    /// The app that a notification is for.
    ///
    /// One that names no app is the only app's; with several apps it is the one whose app number, purchase or seat claim it
    /// names.
    private func bundleID(of payload: NotificationPayload, _ environment: Environment) async throws -> BundleID? {
        let known = apps.configuration.apps
        if let bundleID = payload.documentBundleID { return bundleID }
        if known.count == 1 { return known.first?.bundleID }
        if let number = payload.documentAppAppleID, let app = known.first(where: { $0.appAppleID == number }) {
            return app.bundleID
        }
        guard let info = payload.unclaimInfo else { return nil }
        return try await database.read { reader in
            if let lineage = info.originalTransactionId {
                let scopes = known.map { AppScope(bundleID: $0.bundleID, environment: environment) }
                let found = try scopes.first { try reader.claim(on: lineage, in: $0) != nil }
                if let found { return found.bundleID }
            }
            for claim in info.unclaimSeatIds.prefix(SeatRules.maximumMembers) {
                guard let place = try reader.value(claim.description, in: SeatPlace.claims) else { continue }
                if place.scope.environment == environment { return place.scope.bundleID }
            }
            return nil
        }
    }

    /// Does for a notification what can be done before it is its turn to be written.
    func ready(
        _ notification: CheckedNotification,
        source: IntakeSource,
        now: Date
    ) async throws -> ReadyNotification {
        let verified = notification.verified
        let intake = FactExtractor.intake(
            of: verified.notification,
            transaction: verified.transaction,
            renewalInfo: verified.renewalInfo,
            appTransaction: verified.appTransaction,
            scope: AppScope(bundleID: notification.app.bundleID, environment: notification.environment),
            digest: FactDigest.digest
        )
        let submission = Submission(intake: intake, source: source)
        return ReadyNotification(
            type: notification.type,
            environment: notification.environment,
            submission: try await pipeline.ready(submission, app: notification.app, now: now),
            versions: SeenAppVersion.all(in: notification)
        )
    }

    /// Takes a notification in.
    ///
    /// - Parameters:
    ///   - notification: The notification.
    ///   - job: The job that holds it; it is removed with this, or nothing is done.
    ///   - follow: What else is written in the same transaction once the result is known.
    /// - Returns: The result; nothing when another instance did the job.
    /// - Throws: `DatabaseError`.
    @discardableResult
    func take(
        _ notification: ReadyNotification,
        job: QueuedTask? = nil,
        follow: @escaping @Sendable (any DatabaseWriter, IntakeOutcome) throws -> Void = { _, _ in }
    ) async throws -> IntakeOutcome? {
        let (type, environment) = (notification.type, notification.environment)
        do {
            let new = notification.versions.filter(versions.isNew)
            let outcome = try await pipeline.process(notification.submission, job: job) { writer, outcome in
                for version in new { try writer.record(version, now: notification.submission.context.now) }
                try follow(writer, outcome)
            }
            if outcome != nil { new.forEach(versions.store) }
            if let outcome { metrics.recordNotification(type, environment, outcome.isNew ? "stored" : "repeated") }
            return outcome
        } catch {
            metrics.recordNotification(type, environment, "failed")
            throw error
        }
    }
}

/// A notification that is genuine and for an app of this server.
struct CheckedNotification: Sendable {
    var verified: VerifiedNotification
    var app: AppConfiguration
    /// The environment whose address it came to.
    var environment: Environment

    var type: NotificationType? { verified.notification.payload.notificationType }
}

/// A notification whose turn to be written may come.
struct ReadyNotification: Sendable {
    var type: NotificationType?
    var environment: Environment
    var submission: PreparedSubmission
    /// The versions of the app that it names.
    var versions: [SeenAppVersion]
}

/// What Apple posts: a signed payload, or a version 1 notification's own fields.
struct NotificationPost: Decodable, Sendable, SchemaDescribed {
    var signedPayload: SignedPayload?

    /// The payload of a body as Apple writes it; nothing when it is written otherwise, which an ordinary decoder reads.
    static func plainPayload(of body: Data) -> SignedPayload? {
        body.withUnsafeBytes { bytes in
            let (start, end) = (Self.start.utf8.count, bytes.count - Self.end.utf8.count)
            guard start < end, bytes[..<start].elementsEqual(Self.start.utf8),
                bytes[end...].elementsEqual(Self.end.utf8)
            else { return nil }
            let text = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
            // What the compiler makes of this looks at many bytes at once.
            var odd: UInt8 = 0
            for byte in text {
                odd |= byte & 0x80 | (byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") ? 1 : 0)
            }
            return odd == 0 ? SignedPayload(rawValue: String(decoding: text, as: UTF8.self)) : nil
        }
    }

    private static let start = #"{"signedPayload":""#
    private static let end = #""}"#

    static let schemaName = "AppStoreNotification"
    static let schema = Schema.object(
        [:],
        optional: [
            "signedPayload": .string.described("A version 2 notification in JWS form."),
            "notification_type": .string.described("A version 1 notification's type."),
        ]
    )
}
