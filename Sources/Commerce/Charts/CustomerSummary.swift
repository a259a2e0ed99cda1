// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import FoundationEssentials

/// What lists of customers are narrowed and sorted by: a function of the facts about a customer's purchases.
///
/// It holds the instants at which a state ends and no state, so that it stays right while time passes.
package struct CustomerSummary: Hashable, Sendable {
    /// One of the customer's purchases.
    package struct Purchase: Hashable, Sendable {
        /// The purchase.
        package var lineage: OriginalTransactionID
        /// The product of its newest transaction.
        package var product: ProductID
        /// The storefront of its newest transaction; empty when none is known.
        package var storefront: StorefrontCountryCode
        /// Whether it is an auto-renewable subscription.
        package var isSubscription: Bool
        /// Whether its newest period is a free trial.
        package var isTrial: Bool
        /// When its newest period of service ends; the beginning of 1970 without any.
        package var serviceEnd: Date
        /// When its newest grace period ends; the beginning of 1970 without any.
        package var graceEnd: Date
        /// When its newest billing retry ends; the beginning of 1970 without any.
        package var retryEnd: Date
        /// Whether Apple's newest document says that it will not renew.
        package var isRenewalOff: Bool

        /// Makes a value.
        package init(
            lineage: OriginalTransactionID,
            product: ProductID,
            storefront: StorefrontCountryCode,
            isSubscription: Bool = true,
            isTrial: Bool = false,
            serviceEnd: Date = CustomerSummary.never,
            graceEnd: Date = CustomerSummary.never,
            retryEnd: Date = CustomerSummary.never,
            isRenewalOff: Bool = false
        ) {
            self.lineage = lineage
            self.product = product
            self.storefront = storefront
            self.isSubscription = isSubscription
            self.isTrial = isTrial
            self.serviceEnd = serviceEnd
            self.graceEnd = graceEnd
            self.retryEnd = retryEnd
            self.isRenewalOff = isRenewalOff
        }
    }

    /// What the customer paid in one currency.
    package struct Amount: Hashable, Sendable {
        /// The currency.
        package var currency: Currency
        /// What was paid, less what went back, in milliunits.
        package var net: Int64
        /// What went back, in milliunits.
        package var refunded: Int64
        /// How many payments there were.
        package var payments: Int64
        /// How many refunds there were.
        package var refunds: Int64

        /// Makes a value.
        package init(currency: Currency, net: Int64, refunded: Int64 = 0, payments: Int64 = 1, refunds: Int64 = 0) {
            self.currency = currency
            self.net = net
            self.refunded = refunded
            self.payments = payments
            self.refunds = refunds
        }
    }

    /// The instant that stands for none.
    package static let never = Date(millisecondsSince1970: 0)

    /// The purchases that the customer owns, in the order of their identifiers.
    package var purchases: [Purchase] = []
    /// What was paid, in the order of currencies.
    package var amounts: [Amount] = []

    /// Makes a value.
    package init(purchases: [Purchase] = [], amounts: [Amount] = []) {
        self.purchases = purchases
        self.amounts = amounts
    }

    /// Sums up the purchases of a customer.
    package init(of lives: some Sequence<LineageChartInput>) {
        var sums: [Currency: Sum] = [:]
        for life in lives {
            for sale in life.sales where sale.amount != 0 {
                sums[sale.price.currency, default: Sum()].add(sale)
            }
            if let purchase = Purchase(life) { purchases.append(purchase) }
        }
        purchases = purchases.sorted(on: \.lineage)
        amounts = sums.sorted(on: { $0.key })
            .map { currency, sum in
                Amount(
                    currency: currency,
                    net: sum.net.bounded.value,
                    refunded: sum.refunded.bounded.value,
                    payments: sum.payments,
                    refunds: sum.refunds
                )
            }
    }

    /// Whose a purchase is by its facts.
    ///
    /// - Parameters:
    ///   - lineage: The purchase.
    ///   - facts: Its facts.
    ///   - policy: What the team decides, such as where a purchase goes that another customer shows.
    /// - Returns: The customers who have it; none after an erasure, until someone claims it.
    package static func owners(
        of lineage: OriginalTransactionID,
        _ facts: some Sequence<Fact>,
        under policy: CommercePolicy
    ) -> [CustomerID] {
        let commands = facts.compactMap { fact -> (command: Command, evidence: Evidence)? in
            guard case .command(let command) = fact.content else { return nil }
            return (command, Evidence(fact))
        }
        // Whether it gives access to someone else is asked only where two want it.
        let isDisputed = Set(commands.compactMap(\.command.customer)).count > 1
        var account = LineageAccount(
            history: isDisputed
                ? SubscriptionHistory(lineage: lineage, facts: facts, policy: policy)
                : SubscriptionHistory(lineage: lineage, policy: policy)
        )
        for (command, evidence) in commands { account.add(command, evidence) }
        return account.ownership(under: policy.restore).owners
    }

    private struct Sum {
        var net = ExactSum()
        var refunded = ExactSum()
        var payments: Int64 = 0
        var refunds: Int64 = 0

        mutating func add(_ sale: RecordedSale) {
            net += ExactSum(sale.amount)
            if sale.direction == .sale {
                payments += 1
            } else {
                refunded += -ExactSum(sale.amount)
                refunds += 1
            }
        }
    }
}

extension CustomerSummary.Purchase {
    /// Sums up a purchase; nothing of one without any transaction.
    fileprivate init?(_ life: LineageChartInput) {
        guard let newest = life.history.transactions.last?.transaction else { return nil }
        let spans = life.billingProblems.flatMap(\.spans)
        self.init(
            lineage: life.lineage,
            product: newest.productID,
            storefront: newest.storefront ?? "",
            isSubscription: newest.expirationDate != nil,
            isTrial: life.periods.last?.kind == .freeTrial,
            serviceEnd: life.periods.map(\.endDate).max() ?? CustomerSummary.never,
            graceEnd: spans.filter(\.isGrace).map(\.endDate).max() ?? CustomerSummary.never,
            retryEnd: spans.filter { !$0.isGrace }.map(\.endDate).max() ?? CustomerSummary.never,
            isRenewalOff: life.isRenewalOff(asOf: .distantFuture)
        )
    }
}
