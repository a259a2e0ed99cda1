// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import FuzzSupport

@_cdecl("LLVMFuzzerInitialize")
func initialize(_ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer) -> CInt {
    offerSeeds([Material.shared.transactionReceipt, Material.shared.transactionReceipt.base64EncodedData()])
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
func test(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = bytes(start, count)
    let material = Material.shared
    _ = try? ReceiptVerifier.decodeUnverifiedTransactionReceipt(Data(input))
    guard case .transaction(let read)? = try? material.receiptVerifier.verify(Data(input)) else { return 0 }
    check(read.payload.productID == "gold", "a receipt that nobody signed was accepted")
    return 0
}
