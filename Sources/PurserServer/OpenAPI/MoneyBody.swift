// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// The description of an amount.
enum MoneyBody: SchemaDescribed {
    static let schemaName = "Money"
    static let schema = Schema.object([
        "milliunits": .integer.described("Thousandths of the currency's unit: 1990 is 1.99."),
        "currency": .string.described("The ISO 4217 code."),
    ])
}

/// The description of an amount that a caller names.
enum PriceBody: SchemaDescribed {
    static let schemaName = "Price"
    static let schema = Schema.object([
        "milliunits": .integer(from: 0, to: 1_000_000_000_000_000)
            .described("Thousandths of the currency's unit: 1990 is 1.99."),
        "currency": .currency.described("The ISO 4217 code."),
    ])
}
