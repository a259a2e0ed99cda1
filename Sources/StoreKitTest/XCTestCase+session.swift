// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import XCTest

// Apple's XCTest waits without a limit when none is named; the one on Linux wants a limit.

extension XCTestCase {
    // Long enough for every test; a wait without end cannot be expressed on Linux.
    private nonisolated static var patience: TimeInterval { 3600 }

    /// Waits until expectations are fulfilled.
    ///
    /// - Parameters:
    ///   - expectations: What to wait for.
    ///   - enforceOrderOfFulfillment: Whether they have to be fulfilled in their order.
    public nonisolated func wait(
        for expectations: [XCTestExpectation],
        enforceOrder enforceOrderOfFulfillment: Bool = false
    ) {
        wait(for: expectations, timeout: Self.patience, enforceOrder: enforceOrderOfFulfillment)
    }

    /// Waits until expectations are fulfilled.
    ///
    /// - Parameters:
    ///   - expectations: What to wait for.
    ///   - enforceOrderOfFulfillment: Whether they have to be fulfilled in their order.
    public nonisolated func fulfillment(
        of expectations: [XCTestExpectation],
        enforceOrder enforceOrderOfFulfillment: Bool = false
    ) async {
        await fulfillment(of: expectations, timeout: Self.patience, enforceOrder: enforceOrderOfFulfillment)
    }
}
