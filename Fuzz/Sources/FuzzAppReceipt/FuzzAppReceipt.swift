// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import FuzzSupport

@_cdecl("LLVMFuzzerInitialize")
func initialize(_ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer) -> CInt {
    offerSeeds([Material.shared.appReceipt])
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
func test(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = bytes(start, count)
    let material = Material.shared
    guard let read = try? material.receiptVerifier.verifyAppReceipt(Data(input)) else { return 0 }
    let good = try? material.receiptVerifier.verifyAppReceipt(material.appReceipt)
    check(read.payload == good?.payload, "a receipt that nobody signed was accepted")
    return 0
}
