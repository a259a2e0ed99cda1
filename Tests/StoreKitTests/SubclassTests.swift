// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

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
}
