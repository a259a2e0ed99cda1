// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import Foundation
import FuzzSupport

enum Target: FuzzTarget {
    static var seeds: [Data] { Seeds.connectAnswers }

    static func test(_ input: [UInt8]) {
        let json = Data(input)
        if let page = try? JSONDecoder().decode(ConnectPage<ConnectPricePoint>.self, from: json) {
            for point in page.data {
                _ = (point.attributes.customerPriceMilliunits, point.attributes.proceedsMilliunits)
            }
        }
        _ = try? JSONDecoder().decode(ConnectPage<ConnectSubscription>.self, from: json)
        _ = try? JSONDecoder().decode(ConnectPage<ConnectInAppPurchase>.self, from: json)
        _ = try? JSONDecoder().decode(ConnectPage<ConnectSubscriptionGroup>.self, from: json)
    }
}
