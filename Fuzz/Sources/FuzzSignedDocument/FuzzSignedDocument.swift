// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import FuzzSupport

@_cdecl("LLVMFuzzerInitialize")
func initialize(_ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer) -> CInt {
    offerSeeds([Data(Material.shared.transaction.rawValue.utf8)])
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
func test(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = bytes(start, count)
    let signed = SignedPayload(rawValue: String(decoding: input, as: UTF8.self))
    let material = Material.shared
    guard (try? material.verifier.verify(signed, as: TransactionPayload.self, asOf: material.now)) != nil else {
        return 0
    }
    check(signed == material.transaction, "a document that nobody signed was accepted")
    return 0
}
