// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import FuzzSupport

@_cdecl("LLVMFuzzerInitialize")
func initialize(_ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer) -> CInt {
    offerSeeds(Seeds.storeKitFiles)
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
func test(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard let file = try? StoreKitFile(contents: Data(bytes(start, count))) else { return 0 }
    _ = (file.allProducts.map(\.price), file.allSubscriptions.map(\.allIntroductoryOffers))
    for subscription in file.allSubscriptions {
        _ = (subscription.price, subscription.recurringSubscriptionPeriod.components)
    }
    guard let written = try? file.contents(), let again = try? StoreKitFile(contents: written) else {
        check(false, "a file that was read cannot be written and read again")
        return 0
    }
    check((try? again.contents()) == written, "a file changes each time it is written")
    return 0
}
