// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

extension WebhookFeature {
    /// How many events are resent while the caller waits, and in one commit; more are a job.
    static let maximumAtOnce = 1000

    /// The events that were read, and where the next ones begin.
    private struct ResendPage {
        var events: [StoredEvent]
        var next: Int64?
    }

    /// How many events a request means.
    func count(_ request: ResendRequest, of endpoint: WebhookEndpoint) async throws -> Int {
        if let filter = request.filter {
            return try await database.read { try $0.webhookDeliveryCount(of: endpoint.id, filter, upTo: .max) }
        }
        var count = 0
        try await forEachPage(of: request, to: endpoint) { count += $0.count }
        return count
    }

    /// Delivers events again, in their order, some in each commit so that no one waits for it.
    ///
    /// - Returns: How many there are.
    func resend(
        _ request: ResendRequest,
        to endpoint: WebhookEndpoint,
        _ report: (Int) -> Void
    ) async throws -> Int {
        var count = 0
        try await forEachPage(of: request, to: endpoint) { events in
            let now = surroundings.clock()
            try await database.write { writer in
                for event in events {
                    try writer.enqueueDeliveries(event.number, of: event.event.customer, to: [endpoint.id], now: now)
                }
            }
            count += events.count
            report(events.count)
        }
        return count
    }

    /// Begins a job that delivers events again.
    func startResending(
        _ request: ResendRequest,
        count: Int,
        to endpoint: WebhookEndpoint,
        actor: String
    ) async throws -> OneOffJob {
        let scope = AppScope(bundleID: endpoint.app, environment: .production)
        return try await jobs.start(.resend, scope, actor: actor, in: surroundings) { [self] meter in
            meter.expect(count)
            let sent = try await resend(request, to: endpoint) { meter.add($0) }
            return ("\(endpoint.url): \(sent)", nil)
        }
    }

    /// Reads the events that a request means and the endpoint takes, page by page, in their order.
    private func forEachPage(
        of request: ResendRequest,
        to endpoint: WebhookEndpoint,
        _ body: ([StoredEvent]) async throws -> Void
    ) async throws {
        let newest = try await database.read { try $0.newestDeliveredEvent(of: endpoint.id) }
        var place: Int64? = (request.from ?? 1) - 1
        while let last = place {
            try Task.checkCancellation()
            let page = try await page(of: request, to: endpoint, after: last, through: newest)
            place = page.next
            let accepted = try page.events.filter { event in
                guard event.event.scope.bundleID == endpoint.app else { return false }
                return endpoint.acceptsApp(try ServiceJSON.decode(from: event.event.body))
            }
            if !accepted.isEmpty { try await body(accepted) }
        }
    }

    private func page(
        of request: ResendRequest,
        to endpoint: WebhookEndpoint,
        after last: Int64,
        through newest: Int64
    ) async throws -> ResendPage {
        let limit = Self.maximumAtOnce
        return try await database.read { reader in
            if let filter = request.filter {
                let events = try reader.deliveredEvents(
                    of: endpoint.id,
                    filter,
                    after: last,
                    through: newest,
                    limit: limit
                )
                return ResendPage(events: events, next: events.count == limit ? events.last?.number : nil)
            }
            if request.from != nil {
                let through = request.through ?? .max
                let found = try reader.events(after: last, limit: limit)
                let events = found.filter { ($0.position ?? 0) <= through }
                let isOver = found.count < limit || events.count < found.count
                return ResendPage(events: events, next: isOver ? nil : found.last?.position)
            }
            // Each once, however often it is named.
            let names = Set((request.events ?? []).map(\.rawValue))
            let events = try names.compactMap { try reader.event($0) }.sorted { $0.number < $1.number }
            return ResendPage(events: events, next: nil)
        }
    }
}
