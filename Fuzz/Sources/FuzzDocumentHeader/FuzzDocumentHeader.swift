// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import FuzzSupport

@_cdecl("LLVMFuzzerInitialize")
func initialize(_ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer) -> CInt {
    offerSeeds(
        [Base64URL.decode(Material.shared.transaction.rawValue.prefix { $0 != "." })].compactMap { $0.map { Data($0) } }
    )
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
func test(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = bytes(start, count)
    let material = Material.shared
    let rest = material.transaction.rawValue.drop { $0 != "." }
    let signed = SignedPayload(rawValue: Base64URL.encode(input) + rest)
    guard (try? material.verifier.verify(signed, as: TransactionPayload.self, asOf: material.now)) != nil else {
        return 0
    }
    check(signed == material.transaction, "a header that nobody signed was accepted")
    return 0
}
