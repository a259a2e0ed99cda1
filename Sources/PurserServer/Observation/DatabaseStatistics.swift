// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// The status in the store at an instant, as far as a person on duty must know.
struct DatabaseStatistics: Hashable, Sendable {
    var at: Date
    var openOrders: [OpenOrderCount]
    /// Paid purchases that no one can be given, by scope.
    var unclaimed: [AppScope: Backlog]
    var webhooks: [Webhook]
    /// The URLs to which notifications are forwarded.
    var forwards: [Forward] = []
    /// The differences from another provider, where an app has shadow mode.
    var shadows: [Shadow] = []
    var consumptionRequests: Backlog
    /// Refunds that version 1 notifications report and that Apple has not confirmed yet.
    var refundQuestions = Backlog()
    /// Notifications that are durable and not yet processed.
    var waitingNotifications = Backlog()
    var databaseBytes: Int64

    /// How an endpoint stands.
    struct Webhook: Hashable, Sendable {
        var endpoint: String
        var app: BundleID
        /// Whether it is delivered at all; what waits for one that is switched off waits on purpose.
        var isEnabled: Bool
        var pending: Backlog
        var failed: Backlog
    }

    /// The state of a URL to which notifications are forwarded.
    struct Forward: Hashable, Sendable {
        var target: String
        var app: BundleID
        var pending: Backlog
        var failed: Backlog
    }

    /// The open differences of an app from another provider, by class.
    struct Shadow: Hashable, Sendable {
        var app: BundleID
        var kind: DivergenceKind
        var state: ObservedDivergence.State
        var count: Int
    }

    /// How many confirmed differences keep a team from switching: Purser causes them, or no rule explains them.
    var blockingDifferences: Int {
        shadows.filter { $0.state == .confirmed && [.purser, .unknown].contains($0.kind.cause) }
            .reduce(0) { $0 + $1.count }
    }

    /// The endpoints that are notified of events.
    var servedWebhooks: [Webhook] { webhooks.filter(\.isEnabled) }

    /// The paid orders of an environment that were not delivered, over all apps.
    func undelivered(in environment: Environment) -> Backlog {
        let paid = openOrders.filter {
            $0.scope.environment == environment && $0.state == OrderState.paid.rawValue
        }
        return Backlog(
            count: paid.reduce(0) { $0 + $1.backlog.count },
            oldest: paid.compactMap(\.backlog.oldest).min()
        )
    }
}

/// Reads the statistics of the database.
struct StateReader: Sendable {
    let apps: Apps
    let clock: @Sendable () -> Date
    let endpoints: WebhookEndpointCache
    let database: any Database

    /// Reads the statistics of the database.
    func readState() async throws -> DatabaseStatistics {
        let now = clock()
        var serving: [WebhookEndpoint] = []
        for app in apps.configuration.apps { serving += try await endpoints.all(of: app.bundleID, now: now) }
        let endpoints = serving
        let targets = apps.configuration.apps.flatMap(\.forwardingTargets)
        let size = try await database.size()
        let scopes = apps.configuration.apps.flatMap { app in
            [Environment.production, .sandbox].map { AppScope(bundleID: app.bundleID, environment: $0) }
        }
        return try await database.read { reader in
            let jobs = try reader.jobBacklog(of: ConsumptionTask.queue)
            let refunds = try reader.jobBacklog(of: RefundQuestion.queue)
            let notifications = try reader.jobBacklog(of: QueuedNotification.queue)
            let first = try reader.jobs(of: QueuedNotification.queue, limit: 1).first
            return DatabaseStatistics(
                at: now,
                openOrders: try reader.openOrderCounts().withNone(paidIn: scopes),
                unclaimed: try reader.recordCounts(UnclaimedPurchase.records)
                    .merging(scopes.map { ($0, Backlog(count: 0)) }) { counted, _ in counted },
                webhooks: try endpoints.map { endpoint in
                    DatabaseStatistics.Webhook(
                        endpoint: endpoint.id,
                        app: endpoint.app,
                        isEnabled: endpoint.isEnabled,
                        pending: try reader.webhookBacklog(of: endpoint.id, state: .pending),
                        failed: try reader.webhookBacklog(of: endpoint.id, state: .failed)
                    )
                },
                forwards: try targets.map { target in
                    DatabaseStatistics.Forward(
                        target: target.id,
                        app: target.app,
                        pending: try reader.forwardBacklog(of: target.id, state: .pending),
                        failed: try reader.forwardBacklog(of: target.id, state: .failed)
                    )
                },
                shadows: try apps.configuration.apps.flatMap { app in
                    try reader.shadowCounts(of: app.bundleID).filter { $0.state != .resolved }.map { count in
                        DatabaseStatistics.Shadow(
                            app: app.bundleID,
                            kind: count.kind,
                            state: count.state,
                            count: count.count
                        )
                    }
                },
                consumptionRequests: Backlog(count: jobs.count, oldest: jobs.oldestDueDate),
                refundQuestions: Backlog(count: refunds.count, oldest: refunds.oldestDueDate),
                waitingNotifications: Backlog(
                    count: notifications.count,
                    oldest: first.flatMap { QueuedNotification($0.job.body)?.received }
                ),
                databaseBytes: size
            )
        }
    }
}

