// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes

extension Command {
    /// What a customer does with a subscription.
    static func aboutSubscription(
        of customer: CustomerID,
        groups: [SubscriptionGroupID],
        _ dice: inout Dice
    ) -> Command {
        let group = dice.pick(groups)
        switch Int.random(in: 0..<10, using: &dice) {
        case ..<4: return .setRenewal(customer, group: group, on: dice.happens(40))
        case ..<7: return .changeCustomer(customer, .payment(.failsNext(Int.random(in: 1...6, using: &dice))))
        case ..<9: return .answerPriceIncrease(customer, group: group, agrees: dice.happens(50))
        default: return .changeCustomer(customer, .payment(.works))
        }
    }

    /// What a customer does with the account.
    static func aboutAccount(_ customer: CustomerID, among count: Int, _ dice: inout Dice) -> Command {
        let family = FamilyID(rawValue: "family-\(Int.random(in: 0...(count / 3), using: &dice))")
        switch Int.random(in: 0..<10, using: &dice) {
        case ..<3: return .joinFamily(customer, family)
        case ..<5: return .leaveFamily(customer)
        case ..<7: return .changeCustomer(customer, .sharesPurchases(dice.happens(50)))
        case ..<8: return .changeCustomer(customer, .interruptsPurchases(dice.happens(20)))
        case ..<9: return .changeCustomer(customer, .asksToBuy(dice.happens(20)))
        default: return .changeCustomer(customer, .storefront(dice.pick(["USA", "CHN", "JPN", "DEU"])))
        }
    }

    /// The result of a purchase.
    static func aboutTransaction(_ transaction: TransactionID, _ dice: inout Dice) -> Command {
        switch Int.random(in: 0..<10, using: &dice) {
        case ..<3:
            return .requestRefund(
                transaction,
                reason: dice.happens(50) ? .unintendedPurchase : .other,
                inApp: dice.happens(50)
            )
        case ..<5: return .refund(transaction, decision: .full(.other), cancels: dice.happens(50))
        case ..<6: return .refund(transaction, decision: .prorated(.other, percentage: 40_000), cancels: true)
        case ..<8: return .reverseRefund(transaction)
        default:
            return .extendRenewal(
                OriginalTransactionID(rawValue: transaction.rawValue),
                days: Int.random(in: 1...90, using: &dice),
                reason: 1,
                request: "request-\(dice.next())"
            )
        }
    }

    /// What an operator does now and then.
    static func byOperator(products: [ProductID], _ dice: inout Dice) -> Command {
        let product = dice.pick(products)
        switch Int.random(in: 0..<10, using: &dice) {
        case ..<7:
            let price = Int64(990 + 1000 * Int.random(in: 0..<20, using: &dice))
            return .changePrice(product, PriceList(base: price), preservesExisting: dice.happens(30))
        default:
            return .extendAllRenewals(
                MassExtension(
                    request: "extension-\(dice.next())",
                    product: product,
                    environment: .production,
                    days: Int.random(in: 1...10, using: &dice),
                    reason: 1
                )
            )
        }
    }
}
