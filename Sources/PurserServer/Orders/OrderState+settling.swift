// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce

extension OrderState {
    /// Whether recovery looks at such an order: a payment may come, or one came and nothing was delivered.
    var isWatched: Bool { self == .created || self == .paid }

    /// Whether a payment may settle it: a late one revives an order that was given up.
    var awaitsPayment: Bool { self == .created || self == .expired || self == .failed }
}
