// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import FuzzSupport
import Gzip

@_cdecl("LLVMFuzzerInitialize")
func initialize(_ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer) -> CInt {
    offerSeeds(Seeds.packed)
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
func test(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let packed = Data(bytes(start, count))
    let limit = 1 << 20
    guard let plain = try? Gzip.decompress(packed, maximumBytes: limit) else { return 0 }
    check(plain.count <= limit, "more was unpacked than allowed")
    check(Gzip.isGzip(packed), "something else was unpacked")
    return 0
}
