// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService

extension PurserService {
    var notificationRoutes: [Route] { [receiveNotification] }

    private var receiveNotification: Route {
        Route(
            method: .post,
            path: "/apple/notifications/{environment}",
            name: "receiveNotification",
            summary: "Takes the App Store's notifications; one address for production, one for sandbox.",
            group: .notifications,
            access: .appStore,
            body: .init(types: [NotificationPost.self], schema: .of(NotificationPost.self)),
            answers: [.empty("It is stored, and everything that follows from it.", status: 200)],
            problems: [
                .malformedDocument, .signatureInvalid, .chainInvalid, .wrongBundleID, .wrongEnvironment,
                .wrongAppAppleID, .appStoreUnavailable,
            ]
        ) { [self] call in
            let environment: Environment
            switch try call.path("environment") {
            case "production": environment = .production
            case "sandbox": environment = .sandbox
            default: throw ServiceProblem.notFound("address; it ends in production or sandbox")
            }
            let posted =
                try NotificationPost.plainPayload(of: call.request.body)
                ?? call.body(NotificationPost.self).signedPayload
            guard let signed = posted else {
                return try await receiveLegacy(call, environment: environment)
            }
            try await receive(signed, environment: environment, source: .notification, now: call.now)
            return HTTPResponse(status: .ok)
        }
    }

    /// Verifies a notification and takes it in, whether Apple sent it or recovery found it.
    @discardableResult
    func receive(
        _ signed: SignedPayload,
        environment: Environment,
        source: IntakeSource,
        now: Date
    ) async throws -> IntakeOutcome {
        let verified: VerifiedNotification
        do {
            verified = try await verifiers.checkedNotification(signed, environment: environment, now: now)
        } catch {
            monitors.noteNotification(nil, environment, "refused")
            throw error
        }
        let type = verified.notification.payload.notificationType
        guard let bundleID = verified.notification.payload.documentBundleID ?? configuration.apps.first?.bundleID,
            let app = app(bundleID)
        else {
            throw ServiceProblem(.wrongBundleID, "This server does not serve the app.", check: .bundleID)
        }
        let intake = Ingestion.intake(
            of: verified.notification,
            transaction: verified.transaction,
            renewalInfo: verified.renewalInfo,
            appTransaction: verified.appTransaction,
            scope: AppScope(bundleID: bundleID, environment: environment),
            digest: Self.digest
        )
        let submission = Submission(intake: intake, source: source)
        do {
            let outcome = try await desk.take(submission, app: app, now: now)
            monitors.noteNotification(type, environment, outcome.isNew ? "stored" : "repeated")
            return outcome
        } catch {
            monitors.noteNotification(type, environment, "failed")
            throw error
        }
    }
}

/// What Apple posts: a signed payload, or a version 1 notification's own fields.
struct NotificationPost: Decodable, Sendable, Described {
    var signedPayload: SignedPayload?

    /// The payload of a body as Apple writes it; nothing when it is written otherwise, which an ordinary decoder reads.
    static func plainPayload(of body: Data) -> SignedPayload? {
        body.withUnsafeBytes { bytes in
            let (start, end) = (Self.start.utf8.count, bytes.count - Self.end.utf8.count)
            guard start < end, bytes[..<start].elementsEqual(Self.start.utf8),
                bytes[end...].elementsEqual(Self.end.utf8)
            else { return nil }
            let text = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
            let isPlain = text.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f: true
                default: false
                }
            }
            return isPlain ? SignedPayload(rawValue: String(decoding: text, as: UTF8.self)) : nil
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
