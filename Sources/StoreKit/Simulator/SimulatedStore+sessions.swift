// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import Synchronization

/// What a test session needs of this module beside the store.
package enum StoreRuntimeControl {
    /// Puts a store behind the entry points.
    package static func use(_ store: SimulatedStore) { StoreRuntime.shared.use(store) }

    /// Takes a store away with everything that was bought there.
    ///
    /// Until something else is chosen its products are still sold, as at Apple, where a session that no one holds any
    /// more continues: tests make one and release it at once.
    package static func leave(_ store: SimulatedStore) {
        // A test that begins on another thread at this instant may have put its own store there.
        StoreRuntime.shared.use(nil, insteadOf: store) {
            [configuration = store.configuration, bundleID = store.bundleID] in
            try SimulatedStore(configuration: configuration, bundleID: bundleID, isTestSession: true)
        }
    }
}

extension SimulatedStore {
    /// Switches everything back to what the configuration file says.
    package func resetSwitches() {
        switches = TestSwitches(settings)
        country = settings.storefront
        failures.withLock { $0 = [:] }
    }

    package func requireProduct(_ product: String) throws {
        guard kind(of: product) != nil else { throw TestSessionIssue.unknownProduct }
    }

    /// Buys outside the app; nil when the purchase waits.
    package func buyOutside(_ order: PurchaseOrder) throws -> Transaction? {
        guard let stored = try purchaseOutside(order) else { return nil }
        return SignedBytes(jws: stored.document).flatMap(Transaction.init(signed:))
    }

    package func refund(number: UInt) throws {
        let id = try perform { mutation in try mutation.transaction(number).transactionId }
        try refund(id)
    }

    /// Lets a call fail.
    ///
    /// - Parameters:
    ///   - error: What it throws.
    ///   - failure: The test's own name for it.
    ///   - call: The call.
    package func setError(_ error: (any Error & Sendable)?, failure: (any Sendable)?, for call: SimulatedCall) {
        state.withLock { $0.switches.simulatedErrors[call] = error }
        failures.withLock { $0[call] = failure }
    }

    /// The test's own name for how a call fails.
    package func failure(for call: SimulatedCall) -> (any Sendable)? { failures.withLock { $0[call] } }
}
