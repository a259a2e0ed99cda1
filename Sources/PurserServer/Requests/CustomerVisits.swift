// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence
import Synchronization

/// Notes which customers the app or the team's backend asks for, and writes them together.
///
/// A customer is noted once in an hour. What waits when the process is killed is lost: it counts customers for charts and
/// lists, and nothing is decided by it.
final class CustomerVisits: Sendable {
    private struct Key: Hashable {
        var scope: AppScope
        var customer: CustomerID
    }

    private struct State {
        /// In which hour since 1970 each customer was noted last.
        var noted: [Key: Int64] = [:]
        var waiting: [Key: CustomerVisit] = [:]
    }

    /// How many customers are remembered, and how many may wait to be written; more are forgotten.
    static let (maximumNoted, maximumWaiting) = (50_000, 20_000)
    /// How many are written in one commit.
    private static let batch = 200

    private let database: any Database
    private let state = Mutex(State())

    init(database: any Database) {
        self.database = database
    }

    /// Notes that a request was about a customer, where the customer's app or the team's backend made it.
    func note(_ request: HTTPRequest, of caller: Caller, to route: Route, in scope: AppScope, now: Date) {
        guard let name = request.pathParameters["customer"], route.access != .backend else { return }
        switch caller.identity {
        case .anyone, .person: return
        case .app, .customer, .backend: break
        }
        let key = Key(scope: scope, customer: CustomerID(rawValue: name))
        let hour = now.millisecondsSince1970 / 3_600_000
        state.withLock { state in
            guard state.noted[key] != hour, state.waiting.count < Self.maximumWaiting else { return }
            if state.noted.count >= Self.maximumNoted { state.noted.removeAll(keepingCapacity: true) }
            state.noted[key] = hour
            // A backend says nothing of the customer's device.
            let device = caller.isBackend ? nil : request.headers["User-Agent"].flatMap(ClientDescription.init)
            state.waiting[key] = CustomerVisit(
                scope: scope,
                customer: key.customer,
                seen: now,
                appVersion: device?.appVersion ?? "",
                system: device?.system ?? ""
            )
        }
    }

    /// Writes what waits.
    ///
    /// - Throws: `DatabaseError`; then what was not written is forgotten until the customers are seen again.
    func flush() async throws {
        let waiting = state.withLock { state in
            defer { state.waiting = [:] }
            return state.waiting.values.sorted {
                ($0.customer, $0.scope.description) < ($1.customer, $1.scope.description)
            }
        }
        do {
            for start in stride(from: 0, to: waiting.count, by: Self.batch) {
                let part = Array(waiting[start..<min(start + Self.batch, waiting.count)])
                try await database.write { try $0.record(part) }
            }
        } catch {
            state.withLock { $0.noted = [:] }
            throw error
        }
    }
}

/// What the client library says of the app and the device, in `User-Agent: PurserClient app/2.3.1 (iOS 27.0)`.
struct ClientDescription: Hashable, Sendable {
    var appVersion: String
    var system: String

    /// Reads the field; nothing of what another client sent.
    init?(_ field: String) {
        guard field.hasPrefix("PurserClient app/"), field.utf8.count <= 200,
            let open = field.firstIndex(of: "("), field.last == ")"
        else { return nil }
        let start = field.index(field.startIndex, offsetBy: "PurserClient app/".count)
        guard start <= open else { return nil }
        appVersion = field[start..<open].trimmed
        system = field[field.index(after: open)...].dropLast().trimmed
    }
}

extension Substring {
    /// Without spaces around it, and without what no line of text holds.
    fileprivate var trimmed: String {
        String(unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }).trimmingSpaces
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        var rest = self[...]
        while rest.first == " " { rest.removeFirst() }
        while rest.last == " " { rest.removeLast() }
        return String(rest)
    }
}
