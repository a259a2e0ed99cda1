// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What the app states before a customer agrees to pay a subscription month by month.
///
/// Apple asks for the price of a month and of the whole, both before the purchase.
public struct CommitmentTerms: Hashable, Sendable {
    /// The product's identifier.
    public let product: String

    /// The product's name.
    public let name: String

    /// The price of a month, such as $9.99.
    public let monthlyPrice: String

    /// How many months the customer pays for.
    public let months: Int

    /// The price of all months.
    public let totalPrice: String

    /// What the customer pays, how often, and how much that is.
    public let charges: String

    /// That canceling does not end the charges.
    public let cancellation: String

    /// What comes after the last month.
    public let renewal: String

    /// All of it, a sentence each.
    public var text: String { [charges, cancellation, renewal].joined(separator: " ") }

    /// The purchase that these terms are for.
    public var options: PurchaseOptions { PurchaseOptions(billingPlan: .monthly) }

    init(_ product: StoreProduct, _ plan: StoreMonthlyPlan, in language: PurserLanguage) {
        self.product = product.id
        name = product.name
        monthlyPrice = product.display(plan.milliunits)
        months = plan.months
        totalPrice = product.display(plan.milliunits * Int64(plan.months))
        charges = language.choose(
            "\(monthlyPrice) every month for \(months) months, \(totalPrice) in total.",
            "每月\(monthlyPrice)，共\(months)个月，合计\(totalPrice)。"
        )
        cancellation = language.choose(
            "If you cancel, you are still charged every month until all \(months) months are paid.",
            "取消订阅后仍会按月扣款，直到付满\(months)个月。"
        )
        renewal = language.choose(
            "After that it renews for another \(months) months, unless you cancel before.",
            "期满后自动续期\(months)个月，可在此之前取消。"
        )
    }
}
