// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import Testing

/// A server whose disk is a small one of its own, and is filled by somebody else while customers buy.
@Suite(.serialized) struct DiskFullTests {
    @Test func `a full disk refuses for a while, loses nothing that was acknowledged, and recovers`() async throws {
        let folder = try TemporaryFolder()
        let disk = folder.path + "/disk"
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
        let shop = try await ServedShop([try SmallDisk.instance(at: disk, megabytes: 24)], folder: folder)
        let small = SmallDisk(of: shop.process().number, at: disk)
        let shoppers = Shoppers(shop)
        let fills = Package.number("PURSER_FAULTS", or: 1)
        try await shoppers.buy {
            for _ in 0..<fills {
                try await shoppers.waitForMore(3)
                let before = shop.refusals.values.reduce(0, +)
                try small.fill()
                // What was written before may have left a little room in the log.
                let deadline = ContinuousClock.now + .seconds(60)
                while shop.refusals.values.reduce(0, +) < before + 20 {
                    guard ContinuousClock.now < deadline else {
                        throw Program.Failure(description: "a full disk refused nothing")
                    }
                    try await Task.sleep(for: .milliseconds(10))
                }
                #expect(try await shop.ask("GET", shop.server + "/healthz")["status"]?.string == "ok")
                try small.free()
            }
            try await shoppers.waitForMore(3)
        }
        #expect(Set(shop.refusals.keys).isSubset(of: [503, 507]) && shop.process().isRunning)
        let wrong = try await ShopRecords(shop).differences(shoppers.acknowledged)
        #expect(wrong.isEmpty, "\(wrong)")
        print("\(shoppers.acknowledged.orders.count) purchases acknowledged, refusals \(shop.refusals)")
    }
}

/// A file system in memory that only one process has, in a mount namespace of its own.
struct SmallDisk {
    private let ballast: URL

    /// How a server runs on one; it needs root or a kernel that lets users make namespaces.
    static func instance(at path: String, megabytes: Int) throws -> ServedShop.Instance {
        let script = """
            mount -t tmpfs -o size=\(megabytes)m tmpfs "$0" || { echo 'error: no mount namespace; as root: sysctl \
            kernel.unprivileged_userns_clone=1 user.max_user_namespaces=10000' >&2; exit 1; }
            exec "$@"
            """
        // Root has the permission itself, and inside another root may not make a namespace of users.
        let own = geteuid() == 0 ? ["--mount"] : ["--user", "--map-root-user", "--mount"]
        let wrapper = ["/usr/bin/unshare"] + own + ["/bin/sh", "-c", script, path]
        return ServedShop.Instance(database: "sqlite:\(path)/purser.sqlite", wrapper: wrapper)
    }

    /// The disk that a process has at a path.
    init(of process: Int32, at path: String) {
        ballast = URL(filePath: "/proc/\(process)/root\(path)/ballast")
    }

    /// Fills it to the last byte.
    func fill() throws {
        let descriptor = open(ballast.path, O_WRONLY | O_CREAT, 0o600)
        guard descriptor >= 0 else { throw Program.Failure(description: "\(ballast.path): \(errno)") }
        defer { close(descriptor) }
        for size in [1 << 20, 4096, 1] {
            let bytes = [UInt8](repeating: 1, count: size)
            while write(descriptor, bytes, size) == size {}
        }
    }

    /// Makes room again.
    func free() throws {
        try FileManager.default.removeItem(at: ballast)
    }
}
