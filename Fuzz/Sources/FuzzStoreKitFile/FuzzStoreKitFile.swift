// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import FuzzSupport

enum Target: FuzzTarget {
    static var seeds: [Data] { Seeds.storeKitFiles }

    static func test(_ input: [UInt8]) {
        guard let file = try? StoreKitFile(contents: Data(input)) else { return }
        _ = (file.allProducts.map(\.price), file.allSubscriptions.map(\.allIntroductoryOffers))
        for subscription in file.allSubscriptions {
            _ = (subscription.price, subscription.recurringSubscriptionPeriod.components)
        }
        guard let written = try? file.contents(), let again = try? StoreKitFile(contents: written) else {
            check(false, "a file that was read cannot be written and read again")
            return
        }
        check((try? again.contents()) == written, "a file changes each time it is written")
    }
}
