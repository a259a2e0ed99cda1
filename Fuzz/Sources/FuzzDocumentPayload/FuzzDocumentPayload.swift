// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import FuzzSupport

@_cdecl("LLVMFuzzerInitialize")
func initialize(_ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer) -> CInt {
    offerSeeds(
        [Base64URL.decode(Material.shared.transaction.rawValue.split(separator: ".")[1])].compactMap {
            $0.map { Data($0) }
        }
    )
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
func test(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = bytes(start, count)
    let json = Data(input)
    _ = try? AppStoreJSON.decode(TransactionPayload.self, from: json)
    _ = try? AppStoreJSON.decode(RenewalInfoPayload.self, from: json)
    _ = try? AppStoreJSON.decode(AppTransactionPayload.self, from: json)
    _ = try? AppStoreJSON.decode(NotificationPayload.self, from: json)
    return 0
}
