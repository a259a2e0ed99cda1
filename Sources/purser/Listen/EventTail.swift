// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation

/// Reads a server's new events by their cursor.
struct EventTail: Sendable {
    let client: ServerClient
    let receiver: ListenReceiver

    /// How long to wait after a page without more.
    var interval: Duration = .seconds(1)

    /// The position of the newest event, found by bisection: a server may hold millions.
    func lastPosition() async throws -> Int64 {
        guard try await !isEmpty(after: 0) else { return 0 }
        var (low, high): (Int64, Int64) = (0, 1)
        while try await !isEmpty(after: high) {
            low = high
            high *= 2
        }
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if try await isEmpty(after: middle) { high = middle } else { low = middle }
        }
        return high
    }

    /// Delivers every event after a position, until the task is canceled.
    func run(after position: Int64) async throws {
        var position = position
        var isReachable = true
        while !Task.isCancelled {
            do {
                position = try await round(after: position)
                isReachable = true
            } catch let error as Failure {
                if isReachable { receiver.report("purser listen: \(error.message); trying again") }
                isReachable = false
            }
            try await Task.sleep(for: interval)
        }
    }

    /// Delivers the events after a position.
    ///
    /// - Returns: The position of the last one.
    func round(after position: Int64) async throws -> Int64 {
        var position = position
        while true {
            let page = try await page(after: position, limit: 100)
            for item in page["events"]?.array ?? [] {
                guard let event = item["event"] else { continue }
                try await receiver.deliver(event, now: Date())
            }
            guard let next = page["nextCursor"]?.integer, next > position else { return position }
            position = next
            guard page["hasMore"] == true else { return position }
        }
    }

    private func isEmpty(after position: Int64) async throws -> Bool {
        let page = try await page(after: position, limit: 1)
        return page["nextCursor"]?.integer ?? 0 <= position
    }

    private func page(after position: Int64, limit: Int) async throws -> JSONValue {
        let bytes = try await client.request(
            "GET",
            "/v1/events",
            query: [("after", String(position)), ("limit", String(limit))],
            isScoped: false
        )
        return try AppStoreJSON.decode(JSONValue.self, from: bytes)
    }
}
