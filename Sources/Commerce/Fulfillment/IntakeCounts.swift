// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import FoundationEssentials

/// The deliveries and refunds of an intake, for the metrics.
///
/// They are collected inside the database's transaction, which may run again, and recorded after its commit.
package struct IntakeCounts: Hashable, Sendable {
    package struct Delivery: Hashable, Sendable {
        package var environment: Environment
        /// From the payment to the delivery, in seconds; `nil` when no customer waited, as for a renewal.
        package var delay: TimeInterval?
    }

    package var deliveries: [Delivery] = []
    package var refunds: [Environment] = []

    /// Creates empty counts.
    package init() {}

    package var isEmpty: Bool { deliveries.isEmpty && refunds.isEmpty }

    package mutating func add(_ other: IntakeCounts) {
        deliveries += other.deliveries
        refunds += other.refunds
    }
}
