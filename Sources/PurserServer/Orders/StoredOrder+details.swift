// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

extension StoredOrder {
    var details: OrderDetails {
        get throws { try ServiceJSON.decode(OrderDetails.self, from: body) }
    }

    mutating func changeDetails(_ change: (inout OrderDetails) -> Void) throws {
        var details = try details
        change(&details)
        body = try ServiceJSON.encode(details)
    }

    /// `nil` is a state that a newer server wrote while both work on one store: this one waits for no payment of the order,
    /// moves it nowhere, and leaves it to the newer one.
    var currentState: OrderState? { OrderState(rawValue: state) }

    /// Moves the order to a state.
    mutating func move(to newState: OrderState, at now: Date) {
        state = newState.rawValue
        isOpen = newState.isWatched
        updatedDate = now
    }
}
