// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import FoundationEssentials
import HTTPService
import Persistence

/// A genuine notification on its way into the store of forwarded notifications.
struct PendingForward: Sendable {
    let notification: ForwardedNotification
    let lane: String
    let targets: [String]

    /// `nil` when no target wants notifications of the app in the environment.
    private init?(
        app: AppConfiguration,
        environment: Environment,
        id: String,
        label: String,
        lane: OriginalTransactionID?,
        mediaType: String,
        body: Data,
        now: Date
    ) {
        targets = app.forwardingTargets.filter { $0.accepts(environment) }.map(\.id)
        guard !targets.isEmpty else { return nil }
        let place = "\(app.bundleID.rawValue) \(environment.rawValue)"
        self.lane = lane.map { "\(place) \($0.rawValue)" } ?? place
        notification = ForwardedNotification(
            id: "\(place) \(id)",
            label: label,
            received: now,
            mediaType: mediaType,
            body: body
        )
    }

    /// A version 2 notification with the bytes in which it came.
    init?(_ checked: CheckedNotification, body: Data, mediaType: String, now: Date) {
        let payload = checked.verified.notification.payload
        let subtype = payload.subtype.map { "." + $0.rawValue } ?? ""
        self.init(
            app: checked.app,
            environment: checked.environment,
            id: payload.notificationUUID.description,
            label: payload.notificationType.rawValue + subtype,
            lane: checked.verified.transaction?.payload.originalTransactionId
                ?? checked.verified.renewalInfo?.payload.originalTransactionId
                ?? payload.unclaimInfo?.originalTransactionId,
            mediaType: mediaType,
            body: body,
            now: now
        )
    }

    /// A version 2 notification that Apple's history returned: the body as the App Store writes it.
    init?(_ checked: CheckedNotification, signed: SignedPayload, now: Date) {
        self.init(
            checked,
            body: Data(#"{"signedPayload":"\#(signed.rawValue)"}"#.utf8),
            mediaType: "application/json",
            now: now
        )
    }

    /// A version 1 notification, which has no identifier but its bytes.
    init?(
        _ notification: NotificationV1,
        app: AppConfiguration,
        environment: Environment,
        body: Data,
        mediaType: String,
        now: Date
    ) {
        self.init(
            app: app,
            environment: environment,
            id: Hexadecimal.encode(SHA256.digest(of: Array(body))),
            label: notification.notificationType.rawValue,
            lane: notification.originalTransactionId,
            mediaType: mediaType,
            body: body,
            now: now
        )
    }

    func write(_ writer: any DatabaseWriter) throws {
        try writer.forward(notification, in: lane, to: targets)
    }
}
