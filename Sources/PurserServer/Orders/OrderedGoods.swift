// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// Goods whose price lies between price points, as an order books them.
///
/// Requirement E3: the customer pays a product's price, and the difference comes back as virtual currency.
struct OrderedGoods: Hashable, Sendable, Codable {
    /// What they are, in the team's words.
    var name: String
    /// What they cost.
    var price: Money
    /// What the product costs that is paid for them.
    var charged: Money
    /// The virtual currency in which the difference comes back.
    var currency: String
    /// How much of it.
    var credit: Int64
    /// What else was asked for: where, at which ratio and with which products; orders of before do not tell.
    var terms: String?
}
