// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// One number of the business, with what it is about.
///
/// A dimension that was not asked for, or that does not apply, is absent.
public struct ChartRow: Hashable, Sendable {
    /// What rows are distinguished by.
    public enum Dimension: String, Hashable, Sendable, CaseIterable {
        /// The Pacific day.
        case day

        /// The product.
        case product

        /// The storefront.
        case storefront

        /// The offer: its name, or its kind when it has none.
        case offer

        /// The store.
        case store

        /// The subscription group of the product.
        case group

        /// The region of the storefront, as ``ChartRegion`` says.
        case region

        /// The length of the product's subscription period, such as P1M.
        case period

        /// The kind of product.
        case kind
    }

    /// What a row is about.
    public struct Key: Hashable, Sendable {
        /// The Pacific day.
        public var day: CivilDay?

        /// The product.
        public var product: ProductID?

        /// The storefront.
        public var storefront: StorefrontCountryCode?

        /// The offer: its name, or its kind when it has none; empty without an offer.
        public var offer: String?

        /// The store.
        public var store: Store?

        /// The subscription group; empty where the catalog has none.
        public var group: String?

        /// The region; empty for a storefront in none.
        public var region: String?

        /// The length of the subscription period; empty where the catalog has none.
        public var period: String?

        /// The kind of product; empty where the catalog does not have it.
        public var kind: String?

        /// The currency, of amounts of money.
        public var currency: Currency?

        /// What is counted.
        public var measure: ChartMeasure

        /// Makes a key.
        public init(
            day: CivilDay? = nil,
            product: ProductID? = nil,
            storefront: StorefrontCountryCode? = nil,
            offer: String? = nil,
            store: Store? = nil,
            currency: Currency? = nil,
            measure: ChartMeasure
        ) {
            self.day = day
            self.product = product
            self.storefront = storefront
            self.offer = offer
            self.store = store
            self.currency = currency
            self.measure = measure
        }

        fileprivate var texts: [String] {
            [
                day?.description ?? "", product?.rawValue ?? "", storefront?.rawValue ?? "", offer ?? "",
                currency?.rawValue ?? "", measure.rawValue,
            ]
        }

        /// What rows are ordered by.
        fileprivate var places: [String] { texts + lastTexts }

        /// The cells after the value.
        fileprivate var lastTexts: [String] {
            [store?.rawValue ?? "", group ?? "", region ?? "", period ?? "", kind ?? ""]
        }
    }

    /// What it is about.
    public var key: Key

    /// The number: a count, or milliunits.
    public var value: Int64

    /// Whether the number is only the end of what can be counted, because the true one is beyond it.
    public var isClamped: Bool

    /// Makes a row.
    public init(key: Key, value: Int64, isClamped: Bool = false) {
        self.key = key
        self.value = value
        self.isClamped = isClamped
    }
}

extension ChartRow {
    /// The columns of exports; they never change their order, and new ones come last.
    public static let columns = [
        "day", "product", "storefront", "offer", "currency", "measure", "value", "isClamped", "store", "group",
        "region",
        "period", "kind",
    ]

    /// The cells of an export, in the columns' order.
    public var cells: [String] { key.texts + [String(value), String(isClamped)] + key.lastTexts }

    /// Rows as RFC 4180 writes them, with a line that names the columns.
    public static func commaSeparated(_ rows: some Sequence<ChartRow>) -> String {
        CSVWriter.table(columns, rows.map(\.cells))
    }
}

extension ChartRow.Key: Comparable {
    /// Orders by the columns of exports that say what a row is about.
    public static func < (left: ChartRow.Key, right: ChartRow.Key) -> Bool {
        left.places.lexicographicallyPrecedes(right.places)
    }
}
