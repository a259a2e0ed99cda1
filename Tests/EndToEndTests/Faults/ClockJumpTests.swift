// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Testing

/// A server whose clock jumps while customers buy: only its process is shown another time, by faketime.
@Suite(.serialized) struct ClockJumpTests {
    @Test func `a clock that jumps forth and back loses nothing and doubles nothing`() async throws {
        let folder = try TemporaryFolder()
        let clock = try FakeClock(in: folder.path)
        let shop = try await ServedShop([ServedShop.Instance(wrapper: clock.wrapper)], folder: folder)
        let shoppers = Shoppers(shop)
        try await shoppers.buy {
            for jump in ["+3h", "-2d", "+40d", "-1h", "+0"] {
                try clock.set(jump)
                try await shoppers.waitForMore(3)
            }
        }
        let wrong = try await ShopRecords(shop).differences(shoppers.acknowledged)
        #expect(wrong.isEmpty, "\(wrong)")
        print("\(shoppers.acknowledged.orders.count) purchases acknowledged")
    }

    @Test func `the server's clock is the one that jumps`() async throws {
        let folder = try TemporaryFolder()
        let clock = try FakeClock(in: folder.path)
        try clock.set("+40d")
        let line = clock.wrapper + ["/bin/date", "+%s"]
        let (text, code) = try await Shell.run(line[0], Array(line.dropFirst()), in: folder.path)
        let received = try #require(TimeInterval(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(code == 0 && abs(received - Date().timeIntervalSince1970 - 40 * 86_400) < 3600)
    }
}

/// A clock that is shown to one process instead of the machine's, and read again each time it is asked.
struct FakeClock {
    private let file: URL

    init(in folder: String) throws {
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/faketime") else {
            throw Program.Failure(description: "faketime is not there; run: Scripts/setup test")
        }
        file = URL(filePath: folder + "/clock")
        try set("+0")
    }

    /// How far it is from the machine's, such as `-2d`.
    func set(_ offset: String) throws {
        try Data((offset + "\n").utf8).write(to: file, options: .atomic)
    }

    /// What makes a process go by it.
    ///
    /// Swift finds its arguments beside the variables, which the library alone would move: its program prepares them.
    /// It stays the process's parent, so the process dies with it.
    var wrapper: [String] {
        ["/usr/bin/faketime", "-m", "--exclude-monotonic", "-f", "+0", "/usr/bin/env", "-u", "FAKETIME"]
            + ["FAKETIME_TIMESTAMP_FILE=\(file.path)", "FAKETIME_NO_CACHE=1"]
            + ["/usr/bin/setpriv", "--pdeathsig", "KILL"]
    }
}
