// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import StoreKit
import StoreKitTest
import Testing

/// The suite that the page of `StoreKitTest` shows, as it is there.
enum ArticleTests {
    @Suite(.storeKit("Shop")) struct StoreTests {
        @Test func `buying gives the product`() async throws {
            let session = try #require(SKTestSession.current)
            let product = try #require(try await Product.products(for: ["shop.coins"]).first)
            guard case .success(.verified(let transaction)) = try await product.purchase() else { return }
            #expect(session.allTransactions().count == 1)
            await transaction.finish()
        }
    }
}
