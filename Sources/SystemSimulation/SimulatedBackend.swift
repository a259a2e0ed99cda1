// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import HTTPClient
import Synchronization

/// A team's backend: it hears webhooks, refuses some, and remembers the order of what it received.
final class SimulatedBackend: Sendable {
    /// An event as the backend received it.
    struct ReceivedEvent: Decodable, Sendable {
        var id: String
        var type: String
        var app: String?
        var customer: String?
        var transaction: String?

        private enum CodingKeys: String, CodingKey {
            case id, type, app, customer
            case transaction = "transactionId"
        }
    }

    private struct State {
        var received: [ReceivedEvent] = []
        var known: Set<String> = []
        var refusals = 0
        var unreadable = 0
    }

    private let state = Mutex(State())

    /// Refuses the next few.
    func refuse(_ count: Int) {
        state.withLock { $0.refusals = count }
    }

    /// The events in the order in which each was first received.
    var received: [ReceivedEvent] { state.withLock { $0.received } }

    /// How many there are.
    var count: Int { state.withLock { $0.received.count } }

    /// Bodies that were no events.
    var unreadable: Int { state.withLock { $0.unreadable } }

    func receive(_ request: HTTPClientRequest, number: Int) -> HTTPClientResponse {
        state.withLock { state in
            if state.refusals > 0 {
                state.refusals -= 1
                return HTTPClientResponse(status: 503)
            }
            guard let event = try? AppStoreJSON.decode(ReceivedEvent.self, from: request.body ?? Data()) else {
                state.unreadable += 1
                return HTTPClientResponse(status: 200)
            }
            // At least once is promised: what comes again is known by its identifier.
            if state.known.insert("\(number) \(event.id)").inserted { state.received.append(event) }
            return HTTPClientResponse(status: 200)
        }
    }
}
