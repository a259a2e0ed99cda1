// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import PurserClient
import PurserUI
import SwiftUI

// The code of the page about the views, so that it compiles; `DocumentedCodeTests` looks for it here.

struct ShopPage: View {
    let purser: Purser

    var body: some View {
        VStack(alignment: .leading) {
            ProductListView(purser) { product, result in print(product.name, result) }
            SubscriptionStatusView(purser, name: { $0.product == "coffee.club.gold.monthly" ? "Gold" : $0.product })
            RestoreButton(purser)
        }
        .liveUpdates(of: purser)
    }
}
