// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import HTTPClient
import Synchronization
import Testing

/// Two servers behind PgBouncer and HAProxy on a Patroni cluster of three machines that fail, with the files of
/// `Deployment/cluster`.
///
/// They need the cluster: `Scripts/cluster-for-tests swift test --filter ClusterTests`, as `Scripts/soak` does.
/// PURSER_CLUSTER_FAILOVERS is how often the primary fails, PURSER_CLUSTER_PARTITIONS how often a machine is cut off,
/// PURSER_HOUR_RATE how many customers come each second, and PURSER_HOUR_SEED decides what fails when.
@Suite(.serialized, .enabled(if: ProcessInfo.processInfo.environment["PURSER_TEST_CLUSTER"] != nil))
struct ClusterTests {
    @Test func `a mixed day loses nothing, and is served again within 15 seconds, when machines of a cluster fail`()
        async throws
    {
        let seed = Package.number("PURSER_HOUR_SEED", or: 1)
        let cluster = try Cluster()
        let instance = ServedShop.Instance(database: cluster.url, asksAppStore: true)
        let shop = try await ServedShop([instance, instance])
        let hour = MixedHour(shop)
        try await hour.misbehave(maximumDelay: 20)
        let probe = ServiceProbe(shop)
        // Whatever fails first ends the others, and is what the test reports.
        let outages = try await withThrowingTaskGroup(of: [Outage].self) { group in
            let rate = Package.number("PURSER_HOUR_RATE", or: 12)
            group.addTask {
                try await hour.live(.seconds(86400), every: .seconds(1) / rate, seed: UInt64(seed))
                return []
            }
            group.addTask {
                try await probe.run()
                return []
            }
            group.addTask {
                defer {
                    hour.close()
                    probe.close()
                }
                return try await Self.fail(cluster, beside: hour, probe, seed: UInt64(seed) + 1)
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        try await hour.drain(maximumDelay: 20)
        try await hour.comeBack()
        let acknowledged = hour.shoppers.acknowledged
        let wrong = try await ShopRecords(shop, of: MixedHour.customers).differences(acknowledged)
        #expect(wrong.isEmpty, "PURSER_HOUR_SEED=\(seed): \(wrong)")
        #expect(!outages.isEmpty && outages.allSatisfy { $0.length <= .seconds(15) }, "\(outages)")
        let text = "\(acknowledged.orders.count) purchases acknowledged over \(outages.count) faults of a cluster"
        print(([text] + ClusterFault.table(outages) + hour.table).joined(separator: "\n"))
    }

    /// Lets one fault after the other happen to a cluster that is whole, and measures how long no one was served.
    private static func fail(
        _ cluster: Cluster,
        beside hour: MixedHour,
        _ probe: ServiceProbe,
        seed: UInt64
    ) async throws -> [Outage] {
        var dice = Dice(seed: seed)
        var outages: [Outage] = []
        for fault in ClusterFault.all(&dice) {
            try await cluster.waitUntilWhole()
            try await hour.waitForMore(3)
            let start = ContinuousClock.now
            try await cluster.suffer(fault)
            try await probe.waitForService(after: .now)
            let outage = Outage(fault: fault, length: probe.maximumPause(since: start))
            outages.append(outage)
            print("\(outages.count): \(outage)")
        }
        try await cluster.waitUntilWhole()
        try await hour.waitForMore(3)
        return outages
    }
}

/// How long no one was served because of a fault.
struct Outage: Sendable, CustomStringConvertible {
    let fault: ClusterFault
    let length: Duration

    var description: String { "\(fault.rawValue), without service for \(Int(length / .milliseconds(1))) ms" }
}

/// What happens to a machine of the cluster.
enum ClusterFault: String, CaseIterable, Sendable {
    /// The primary's machine stops at once, and starts again once another one is primary.
    case stop = "the primary's machine stops"
    /// All processes of the primary's PostgreSQL die.
    case killDatabase = "the primary's PostgreSQL is killed"
    /// The primary lets another machine become primary, as before maintenance.
    case handOver = "the primary hands over"
    /// The primary is cut off from the other machines and from its clients for half a minute.
    case cutPrimary = "the primary is cut off"
    /// So is the standby that commits wait for.
    case cutStandby = "the synchronous standby is cut off"

    /// As many as the environment asks for, in a random order.
    static func all(_ dice: inout Dice) -> [ClusterFault] {
        let failovers: [ClusterFault] = [.stop, .killDatabase, .handOver]
        let partitions: [ClusterFault] = [.cutPrimary, .cutStandby]
        let all = (0..<Package.number("PURSER_CLUSTER_FAILOVERS", or: 3)).map { failovers[$0 % 3] }
        return (all + (0..<Package.number("PURSER_CLUSTER_PARTITIONS", or: 2)).map { partitions[$0 % 2] })
            .shuffled(using: &dice)
    }

    /// How often each came, and how long no one was served, in milliseconds.
    static func table(_ outages: [Outage]) -> [String] {
        allCases.compactMap { fault in
            let times = outages.filter { $0.fault == fault }.map { Int($0.length / .milliseconds(1)) }.sorted()
            guard let maximum = times.last else { return nil }
            return
                "\(fault.rawValue): \(times.count) times, without service for \(times[times.count / 2]) ms (median), "
                + "\(maximum) ms at most"
        }
    }
}

/// The cluster that `Scripts/cluster-for-tests` made.
struct Cluster: Sendable {
    let url: String
    private let folder: String

    private struct Member {
        var name: String
        var role: String
        var state: String
    }

    init() throws {
        let environment = ProcessInfo.processInfo.environment
        guard let url = environment["PURSER_TEST_CLUSTER"], let folder = environment["PURSER_TEST_CLUSTER_FOLDER"]
        else {
            throw Program.Failure(description: "no cluster; run the tests through Scripts/cluster-for-tests")
        }
        (self.url, self.folder) = (url, folder)
    }

    @discardableResult
    private func run(_ parts: String...) async throws -> String {
        let script = Package.root.appending(path: "Scripts/cluster-for-tests").path
        let (text, code) = try await Shell.run(script, parts, in: folder, within: .seconds(60))
        guard code == 0 else { throw Program.Failure(description: "\(parts.joined(separator: " ")): \(text)") }
        return text
    }

    private func members() async throws -> [Member] {
        try await run("--state").split(separator: "\n").map { line in
            let parts = line.split(separator: " ").map(String.init)
            return Member(name: parts[0], role: parts[1], state: parts[2])
        }
    }

    /// Waits until both standbys stream from the primary, and commits wait for one of them.
    ///
    /// A former primary whose data went another way than its successor's is made again, as Operations says.
    func waitUntilWhole() async throws {
        let began = ContinuousClock.now
        var isRepaired = false
        while true {
            // While it is in disorder, it may not answer.
            let standbys = (try? await run("--standbys").split(separator: "\n").map(String.init)) ?? []
            let states = standbys.map { $0.split(separator: " ").dropFirst().joined(separator: " ") }
            let roles = ((try? await members()) ?? []).map(\.role).sorted()
            if states.sorted() == ["streaming async", "streaming sync"], roles == ["leader", "replica", "sync_standby"]
            {
                return
            }
            if began.duration(to: .now) > .seconds(60), !isRepaired {
                for member in try await members() where member.role != "leader" {
                    guard !standbys.contains(where: { $0.hasPrefix(member.name + " streaming") }) else { continue }
                    print("\(member.name) does not follow the primary, and is made again")
                    try await run("--make-again", member.name)
                }
                isRepaired = true
            }
            guard began.duration(to: .now) < .seconds(180) else {
                throw Program.Failure(description: "the cluster is not whole after three minutes: \(standbys)")
            }
            try await Task.sleep(for: .milliseconds(200))
        }
    }

    private func member(_ role: String) async throws -> String {
        let members = try await members()
        guard let member = members.first(where: { $0.role == role }) else {
            throw Program.Failure(description: "no machine is \(role): \(members)")
        }
        return member.name
    }

    /// Waits until another machine than this one is primary.
    private func waitForSuccessor(of name: String) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < deadline {
            let members = (try? await members()) ?? []
            if members.contains(where: { $0.role == "leader" && $0.state == "running" && $0.name != name }) { return }
            try await Task.sleep(for: .milliseconds(100))
        }
        throw Program.Failure(description: "no machine became primary after \(name) within a minute")
    }

    /// Lets a fault happen and end.
    func suffer(_ fault: ClusterFault) async throws {
        let name = try await member(fault == .cutStandby ? "sync_standby" : "leader")
        switch fault {
        case .stop:
            try await run("--stop", name)
            try await waitForSuccessor(of: name)
            try await run("--start", name)
        case .killDatabase:
            try await run("--kill-database", name)
            try await waitForSuccessor(of: name)
        case .handOver:
            try await run("--hand-over", name)
            try await waitForSuccessor(of: name)
        case .cutPrimary, .cutStandby:
            try await run("--cut", name)
            try await Task.sleep(for: .seconds(30))
            try await run("--join", name)
        }
    }
}

/// Asks for an order again and again, by one instance after the other, and notes when one was created.
final class ServiceProbe: Sendable {
    private struct Log: Sendable {
        var served: [ContinuousClock.Instant] = []
        var isOpen = true
    }

