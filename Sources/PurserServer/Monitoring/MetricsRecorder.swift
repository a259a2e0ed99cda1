// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Synchronization

/// Everything that is measured while the service works: for Prometheus, and minute by minute for its own alerts.
package final class MetricsRecorder: Sendable {
    /// The instant now, by which things are distinguished in time.
    let clock: @Sendable () -> Date
    /// A time that only goes forward, by which it is measured how long something takes.
    let stopwatch: @Sendable () -> Duration

    let requests = MetricCounter(
        "purser_http_requests_total",
        "Requests by operation and class of the response's status.",
        labels: ["route", "status"]
    )
    let requestTimes = MetricHistogram(
        "purser_http_request_duration_seconds",
        "Duration of requests, by operation.",
        labels: ["route"]
    )
    let operations = MetricCounter(
        "purser_business_operations_total",
        "Business operations by result: ok, rejected (a fault of the caller) or failed (a fault of the server).",
        labels: ["operation", "outcome"]
    )
    let operationTimes = MetricHistogram(
        "purser_business_operation_duration_seconds",
        "Duration of business operations.",
        labels: ["operation"]
    )
    let notifications = MetricCounter(
        "purser_notifications_total",
        "Notifications by type, environment and result: stored, repeated, rejected, failed, or queued (counted again when processed).",
        labels: ["type", "environment", "outcome"]
    )
    let refunds = MetricCounter(
        "purser_refunds_total",
        "Purchases that Apple revoked.",
        labels: ["environment"]
    )
    let deliveries = MetricCounter(
        "purser_deliveries_total",
        "Delivered purchases.",
        labels: ["environment"]
    )
    let deliveryDelays = MetricHistogram(
        "purser_delivery_delay_seconds",
        "Time from payment to delivery of first purchases.",
        labels: ["environment"],
        bounds: MetricHistogram.delays
    )
    let purchaseFailures = MetricCounter(
        "purser_purchase_failures_total",
        "Failed purchases that apps reported, by the store's or the tool's code.",
        labels: ["code"]
    )
    let link = MetricCounter(
        "purser_app_store_requests_total",
        "Requests to Apple, by service, environment and endpoint: ok, rejected, rate_limited, failed or unreachable.",
        labels: ["service", "environment", "endpoint", "outcome"]
    )
    let linkTimes = MetricHistogram(
        "purser_app_store_request_duration_seconds",
        "Response time of Apple's services.",
        labels: ["service", "environment", "endpoint"]
    )
    let database = MetricCounter(
        "purser_database_operations_total",
        "Reads and writes of the database by result.",
        labels: ["operation", "outcome"]
    )
    let databaseTimes = MetricHistogram(
        "purser_database_operation_duration_seconds",
        "Duration of reads and writes of the database, with waiting.",
        labels: ["operation"]
    )
    let webhooks = MetricCounter(
        "purser_webhook_attempts_total",
        "Webhook delivery attempts, by result.",
        labels: ["outcome"]
    )

    let forwards = MetricCounter(
        "purser_forward_attempts_total",
        "Attempts to forward an App Store notification, by result.",
        labels: ["outcome"]
    )

    let seatDiscrepancies = MetricCounter(
        "purser_seat_discrepancies_total",
        "Claimed seats that only Apple's list or only Purser's record had, when they were compared.",
        labels: ["environment"]
    )

    let shadowComparisons = MetricCounter(
        "purser_shadow_comparisons_total",
        "Customers that shadow mode compared with another provider, by result.",
        labels: ["outcome"]
    )

    let shadowConfirmations = MetricCounter(
        "purser_shadow_confirmations_total",
        "Differences from another provider that outlasted the grace window.",
        labels: []
    )

    let telemetrySpans = MetricCounter(
        "purser_telemetry_spans_total",
        "Spans for the OTLP endpoint by result: exported, rejected by it, or dropped because too many waited.",
        labels: ["outcome"]
    )

    /// What is kept minute by minute until it is written to the store.
    let window = MetricsWindow()
    private let links = Mutex<[AppleService: AppleServiceStatus]>([:])

    init(clock: @escaping @Sendable () -> Date, stopwatch: @escaping @Sendable () -> Duration) {
        self.clock = clock
        self.stopwatch = stopwatch
    }

    /// The families that grow automatically.
    var families: [any MetricFamily] {
        [
            requests, requestTimes, operations, operationTimes, notifications, refunds, deliveries, deliveryDelays,
            purchaseFailures, link, linkTimes, database, databaseTimes, webhooks, forwards, seatDiscrepancies,
            shadowComparisons, shadowConfirmations,
            telemetrySpans,
        ]
    }

    /// The seconds since a reading of the stopwatch.
    func seconds(since start: Duration) -> Double {
        let length = (stopwatch() - start).components
        return max(0, Double(length.seconds) + Double(length.attoseconds) * 1e-18)
    }

    /// The state of the links that were used.
    var linkStates: [AppleService: AppleServiceStatus] { links.withLock { $0 } }

    /// Takes note of how a request to Apple went.
    func record(_ state: AppleServiceStatus, of name: AppleService) {
        links.withLock { links in
            guard links[name] != nil || links.count < 64 else { return }
            var state = state
            // An answer without a date says nothing about the clock.
            if state.clockSkew == nil { state.clockSkew = links[name]?.clockSkew }
            links[name] = state
        }
    }
}

