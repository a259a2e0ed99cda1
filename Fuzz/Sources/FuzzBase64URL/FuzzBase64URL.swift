// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import FuzzSupport

@_cdecl("LLVMFuzzerInitialize")
func initialize(_ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer) -> CInt {
    offerSeeds([Data("__79".utf8), Data("-_A".utf8)])
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
func test(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = bytes(start, count)
    let text = String(decoding: input, as: UTF8.self)
    guard let decoded = Base64URL.decode(text) else { return 0 }
    check(Base64URL.encode(decoded) == text, "a text that is not canonical was decoded")
    return 0
}
