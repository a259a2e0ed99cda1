// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Testing

/// That it measures at all; what it measures is not a matter of a test.
@Suite struct BenchTests {
    @Test func `each work is measured against a server of its own`() async throws {
        let arguments = ["bench", "intake", "reads", "webhooks", "mixed", "--seconds", "1", "--customers", "3"]
        let bench = try await PurserProcess(arguments, until: "measuring: intake")
        for next in ["measuring: reads", "measuring: webhooks", "measuring: mixed", "mixed day, "] {
            // Other tests may want the processors, too.
            try await bench.wait(for: next, within: .seconds(120))
        }
        let rows = [
            "limit: 4 KiB appended and synced", "notifications, as many as go", "limit: the shortest HTTP answer",
            "a customer's entitlements read, as many as go", "webhooks told", "mixed day",
        ]
        for row in rows { #expect(bench.text.contains(row)) }
    }

    @Test func `a server that cannot start is named with its reason`() async throws {
        let bench = try await PurserProcess(
            ["bench", "reads", "--seconds", "1", "--database", "sqlite:/dev/null/purser.sqlite"],
            until: "the measured server ended at once: purser serve: "
        )
        _ = try await bench.stop()
    }
}
