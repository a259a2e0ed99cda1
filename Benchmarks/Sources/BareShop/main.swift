// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

// An app that sells with StoreKit alone: beside it, `SDKShop` shows what linking the SDK adds.

import Foundation
import StoreKit

if CommandLine.arguments.count > 1 {
    let products = try await Product.products(for: Array(CommandLine.arguments.dropFirst()))
    for product in products { print(product.displayName, try await product.purchase()) }
    for await update in Transaction.updates { await update.unsafePayloadValue.finish() }
}
