// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import Foundation
import FuzzSupport

@_cdecl("LLVMFuzzerInitialize")
func initialize(_ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer) -> CInt {
    offerSeeds(Seeds.connectAnswers)
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
func test(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let json = Data(bytes(start, count))
    if let page = try? JSONDecoder().decode(ConnectPage<ConnectPricePoint>.self, from: json) {
        for point in page.data { _ = (point.attributes.customerPriceMilliunits, point.attributes.proceedsMilliunits) }
    }
    _ = try? JSONDecoder().decode(ConnectPage<ConnectSubscription>.self, from: json)
    _ = try? JSONDecoder().decode(ConnectPage<ConnectInAppPurchase>.self, from: json)
    _ = try? JSONDecoder().decode(ConnectPage<ConnectSubscriptionGroup>.self, from: json)
    return 0
}
