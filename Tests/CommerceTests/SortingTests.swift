// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Testing

@testable import Commerce

/// The order of elements that have the same keys.
@Suite struct SortingTests {
    private static let rows = [(2, 1, "a"), (1, 2, "b"), (1, 1, "c"), (1, 1, "d"), (1, 2, "e")]

    @Test func `elements of equal keys keep their order`() {
        #expect(Self.rows.sorted(on: { $0.0 }).map(\.2) == ["b", "c", "d", "e", "a"])
        #expect(Self.rows.sorted(on: { $0.0 }, { $0.1 }).map(\.2) == ["c", "d", "b", "e", "a"])
    }
}
