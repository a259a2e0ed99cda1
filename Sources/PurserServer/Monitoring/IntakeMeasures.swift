// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

/// What an intake brought about that is worth counting.
///
/// It is gathered inside the database's transaction, which may run again, and counted only after it.
struct IntakeMeasures: Hashable, Sendable {
    struct Delivery: Hashable, Sendable {
        var environment: Environment
        /// From the payment to the delivery; nothing for what nobody waited for, such as a renewal.
        var delay: TimeInterval?
    }

    var deliveries: [Delivery] = []
    var refunds: [Environment] = []

    var isEmpty: Bool { deliveries.isEmpty && refunds.isEmpty }

    mutating func add(_ other: IntakeMeasures) {
        deliveries += other.deliveries
        refunds += other.refunds
    }
}