extension MetricsRecorder {
    /// A request was answered.
    func recordRequest(_ route: Route, status: Int, seconds: Double) {
        requests.add(route.name, "\(status / 100)xx")
        requestTimes.record(seconds, route.name)
        let outcome = Outcome(status: status)
        let operation = BusinessOperation(route: route.name)
        if let operation {
            operations.add(operation.rawValue, outcome.rawValue)
            operationTimes.record(seconds, operation.rawValue)
        }
        window.record(at: clock()) { bucket in
            bucket.count("http \(outcome.rawValue)")
            guard let operation else { return }
            bucket.count("\(operation.rawValue) \(outcome.rawValue)")
            bucket.time(operation.rawValue, seconds)
        }
    }

    /// A notification came, and this became of it.
    func recordNotification(_ type: NotificationType?, _ environment: Environment, _ outcome: String) {
        let known = type.map { Self.knownTypes.contains($0) ? $0.rawValue : MetricSeriesLimit.other } ?? "unverified"
        notifications.add(known, environment.rawValue, outcome)
    }

    /// What an intake brought about, once it is durable.
    func record(_ measures: IntakeCounts) {
        guard !measures.isEmpty else { return }
        for delivery in measures.deliveries {
            deliveries.add(delivery.environment.rawValue)
            if let delay = delivery.delay { deliveryDelays.record(delay, delivery.environment.rawValue) }
        }
        for environment in measures.refunds { refunds.add(environment.rawValue) }
        window.record(at: clock()) { bucket in
            for delivery in measures.deliveries {
                bucket.count("delivered \(delivery.environment)")
                if let delay = delivery.delay { bucket.time("delivery \(delivery.environment)", delay) }
            }
            for environment in measures.refunds { bucket.count("refunded \(environment)") }
        }
    }

    /// An app reported that a purchase failed.
    func recordFailure(_ code: String, product: ProductID?) {
        purchaseFailures.add(String(code.prefix(40)))
        // A customer who changed their mind is not a fault.
        let isCancelled = ["2", "SKErrorDomain.2", "userCancelled", "canceled"].contains(code)
        window.record(at: clock()) { $0.count(isCancelled ? "purchase canceled" : "purchase failed") }
    }

    /// A comparison of seats with Apple's list found so many claims that only one of both has.
    func recordSeatDiscrepancies(_ count: Int, _ environment: Environment) {
        guard count > 0 else { return }
        seatDiscrepancies.add(environment.rawValue, count: Double(count))
        window.record(at: clock()) { $0.count("seat discrepancies", count) }
    }

    /// An attempt to deliver an event to a backend.
    func recordWebhook(_ isSuccess: Bool) {
        webhooks.add(isSuccess ? "ok" : "failed")
        window.record(at: clock()) { $0.count(isSuccess ? "webhook ok" : "webhook failed") }
    }

    /// A customer was compared with another provider, and so many differences were confirmed.
    func recordShadow(_ outcome: String, confirmed: Int) {
        shadowComparisons.add(outcome)
        if confirmed > 0 { shadowConfirmations.add(count: Double(confirmed)) }
    }

    /// An attempt to forward a notification.
    func recordForward(_ isSuccess: Bool) {
        forwards.add(isSuccess ? "ok" : "failed")
    }

    private static let knownTypes: Set<NotificationType> = [
        .consumptionRequest, .didChangeRenewalPref, .didChangeRenewalStatus, .didFailToRenew, .didRenew, .expired,
        .externalPurchaseToken, .gracePeriodExpired, .metadataUpdate, .migration, .offerRedeemed, .oneTimeCharge,
        .priceChange, .priceIncrease, .refund, .refundDeclined, .refundReversed, .renewalExtended, .renewalExtension,
        .rescindConsent, .revoke, .subscribed, .test, .unclaimSeats,
    ]
}
