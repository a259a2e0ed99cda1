// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The table of what all purchases add to the charts: derived, and computed again when the rules change.
enum ChartSchema {
    static func statements(_ d: Dialect) -> [String] {
        [
            """
            CREATE TABLE chart_totals (
                scope \(d.integer) NOT NULL,
                generation \(d.integer) NOT NULL,
                measure \(d.text) NOT NULL,
                product \(d.text) NOT NULL,
                storefront \(d.text) NOT NULL,
                offer \(d.text) NOT NULL,
                store \(d.text) NOT NULL,
                currency \(d.text) NOT NULL,
                block \(d.integer) NOT NULL,
                body \(d.bytes) NOT NULL,
                PRIMARY KEY (scope, generation, measure, product, storefront, offer, store, currency, block)
            )\(d.clusteredTableEnd)
            """
        ]
    }
}
