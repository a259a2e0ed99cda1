// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import FoundationEssentials
import HTTPService
import Persistence

/// A genuine notification on its way into the store of forwarded notifications.
struct PendingForward: Sendable {
    let notification: PackedForward
    let lane: String
    let targets: [String]

    /// `nil` when no target wants notifications of the app in the environment.
    init?(
        app: AppConfiguration,
        environment: Environment,
        id: String,
        label: String,
        lane: OriginalTransactionID?,
        mediaType: String,
        body: Data,
        now: Date
    ) throws {
        targets = app.forwardingTargets.filter { $0.accepts(environment) }.map(\.id)
        guard !targets.isEmpty else { return nil }
        let place = "\(app.bundleID.rawValue) \(environment.rawValue)"
        self.lane = lane.map { "\(place) \($0.rawValue)" } ?? place
        notification = try PackedForward(
            ForwardedNotification(
                id: "\(place) \(id)",
                label: label,
                received: now,
                mediaType: mediaType,
                body: body
            )
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
    ) throws {
        try self.init(
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
