// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import HTTPService
import Synchronization

/// The measurements that go over HTTP to servers of their own.
final class BenchScenarios: Sendable {
    struct Options: Sendable {
        var seconds: Double
        var connections: Int
        var customers: Int
        /// The number of the first of them: a database that was filled before has others.
        var firstCustomer = 0
        var rate: Double?
    }

    let appStore: BenchAppStore
    let options: Options
    private let records: Mutex<CustomerRecords>

    /// What is known of each customer.
    private struct CustomerRecords {
        /// The token that the order carries.
        var tokens: [String]
        /// How many renewals were sent.
        var renewals: [Int]
    }

    init(appStore: BenchAppStore, options: Options) {
        self.appStore = appStore
        self.options = options
        records = Mutex(
            CustomerRecords(
                tokens: Array(repeating: "", count: options.customers),
                renewals: Array(repeating: 0, count: options.customers)
            )
        )
    }

    /// What one of the customers is called.
    private func customerName(_ number: Int) -> String { "customer-\(options.firstCustomer + number)" }

    func load(_ servers: BenchServers, rate: Double? = nil, count: Int = .max) -> Load {
        Load(
            ports: servers.ports,
            connections: options.connections,
            rate: rate,
            count: count,
            seconds: options.seconds
        )
    }

    /// Makes customers who each have ordered a subscription and paid it.
    func drain(_ servers: BenchServers) async throws {
        let key = servers.secretKey
        var load = load(servers, count: options.customers)
        load.seconds = 3600
        let ordered = try await load.run { [self] number in
            RequestBytes.post(
                "/v1/orders",
                #"{"customer":"\#(customerName(number))","productId":"\#(BenchAppStore.product)","environment":"Production"}"#,
                key: key
            )
        } answer: { [self] number, status, body in
            struct Order: Decodable {
                var appAccountToken: String
            }
            guard status == 201, let order = try? JSONDecoder().decode(Order.self, from: Data(body)) else { return }
            records.withLock { $0.tokens[number] = order.appAccountToken }
        }
        guard ordered.refusals.isEmpty else { throw Failure("orders were rejected: \(ordered.refusals)") }
        let known = records.withLock { $0.tokens }
        let first = options.firstCustomer
        let paid = try await load.run { [appStore] number in
            (try? appStore.notification(of: first + number, renewal: 0, token: known[number])).map {
                RequestBytes.post("/apple/notifications/production", $0)
            }
        }
        guard paid.refusals.isEmpty else { throw Failure("first purchases were rejected: \(paid.refusals)") }
        _ = try await waitUntilNothingWaits(servers, since: MonotonicTime.now)
    }

    /// Renewals, signed beforehand so that signing is not measured.
    private func nextRenewals(_ count: Int) throws -> [[UInt8]] {
        let known = records.withLock { $0.tokens }
        var turns: [(customer: Int, renewal: Int)] = []
        records.withLock { book in
            for turn in 0..<count {
                let customer = turn &* 7919 % options.customers
                book.renewals[customer] += 1
                turns.append((customer, book.renewals[customer]))
            }
        }
        return try turns.map { turn in
            RequestBytes.post(
                "/apple/notifications/production",
                try appStore.notification(
                    of: options.firstCustomer + turn.customer,
                    renewal: turn.renewal,
                    token: known[turn.customer]
                )
            )
        }
    }

    /// Signing them takes a while, and taking them all in at the end a minute.
    private static let maximumRenewals = 40_000

