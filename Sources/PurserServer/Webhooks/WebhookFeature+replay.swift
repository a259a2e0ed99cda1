// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import FoundationEssentials
import Persistence

extension WebhookFeature {
    /// How many events are read, or put on their way, at a time.
    private static let replayedAtOnce = 1000

    /// Puts events on their way to an endpoint again, in their order, some in each commit so that no one waits for it.
    ///
    /// - Returns: How many there are.
    func replay(_ request: ResendRequest, to endpoint: WebhookEndpoint, now: Date) async throws -> Int {
        let events = try await events(of: request, for: endpoint).sorted { $0.key < $1.key }
        for start in stride(from: 0, to: events.count, by: Self.replayedAtOnce) {
            let page = events[start..<min(start + Self.replayedAtOnce, events.count)]
            try await database.write { writer in
                for (number, customer) in page {
                    try writer.enqueueDeliveries(number, of: customer, to: [endpoint.id], now: now)
                }
            }
        }
        return events.count
    }

    /// The events that a request means and the endpoint takes: whom each is about, by its number.
    private func events(
        of request: ResendRequest,
        for endpoint: WebhookEndpoint
    ) async throws -> [Int64: CustomerID?] {
        var found: [Int64: CustomerID?] = [:]
        func add(_ events: [StoredEvent]) throws {
            for event in events where event.event.scope.bundleID == endpoint.app {
                guard endpoint.acceptsApp(try ServiceJSON.decode(from: event.event.body)) else { continue }
                found.updateValue(event.event.customer, forKey: event.number)
            }
        }
        let names = request.events ?? []
        try add(try await database.read { reader in try names.compactMap { try reader.event($0.rawValue) } })
        if let from = request.from {
            let through = request.through ?? .max
            var last: Int64? = from - 1
            while let position = last {
                let page = try await database.read { try $0.events(after: position, limit: Self.replayedAtOnce) }
                try add(page.filter { ($0.position ?? 0) <= through })
                last = page.count == Self.replayedAtOnce ? page.last?.position : nil
                if let next = last, next >= through { break }
            }
        }
        if request.failedOnly == true, request.events == nil, request.from == nil {
            var last: Int64? = .max
            while let number = last {
                let page = try await database.read { reader in
                    try reader.webhookDeliveries(
                        of: endpoint.id,
                        state: .failed,
                        before: number,
                        limit: Self.replayedAtOnce
                    )
                }
                try add(page.map(\.event))
                last = page.count == Self.replayedAtOnce ? page.last?.event.number : nil
            }
        }
        return found
    }
}
