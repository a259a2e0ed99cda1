// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials

/// A text of the page in both of its languages.
struct PageText: Hashable, Sendable, Encodable {
    var en: String
    var zh: String

    init(_ en: String, _ zh: String) {
        (self.en, self.zh) = (en, zh)
    }
}

/// A scenario that the page offers: it is played by a customer of its own, with products of the catalog.
struct BuiltInScenario: Sendable {
    /// The customer and the product of a scenario.
    struct Cast: Sendable {
        var customer: CustomerID
        var product: CatalogProduct
        /// A purchase of the customer, where a step is about one.
        var transaction: TransactionID?
    }

    /// A step in a sentence, with the notifications that must be among those that follow.
    struct Step: Sendable {
        var text: PageText
        var action: @Sendable (Cast) -> SimulatorScenario.Action
        var expected: [String] = []
    }

    /// Which product a scenario is about.
    enum Subject: Sendable {
        case subscription, consumable
    }

    var id: String
    var title: PageText
    var about: PageText
    var subject: Subject
    var steps: @Sendable (CatalogProduct) -> [Step]

    /// The product of a catalog that the scenario is about: a month's subscription before a longer one.
    func product(of catalog: Catalog) -> CatalogProduct? {
        let sold = catalog.products.filter { $0.isForSale && $0.isApproved && $0.bundle == nil }
        switch subject {
        case .consumable: return sold.first { $0.type == .consumable }
        case .subscription:
            let own = sold.filter { $0.subscription != nil }
            return own.first { $0.subscription?.period.iso8601 == "P1M" } ?? own.first
        }
    }
}

extension BuiltInScenario {
    /// The scenarios, the simplest first.
    static let all = [firstMonth, cardFails, lapse, refund, askToBuy]

    private static func buys(_ expected: String) -> Step {
        Step(
            text: PageText("The customer subscribes", "用户订阅"),
            action: { .buy(.init(customer: $0.customer, product: $0.product.id)) },
            expected: [expected]
        )
    }

    /// A day longer than a period.
    private static func period(_ product: CatalogProduct) -> String {
        let period = product.subscription?.period.iso8601 ?? "P1M"
        return period + (period.hasSuffix("D") ? "T24H" : "1D")
    }

    private static func passes(_ product: CatalogProduct, _ expected: String...) -> Step {
        let length = period(product)
        return Step(
            text: PageText("A period and a day pass", "过去一个周期零一天"),
            action: { _ in .advance(length) },
            expected: expected
        )
    }

    private static func payment(works: Bool, _ expected: String...) -> Step {
        Step(
            text: works
                ? PageText("The card works again", "支付恢复正常") : PageText("The card fails from now on", "此后支付失败"),
            action: { .payment(.init(customer: $0.customer, works: works)) },
            expected: expected
        )
    }

    private static let firstMonth = BuiltInScenario(
        id: "first-month",
        title: PageText("First month of a subscriber", "订阅者的第一个月"),
        about: PageText("A subscription begins and renews.", "订阅开始并续期。"),
        subject: .subscription,
        steps: { [buys("SUBSCRIBED.INITIAL_BUY"), passes($0, "DID_RENEW")] }
    )

    private static let cardFails = BuiltInScenario(
        id: "card-fails",
        title: PageText("The card fails and recovers", "扣款失败后恢复"),
        about: PageText("A renewal fails, and the card works again.", "续期扣款失败，之后支付恢复。"),
        subject: .subscription,
        steps: { product in
            [
                buys("SUBSCRIBED.INITIAL_BUY"), payment(works: false), passes(product, "DID_FAIL_TO_RENEW"),
                payment(works: true, "DID_RENEW"),
            ]
        }
    )

    private static let lapse = BuiltInScenario(
        id: "lapse",
        title: PageText("Canceled and back", "取消后回归"),
        about: PageText("Auto-renew is turned off, access ends, the customer subscribes again.", "关闭自动续期，订阅到期，用户再次订阅。"),
        subject: .subscription,
        steps: { product in
            [
                buys("SUBSCRIBED.INITIAL_BUY"),
                Step(
                    text: PageText("The customer turns auto-renew off", "用户关闭自动续期"),
                    action: {
                        .renewal(
                            .init(
                                customer: $0.customer,
                                group: $0.product.subscription?.group ?? "",
                                on: false
                            )
                        )
                    },
                    expected: ["DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED"]
                ),
                passes(product, "EXPIRED.VOLUNTARY"), buys("SUBSCRIBED.RESUBSCRIBE"),
            ]
        }
    )

    private static let refund = BuiltInScenario(
        id: "refund",
        title: PageText("A refund", "退款"),
        about: PageText("A consumable is bought, and Apple refunds it a day later.", "购买消耗型项目，一天后 Apple 退款。"),
        subject: .consumable,
        steps: { _ in
            [
                Step(
                    text: PageText("The customer buys", "用户购买"),
                    action: { .buy(.init(customer: $0.customer, product: $0.product.id)) },
                    expected: ["ONE_TIME_CHARGE"]
                ),
                Step(text: PageText("A day passes", "过去一天"), action: { _ in .advance("P1D") }),
                Step(
                    text: PageText("Apple refunds the purchase", "Apple 为此购买退款"),
                    action: { .refund(.init(transaction: $0.transaction?.rawValue ?? "")) },
                    expected: ["REFUND"]
                ),
            ]
        }
    )

    private static let askToBuy = BuiltInScenario(
        id: "ask-to-buy",
        title: PageText("Ask to Buy", "需家长批准的购买"),
        about: PageText("A child asks, a parent approves the next day.", "孩子请求购买，家长次日批准。"),
        subject: .consumable,
        steps: { _ in
            [
                Step(
                    text: PageText("A child's account is created", "创建儿童账户"),
                    action: { .customer(.init(id: $0.customer, asksToBuy: true)) }
                ),
                Step(
                    text: PageText("The child asks to buy", "孩子请求购买"),
                    action: { .buy(.init(customer: $0.customer, product: $0.product.id)) }
                ),
                Step(text: PageText("A day passes", "过去一天"), action: { _ in .advance("P1D") }),
                Step(
                    text: PageText("The parent approves", "家长批准"),
                    action: { .pending(.init(customer: $0.customer, approve: true)) },
                    expected: ["ONE_TIME_CHARGE"]
                ),
            ]
        }
    )
}
