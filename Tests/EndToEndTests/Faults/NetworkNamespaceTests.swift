// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import Testing

/// Two servers in networks of their own, joined by a wire that is really cut: packets are lost and no one is notified.
///
/// They need a network that may be changed: `Scripts/in-own-network swift test --filter NetworkNamespaceTests`, as
/// `Scripts/soak` does. PURSER_FAULTS is how often the wire is cut.
@Suite(.serialized, .enabled(if: ProcessInfo.processInfo.environment["PURSER_TEST_OWN_NETWORK"] != nil))
struct NetworkNamespaceTests {
    @Test func `an instance behind a cut wire holds up no one, and nothing is lost or doubled`() async throws {
        let network = try await Namespace()
        let database = try await OwnPostgres(addresses: ["127.0.0.1", network.near])
        let shop = try await ServedShop([
            ServedShop.Instance(database: database.url()),
            ServedShop.Instance(
                database: database.url(host: network.near),
                wrapper: network.wrapper,
                host: network.far
            ),
        ])
        let shoppers = Shoppers(shop)
        let cuts = Package.number("PURSER_FAULTS", or: 2)
        try await shoppers.buy {
            for number in 0..<cuts {
                try await shoppers.waitForMore(3)
                try await network.cut()
                // Every other time so long that the connections are abandoned.
                try await Task.sleep(for: .seconds(number.isMultiple(of: 2) ? 3 : 15))
                try await shoppers.waitForMore(3)
                try await network.fix()
            }
            try await shoppers.waitForMore(3)
        }
        // The instance that was cut off serves again.
        let health = try await shop.ask("GET", shop.servers[1] + "/readyz")
        #expect(health["status"]?.string == "ready", "\(health)")
        let acknowledged = shoppers.acknowledged
        let wrong = try await ShopRecords(shop).differences(acknowledged)
        #expect(wrong.isEmpty, "\(wrong)")
        print("\(acknowledged.orders.count) purchases acknowledged over \(cuts) cuts of a real wire")
    }
}

/// A network of its own for one process, with one wire to the test's.
final class Namespace: Sendable {
    let near = "10.98.0.1"
    let far = "10.98.0.2"
    private let folder: TemporaryFolder
    private let holder: Program

    init() async throws {
        folder = try TemporaryFolder()
        holder = try await Program(
            ["-c", "ip link set lo up && echo 'it is there' && exec sleep 86400"],
            in: folder.path,
            until: "it is there",
            executable: URL(filePath: "/bin/sh"),
            wrapper: ["/usr/bin/unshare", "--net"]
        )
        try await ip("link add name wire0 type veth peer name wire1 netns \(holder.number)")
        try await ip("addr add \(near)/30 dev wire0")
        try await fix()
        try await ip("addr add \(far)/30 dev wire1", inside: true)
        try await ip("link set wire1 up", inside: true)
    }

    /// What makes a process run in it.
    var wrapper: [String] { ["/usr/bin/nsenter", "--target", "\(holder.number)", "--net"] }

    func cut() async throws { try await ip("link set wire0 down") }

    func fix() async throws { try await ip("link set wire0 up") }

    private func ip(_ arguments: String, inside: Bool = false) async throws {
        let line = (inside ? wrapper : []) + ["/usr/bin/env", "ip"] + arguments.split(separator: " ").map(String.init)
        let (text, code) = try await Shell.run(line[0], Array(line.dropFirst()), in: folder.path)
        guard code == 0 else { throw Program.Failure(description: "ip \(arguments): \(text)") }
    }
}
