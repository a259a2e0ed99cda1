// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// The App Store's notifications.
struct NotificationFeature: Sendable {
    let legacyNotifications: LegacyNotifications
    let notificationGate: NotificationBackpressure
    let waiting: WaitingNotifications

    var routes: [Route] { [receiveNotification] }

    /// Takes in what waits.
    var backgroundJobs: [BackgroundJob] {
        [
            BackgroundJob(name: "notifications", interval: .milliseconds(250)) { [self] in
                guard !notificationGate.shouldDeferDraining() else { return }
                try await waiting.drainNotificationQueue(mayRest: true)
            }
        ]
    }

    private var receiveNotification: Route {
        Route(
            method: .post,
            path: "/apple/notifications/{environment}",
            name: "receiveNotification",
            summary: "Receives the App Store's notifications; production and sandbox have separate addresses.",
            group: .notifications,
            access: .appStore,
            body: .json(NotificationPost.self, limits: .notification),
            answers: [
                .empty(
                    "The notification is stored. Purser processes it at once, or soon after if many arrive.",
                    status: 200
                )
            ],
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
                return try await legacyNotifications.receiveLegacy(call, environment: environment)
            }
            let mediaType = call.request.headers["Content-Type"] ?? "application/json"
            try await waiting.accept(
                signed,
                environment: environment,
                post: (call.request.body, mediaType),
                now: call.now
            )
            return HTTPResponse(status: .ok)
        }
    }
}