    /// Notifications: HTTP, verified, durable, answered 200; and what follows from them, which takes longer when many
    /// come.
    func intake(_ servers: BenchServers, name: String) async throws -> [BenchResult] {
        // The first ones warm up the caches and measure how many per second to prepare.
        let warm = try nextRenewals(min(2000, options.customers))
        var fast = load(servers, count: warm.count)
        let warmed = try await fast.run { warm.indices.contains($0) ? warm[$0] : nil }
        _ = try await waitUntilNothingWaits(servers, since: MonotonicTime.now)
        try await servers.analyze()
        let count = min(Int(warmed.perSecond * 1.3 * options.seconds), Self.maximumRenewals)
        let maximum = try nextRenewals(count)
        fast.count = maximum.count
        let stored = try await servers.databaseBytes()
        let before = servers.reading()
        let began = MonotonicTime.now
        let saturated = try await fast.run { maximum.indices.contains($0) ? maximum[$0] : nil }
        let seconds = try await waitUntilNothingWaits(servers, since: began)
        // The work is counted until nothing is left to do.
        var rows = [row("\(name): notifications, as many as go", saturated, servers, since: before)]
        rows[0].require("10,000/s", saturated.perSecond >= 10_000)
        let growth = try await servers.databaseBytes() - stored
        rows[0].storedBytes = Double(growth) / Double(max(1, saturated.count))
        let sustained = Double(saturated.count) / seconds
        rows.append(
            BenchResult(
                "\(name): notifications with all that follows from them",
                perSecond: sustained,
                note: "\(saturated.count) in \(Int(seconds.rounded())) s"
            )
        )
        let rate = options.rate ?? (sustained * 0.7).rounded()
        let steady = try nextRenewals(min(Int(rate * options.seconds), Self.maximumRenewals))
        let calm = servers.reading()
        let result = try await load(servers, rate: rate, count: steady.count).run {
            steady.indices.contains($0) ? steady[$0] : nil
        }
        _ = try await waitUntilNothingWaits(servers, since: MonotonicTime.now)
        var open = row("\(name): notifications, \(Int(rate))/s arriving", result, servers, since: calm)
        open.require("p99 < 50 ms", result.milliseconds(0.99) < 50)
        return rows + [open]
    }

    /// Waits until every notification was processed; the seconds since a start.
    func waitUntilNothingWaits(_ servers: BenchServers, since began: UInt64) async throws -> Double {
        let connection = try LoadConnection(port: servers.ports[0])
        while true {
            let answer = try connection.exchange(RequestBytes.get("/metrics", key: servers.secretKey))
            let seconds = MonotonicTime.seconds(since: began)
            let lines = String(decoding: answer.body, as: UTF8.self).split(separator: "\n")
            guard let line = lines.first(where: { $0.hasPrefix("purser_notifications_queued ") }) else {
                throw Failure("the measured server does not report its waiting notifications")
            }
            if line.hasSuffix(" 0") { return max(seconds, 0.001) }
            try await Task.sleep(for: .milliseconds(200))
        }
    }

    /// A customer's entitlements over HTTP.
    func reads(_ servers: BenchServers, name: String) async throws -> [BenchResult] {
        let key = servers.secretKey
        let paths = (0..<options.customers).map {
            RequestBytes.get("/v1/customers/\(customerName($0))/entitlements", key: key)
        }
        let customers = options.customers
        let request: @Sendable (Int) -> [UInt8]? = { paths[$0 &* 7919 % customers] }
        var warm = load(servers)
        warm.seconds = 1
        _ = try await warm.run(request)
        let empty = try await load(servers).run { _ in RequestBytes.get("/healthz") }
        let before = servers.reading()
        let maximum = try await load(servers).run(request)
        var all = row("\(name): a customer's entitlements read, as many as go", maximum, servers, since: before)
        all.require("40,000/s", maximum.perSecond >= 40_000)
        let rate = (maximum.perSecond * 0.7).rounded()
        let calm = servers.reading()
        let steady = try await load(servers, rate: rate).run(request)
        return [
            BenchResult("limit: the shortest HTTP answer of this server", empty), all,
            row("\(name): a customer's entitlements read, \(Int(rate))/s arriving", steady, servers, since: calm),
        ]
    }

    /// A day's mixture: seven reads to two notifications and an order.
    func mixed(_ servers: BenchServers, name: String) async throws -> BenchResult {
        let key = servers.secretKey
        let customers = options.customers
        let rate = options.rate ?? 1000
        let count = Int(rate * options.seconds)
        let notifications = try nextRenewals(count / 5 + 1)
        let before = servers.reading()
        let result = try await load(servers, rate: rate, count: count).run { [self] turn in
            switch turn % 10 {
            case 0, 5: notifications[turn / 5]
            case 9:
                RequestBytes.post(
                    "/v1/orders",
                    #"{"customer":"visitor-\#(turn)","productId":"\#(BenchAppStore.product)"}"#,
                    key: key
                )
            default: RequestBytes.get("/v1/customers/\(customerName(turn &* 7919 % customers))/entitlements", key: key)
            }
        }
        _ = try await waitUntilNothingWaits(servers, since: MonotonicTime.now)
        var mixed = row("\(name): mixed day, \(Int(rate))/s arriving", result, servers, since: before)
        mixed.require("p99 < 50 ms", result.milliseconds(0.99) < 50)
        return mixed
    }

