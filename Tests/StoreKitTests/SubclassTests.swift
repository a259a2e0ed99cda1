// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import StoreKit
import Testing

/// Stand-ins that apps' own tests make by subclassing, with Apple's initializers.
@Suite struct SubclassTests {
    private final class Request: SKProductsRequest, @unchecked Sendable {
        let number: Int

        init(number: Int) {
            self.number = number
            super.init()
        }
    }

    private final class Payment: SKPayment, @unchecked Sendable {
        override init() {
            super.init()
        }
    }

    private final class Lamp: SKProduct, @unchecked Sendable {
        override var productIdentifier: String { "lamp" }
    }

    @Test func `a request can be made without products`() {
        #expect(Request(number: 3).number == 3)
    }

    @Test func `a payment with an initializer of its own still has the one for a product`() {
        #expect(Payment(product: Lamp()).productIdentifier == "lamp")
    }

    @Test func `a product's members can be set by their names`() {
        let product = SKProduct()
        product.setValue("lamp", forKey: "productIdentifier")
        product.setValue(0.99, forKey: "price")
        product.setValue(Locale(identifier: "de_DE"), forKey: "priceLocale")
        let period = SKProductSubscriptionPeriod()
        period.setValue(3, forKey: "numberOfUnits")
        period.setValue(SKProduct.PeriodUnit.week.rawValue, forKey: "unit")
        product.setValue(period, forKey: "subscriptionPeriod")
        #expect(product.productIdentifier == "lamp")
        #expect(product.price == NSDecimalNumber(string: "0.99"))
        #expect(product.priceLocale.identifier == "de_DE")
        #expect(product.subscriptionPeriod?.numberOfUnits == 3)
        #expect(product.subscriptionPeriod?.unit == .week)
        #expect(SKPayment(product: product).productIdentifier == "lamp")
    }

    @Test func `a transaction's members can be set by their names`() {
        let transaction = SKPaymentTransaction()
        let payment = SKMutablePayment()
        payment.setValue(NSNumber(value: 2), forKey: "_quantity")
        transaction.setValue(SKPaymentTransactionState.failed.rawValue, forKey: "transactionState")
        transaction.setValue(SKError(.paymentCancelled), forKey: "error")
        transaction.setValue(payment, forKey: "payment")
        #expect(transaction.transactionState == .failed)
        #expect((transaction.error as? SKError)?.code == .paymentCancelled)
        #expect(transaction.payment.quantity == 2)
        transaction.setValue(nil, forKey: "error")
        #expect(transaction.error == nil)
    }

    @Test func `a value of another type leaves what the store says`() {
        let product = SKProduct()
        product.setValue(7, forKey: "localizedTitle")
        product.setValue("cheap", forKey: "price")
        #expect(product.localizedTitle.isEmpty)
        #expect(product.price == 0)
    }
}
