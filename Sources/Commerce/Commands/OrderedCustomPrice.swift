// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes

/// Goods whose price lies between price points, as an order books them.
///
/// Requirement E3: the customer pays a product's price, and the difference comes back as virtual currency.
package struct OrderedCustomPrice: Hashable, Sendable, Codable {
    /// What they are, in the team's words.
    package var name: String
    /// What they cost.
    package var price: Money
    /// What the product costs that is paid for them.
    package var charged: Money
    /// The virtual currency in which the difference comes back.
    package var currency: String
    /// How much of it.
    package var credit: Int64
    /// What else was asked for: where, at which ratio and with which products; orders of before do not tell.
    package var terms: String?

    /// Makes the goods of an order.
    package init(name: String, price: Money, charged: Money, currency: String, credit: Int64, terms: String? = nil) {
        self.name = name
        self.price = price
        self.charged = charged
        self.currency = currency
        self.credit = credit
        self.terms = terms
    }
}

extension OrderedCustomPrice {
    /// The storefront that was quoted.
    package var storefront: StorefrontCountryCode? {
        terms?.split(separator: " ").first.map { StorefrontCountryCode(rawValue: String($0)) }
    }

    /// What a payment differs in from the quote: `storefront`, `currency` or `price`, in this order; `nil` when it
    /// agrees as far as the transaction tells.
    func difference(from transaction: Transaction) -> String? {
        if let storefront, let paid = transaction.storefront, paid != storefront { return "storefront" }
        guard let paid = transaction.charge else { return nil }
        if paid.currency != charged.currency { return "currency" }
        return paid.milliunits == charged.milliunits ? nil : "price"
    }
}

extension OrderedCustomPrice: DirectJSONEncodable, DirectJSONDecodable {
    /// Writes the members of its object.
    package func write(to json: inout JSONWriter) {
        json.member("charged", charged)
        json.member("credit", credit)
        json.member("currency", currency)
        json.member("name", name)
        json.member("price", price)
        json.member("terms", terms)
    }

    /// Reads the goods of a stored order.
    package init(_ object: JSONReader) throws {
        let charged: Money = try object.required(object.value("charged"))
        let credit = try object.required(object.integer("credit"))
        let currency = try object.required(object.text("currency"))
        let name = try object.required(object.text("name"))
        let price: Money = try object.required(object.value("price"))
        self.init(
            name: name,
            price: price,
            charged: charged,
            currency: currency,
            credit: credit,
            terms: try object.text("terms")
        )
    }
}
