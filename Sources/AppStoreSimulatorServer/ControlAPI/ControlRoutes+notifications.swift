// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import HTTPService
import SQLite

extension ControlRoutes {
    /// Where an environment's notifications shall go; null removes the URL.
    private struct NotificationURLRequest: Decodable {
        var environment: Environment?
        var url: String?
        var version: EnvironmentSettings.NotificationVersion?
    }

    private struct AttemptResponse: Encodable {
        var attemptDate: Date
        var sendAttemptResult: String
        var status: Int?
        var answer: String?
    }

    private struct NotificationResponse: Encodable {
        var notificationUUID: NotificationUUID
        var label: String
        var environment: Environment
        var customer: CustomerID?
        var signedDate: Date
        var transaction: TransactionPayload?
        var renewalInfo: RenewalInfoPayload?
        var status: SubscriptionStatus?
        var signedPayload: String?
        var attempts: [AttemptResponse]

        init(_ record: NotificationRecord) {
            notificationUUID = record.effect.uuid
            label = record.label
            environment = record.effect.environment
            customer = record.effect.customer
            signedDate = record.effect.signedDate
            transaction = record.effect.transaction
            renewalInfo = record.effect.renewalInfo
            status = record.effect.status
            signedPayload = record.document?.rawValue
            attempts = record.attempts.map {
                AttemptResponse(
                    attemptDate: $0.instant,
                    sendAttemptResult: $0.result.rawValue,
                    status: $0.status,
                    answer: $0.answer
                )
            }
        }
    }

    func addNotifications(to routes: inout Router) {
        routes.on(.get, "/notifications") { request in
            let after = request.query["after"].flatMap(Int64.init) ?? 0
            var condition: SQL = "number > \(after)"
            if let customer = request.query["customer"] { condition = "\(condition) AND customer = \(customer)" }
            if let label = request.query["label"] { condition = "\(condition) AND label = \(label)" }
            let isNewestFirst = request.query["order"] == "newest"
            let records = try await engine.notifications(
                condition,
                order: isNewestFirst ? "number DESC" : "number",
                limit: 200
            )
            return try .json(["notifications": records.map(NotificationResponse.init)])
        }
        routes.on(.get, "/notifications/url") { _ in try await .json(engine.notificationURLs) }
        routes.on(.put, "/notifications/url") { request in
            let body = try request.json(NotificationURLRequest.self)
            let target = body.environment ?? environment
            try await engine.setNotificationURL(body.url, in: target)
            if let version = body.version {
                var settings = await engine.settings[target]
                settings.notifications = version
                _ = try await engine.perform(.configure(target, settings))
            }
            return try await .json(engine.notificationURLs)
        }
        routes.on(.post, "/notifications/test") { request in
            guard let app = await engine.catalog.apps.first else { throw Problem(.notFound) }
            let bundle = request.query["app"].map(BundleID.init(rawValue:)) ?? app.bundleID
            return try await perform(.requestTestNotification(app: bundle, environment: try environment(of: request)))
        }
    }
}