    private let shop: ServedShop
    private let log = Mutex(Log())

    init(_ shop: ServedShop) {
        self.shop = shop
    }

    func close() {
        log.withLock { $0.isOpen = false }
    }

    /// Asks until it is closed.
    func run() async throws {
        var number = 0
        while log.withLock(\.isOpen) {
            number += 1
            let order = JSONValue.object([
                "customer": .string("probe"), "productId": .string("coffee.beans.100"),
                "idempotencyKey": .string("probe-\(number)"),
            ])
            let server = shop.servers[number % shop.servers.count]
            let answer = try? await shop.ask(
                "POST",
                server + "/v1/orders",
                order,
                key: shop.publishableKey,
                timeout: .seconds(2)
            )
            if answer != nil { log.withLock { $0.served.append(.now) } }
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    /// Waits until an order was created after an instant.
    func waitForService(after instant: ContinuousClock.Instant) async throws {
        let deadline = instant + .seconds(120)
        while !log.withLock({ $0.served.last.map { $0 > instant } ?? false }) {
            guard ContinuousClock.now < deadline else {
                throw Program.Failure(description: "no order could be created for two minutes")
            }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    /// The longest time between two orders, the first one being the last before an instant.
    func maximumPause(since start: ContinuousClock.Instant) -> Duration {
        let times = log.withLock(\.served)
        let first = times.lastIndex { $0 <= start } ?? times.startIndex
        return zip(times[first...], times[first...].dropFirst()).map { $1 - $0 }.max() ?? .zero
    }
}
