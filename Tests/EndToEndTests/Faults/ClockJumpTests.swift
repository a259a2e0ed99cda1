// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Testing

/// A server whose clock jumps while customers buy: only its process is told another time, by libfaketime.
@Suite(.serialized) struct ClockJumpTests {
    @Test func `a clock that jumps forth and back loses nothing and doubles nothing`() async throws {
        let folder = try TemporaryFolder()
        let clock = try FakeClock(in: folder.path)
        let shop = try await ServedShop([ServedShop.Instance(environment: try clock.environment())], folder: folder)
        let shoppers = Shoppers(shop)
        try await shoppers.buy {
            for jump in ["+3h", "-2d", "+40d", "-1h", "+0"] {
                try clock.set(jump)
                try await shoppers.waitForMore(3)
            }
        }
        let wrong = try await ShopBooks(shop).differences(shoppers.acknowledged)
        #expect(wrong.isEmpty, "\(wrong)")
        print("\(shoppers.acknowledged.orders.count) purchases acknowledged")
    }

    @Test func `the server's clock is the one that jumps`() async throws {
        let folder = try TemporaryFolder()
        let clock = try FakeClock(in: folder.path)
        try clock.set("+40d")
        let (text, code) = try await Shell.run("/bin/date", ["+%s"], in: folder.path, environment: clock.environment())
        let told = try #require(TimeInterval(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(code == 0 && abs(told - Date().timeIntervalSince1970 - 40 * 86_400) < 3600)
    }
}

/// A clock that is told to one process in place of the machine's, and read anew each time it is asked.
struct FakeClock {
    private let file: URL

    init(in folder: String) throws {
        file = URL(filePath: folder + "/clock")
        try set("+0")
    }

    /// How far it is from the machine's, such as `-2d`.
    func set(_ offset: String) throws {
        try Data((offset + "\n").utf8).write(to: file, options: .atomic)
    }

    /// What makes a process go by it.
    func environment() throws -> [String: String] {
        let libraries = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib")) ?? []
        let library = libraries.map { "/usr/lib/\($0)/faketime/libfaketimeMT.so.1" }
            .first { FileManager.default.fileExists(atPath: $0) }
        guard let library else {
            throw Program.Failure(description: "libfaketime is not there; run: Scripts/setup test")
        }
        return [
            "LD_PRELOAD": library, "FAKETIME_TIMESTAMP_FILE": file.path, "FAKETIME_NO_CACHE": "1",
            // Waits are measured by the clock that never jumps.
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        ]
    }
}
