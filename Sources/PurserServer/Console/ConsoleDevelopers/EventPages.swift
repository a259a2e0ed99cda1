// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTML
import HTTPService
import Persistence

/// Events with their deliveries, and the notifications that Apple sent.
struct EventPages: Sendable {
    let apps: Apps
    let endpoints: WebhookEndpointCache
    let pages: ConsoleFrame
    let database: any Database

    private static let pageLength = 50
    private static let maximumOfCustomer = 5000

    var routes: [ConsoleRoute] {
        [
            ConsoleRoute(.get, "/events", .viewer, handler: renderEvents),
            ConsoleRoute(.get, "/events/{event}", .viewer, handler: renderEvent),
            ConsoleRoute(.get, "/notifications", .viewer, handler: renderNotifications),
        ]
    }

    private func renderEvents(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let frame = try await pages.frame(call)
        let scope = try pages.scope(of: call)
        let query = call.request.query
        let types = PageContext.eventTypes
        let type = query["type"].flatMap { types.contains($0) ? $0 : nil }
        let customer = query["customer"].flatMap { (1...200).contains($0.utf8.count) ? $0 : nil }
        let before = query["before"].flatMap { Int64($0) } ?? .max
        let found = try await database.read(within: call.tolerance) { reader in
            // One customer's events are few; all others are found by the index of types.
            guard let customer else {
                return try reader.events(
                    ofKinds: type.map { [$0] } ?? types,
                    in: scope,
                    before: before,
                    limit: Self.pageLength
                )
            }
            let own = try reader.newestEvents(of: CustomerID(rawValue: customer), limit: Self.maximumOfCustomer)
            return Array(
                own.filter { $0.event.scope == scope && $0.number < before && (type == nil || $0.event.kind == type) }
                    .prefix(Self.pageLength)
            )
        }
        let own: [(name: String, value: String?)] = [("type", type), ("customer", customer)]
        let last = found.count == Self.pageLength ? found.last?.number : nil
        let page = EventsPage(
            events: try found.map(Self.event),
            types: types,
            type: type,
            customer: customer,
            older: last.map { frame.path(to: "/console/events", own + [("before", String($0))]) }
        )
        return pages.show(page.page(in: frame), in: frame)
    }

    private static func event(_ stored: StoredEvent) throws -> EventsPage.Event {
        let event: ServerEvent = try ServiceJSON.decode(from: stored.event.body)
        return EventsPage.Event(
            id: stored.event.id,
            type: stored.event.kind,
            instant: event.occurred,
            customer: stored.event.customer?.rawValue,
            product: event.product?.rawValue
        )
    }

    private func renderEvent(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let frame = try await pages.frame(call)
        let id = try call.path("event")
        let found = try await database.read { reader in
            try reader.event(id).map { (event: $0, deliveries: try reader.webhookDeliveries(ofEvents: [$0.number])) }
        }
        let scope = try pages.scope(of: call)
        // An event of another app is not told apart from one that does not exist.
        guard let found, found.event.event.scope.bundleID == scope.bundleID else {
            throw ServiceProblem(.notFound, "The app has no event \(id).")
        }
        let all = try await endpoints.all(of: scope.bundleID, now: call.now)
        let urls = Dictionary(all.map { ($0.id, $0.url) }, uniquingKeysWith: { first, _ in first })
        let event: ServerEvent = try ServiceJSON.decode(from: found.event.event.body)
        let payload: JSONValue = try ServiceJSON.decode(from: found.event.event.body)
        let page = EventDetailPage(
            event: try Self.event(found.event),
            purchase: event.originalTransaction.map {
                Link($0.rawValue, ConsolePaths.path(of: LineageKey(scope: found.event.event.scope, lineage: $0)))
            },
            payload: try payload.laidOut(),
            deliveries: found.deliveries.map { delivery in
                EventDetailPage.Delivery(
                    endpoint: delivery.lane.receiver,
                    url: urls[delivery.lane.receiver],
                    state: delivery.state.rawValue,
                    attempts: delivery.attempts,
                    lastAttempt: delivery.lastAttemptDate,
                    answer: delivery.lastResponse
                )
            }
        )
        return pages.show(page.page(in: frame), in: frame)
    }

    private func renderNotifications(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let frame = try await pages.frame(call)
        let scope = try pages.scope(of: call)
        let parts = (call.request.query["before"] ?? "").split(separator: ".").compactMap { Int64($0) }
        let before = parts.count == 2 ? (milliseconds: parts[0], id: parts[1]) : nil
        let (facts, queued) = try await database.read(within: call.tolerance) { reader in
            (
                try reader.newestNotifications(in: scope, before: before, limit: Self.pageLength),
                try reader.jobBacklog(of: QueuedNotification.queue).count
            )
        }
        let rows = facts.compactMap { stored -> NotificationsPage.Notification? in
            guard case .notification(let notification) = stored.fact.content else { return nil }
            let type = [notification.type.rawValue, notification.subtype?.rawValue].compactMap(\.self)
            return NotificationsPage.Notification(
                id: notification.id.description,
                type: type.joined(separator: "."),
                signed: stored.fact.order.instant,
                received: stored.receivedDate,
                source: stored.source,
                product: notification.productID?.rawValue,
                document: ConsolePaths.path(ofDocument: FactKey(stored.fact), in: scope),
                purchase: notification.originalTransactionID.map {
                    Link($0.rawValue, ConsolePaths.path(of: LineageKey(scope: scope, lineage: $0)))
                }
            )
        }
        let last = facts.count == Self.pageLength ? facts.last : nil
        let server = apps.configuration.publicURL ?? "https://…"
        let page = NotificationsPage(
            notifications: rows,
            url: server + "/apple/notifications/" + (scope.environment == .production ? "production" : "sandbox"),
            queued: queued,
            older: last.map { last in
                frame.path(
                    to: "/console/notifications",
                    [("before", "\(last.fact.order.milliseconds).\(last.id)")]
                )
            }
        )
        return pages.show(page.page(in: frame), in: frame)
    }
}