    /// Events delivered to a backend: notifications go in, and the backend counts what reaches it.
    func webhooks(_ servers: BenchServers, name: String) async throws -> BenchResult {
        let received = ReceivedEvents()
        let backend = HTTPServer(configuration: HTTPServerConfiguration()) { request in
            received.record(request.headers["purser-event"] ?? "")
            return HTTPResponse(status: .ok)
        }
        try backend.start()
        do {
            let row = try await webhooks(servers, name: name, to: backend.port ?? 0, received)
            await backend.shutdown(within: .seconds(1))
            return row
        } catch {
            await backend.shutdown(within: .seconds(1))
            throw error
        }
    }

    private func webhooks(
        _ servers: BenchServers,
        name: String,
        to port: UInt16,
        _ received: ReceivedEvents
    ) async throws -> BenchResult {
        let connection = try LoadConnection(port: servers.ports[0])
        let body = #"{"url":"http://127.0.0.1:\#(port)/"}"#
        let made = try connection.exchange(RequestBytes.post("/v1/webhook-endpoints", body, key: servers.secretKey))
        guard made.status < 300 else {
            throw Failure("the webhook was rejected: \(String(decoding: made.body, as: UTF8.self))")
        }
        // Each server reads the list of endpoints again within ten seconds.
        try await Task.sleep(for: .seconds(11))
        let count = min(5000, options.customers * 2)
        let renewals = try nextRenewals(count)
        let before = servers.reading()
        let began = MonotonicTime.now
        _ = try await load(servers, count: count).run { renewals.indices.contains($0) ? renewals[$0] : nil }
        let seconds = await received.waitUntilQuiet(since: began)
        var row = BenchResult(
            "\(name): webhooks told, each customer's in order",
            perSecond: Double(received.count) / max(seconds, 0.001),
            note: "\(received.count) events of \(count) notifications, \(received.doubled) told twice"
        )
        let work = servers.reading()
        row.cpuMicroseconds = (work.cpuSeconds - before.cpuSeconds) / Double(max(1, received.count)) * 1e6
        return row
    }

    func row(
        _ work: String,
        _ result: LoadResult,
        _ servers: BenchServers,
        since before: BenchServers.Reading
    ) -> BenchResult {
        var row = BenchResult(work, result)
        let after = servers.reading()
        let count = Double(max(1, result.count))
        row.cpuMicroseconds = (after.cpuSeconds - before.cpuSeconds) / count * 1e6
        let database = (after.databaseSeconds - before.databaseSeconds) / count * 1e6
        if database > 0 { row.databaseMicroseconds = database }
        let written = Double(after.writtenBytes - before.writtenBytes) / count
        if written >= 1 { row.writtenBytes = written }
        row.residentMebibytes = Double(servers.residentBytes) / 1_048_576
        return row
    }
}

/// The events that were sent to a backend.
private final class ReceivedEvents: Sendable {
    private struct State {
        var events: Set<String> = []
        var doubled = 0
        var last: UInt64 = MonotonicTime.now
    }

    private let state = Mutex(State())

    var count: Int { state.withLock { $0.events.count } }
    var doubled: Int { state.withLock { $0.doubled } }

    func record(_ event: String) {
        state.withLock { state in
            if !state.events.insert(event).inserted { state.doubled += 1 }
            state.last = MonotonicTime.now
        }
    }

    /// Waits until nothing has been delivered for three seconds; the time from a start to the last event.
    func waitUntilQuiet(since start: UInt64) async -> Double {
        while true {
            let last = state.withLock { $0.last }
            if MonotonicTime.seconds(since: max(last, start)) > 3 { return Double(max(last, start) - start) / 1e9 }
            try? await Task.sleep(for: .milliseconds(200))
        }
    }
}