extension DatabaseStatistics {
    /// The reading as Prometheus sees it.
    func families() -> [any MetricFamily] {
        let orders = openOrders.map {
            ([$0.scope.bundleID.rawValue, $0.scope.environment.rawValue, $0.state], $0.backlog)
        }
        let paid = orders.filter { $0.0[2] == OrderState.paid.rawValue }
        return [
            MetricGauge(
                "purser_open_orders",
                "Open orders by state. A paid order is undelivered.",
                labels: ["app", "environment", "state"],
                orders.map { ($0.0, Double($0.1.count)) }
            ),
            MetricGauge(
                "purser_oldest_undelivered_order_age_seconds",
                "Age of the oldest paid, undelivered order.",
                labels: ["app", "environment"],
                paid.map { (Array($0.0.prefix(2)), age($0.1)) }
            ),
            MetricGauge(
                "purser_unclaimed_purchases",
                "Paid purchases without a known customer.",
                labels: ["scope"],
                unclaimed.sorted { $0.key < $1.key }.map { ([$0.key.description], Double($0.value.count)) }
            ),
            MetricGauge(
                "purser_webhook_deliveries_pending",
                "Pending deliveries of an endpoint.",
                labels: ["app", "endpoint"],
                webhooks.map { ([$0.app.rawValue, $0.endpoint], Double($0.pending.count)) }
            ),
            MetricGauge(
                "purser_webhook_oldest_pending_age_seconds",
                "Age of the oldest pending delivery.",
                labels: ["app", "endpoint"],
                webhooks.map { ([$0.app.rawValue, $0.endpoint], age($0.pending)) }
            ),
            MetricGauge(
                "purser_webhook_deliveries_failed",
                "Permanently failed deliveries of an endpoint.",
                labels: ["app", "endpoint"],
                webhooks.map { ([$0.app.rawValue, $0.endpoint], Double($0.failed.count)) }
            ),
            MetricGauge(
                "purser_webhook_endpoint_enabled",
                "Whether an endpoint is enabled; events of a disabled one wait.",
                labels: ["app", "endpoint"],
                webhooks.map { ([$0.app.rawValue, $0.endpoint], $0.isEnabled ? 1 : 0) }
            ),
            MetricGauge(
                "purser_forwards_pending",
                "Notifications that were not forwarded to a URL yet.",
                labels: ["app", "target"],
                forwards.map { ([$0.app.rawValue, $0.target], Double($0.pending.count)) }
            ),
            MetricGauge(
                "purser_forward_oldest_pending_age_seconds",
                "How long the oldest of them waits.",
                labels: ["app", "target"],
                forwards.map { ([$0.app.rawValue, $0.target], age($0.pending)) }
            ),
            MetricGauge(
                "purser_forwards_failed",
                "Notifications that a URL never accepted; a resend forwards them again.",
                labels: ["app", "target"],
                forwards.map { ([$0.app.rawValue, $0.target], Double($0.failed.count)) }
            ),
            MetricGauge(
                "purser_shadow_differences",
                "Open differences from another provider, by class: pending or confirmed.",
                labels: ["app", "class", "state"],
                shadows.map { ([$0.app.rawValue, $0.kind.rawValue, $0.state.rawValue], Double($0.count)) }
            ),
            MetricGauge(
                "purser_consumption_requests_pending",
                "Consumption requests from Apple without a response.",
                Double(consumptionRequests.count)
            ),
            MetricGauge(
                "purser_refunds_unconfirmed",
                "Refunds of version 1 notifications that Apple has not confirmed yet.",
                Double(refundQuestions.count)
            ),
            MetricGauge(
                "purser_notifications_queued",
                "Stored notifications that are not processed yet.",
                Double(waitingNotifications.count)
            ),
            MetricGauge(
                "purser_notification_queue_age_seconds",
                "Age of the oldest queued notification.",
                age(waitingNotifications)
            ),
            MetricGauge("purser_database_bytes", "Size of the database.", Double(databaseBytes)),
        ]
    }

    private func age(_ backlog: Backlog) -> Double {
        backlog.oldest.map { max(0, at.timeIntervalSince($0)) } ?? 0
    }
}

extension [OpenOrderCount] {
    /// With a zero for each scope in which nothing is paid and undelivered: what is never lost is to be seen, too.
    fileprivate func withNone(paidIn scopes: [AppScope]) -> [OpenOrderCount] {
        let state = OrderState.paid.rawValue
        let missing = scopes.filter { scope in !contains { $0.scope == scope && $0.state == state } }
        return self + missing.map { OpenOrderCount(scope: $0, state: state, backlog: Backlog(count: 0)) }
    }
}
