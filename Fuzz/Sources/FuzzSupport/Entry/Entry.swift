// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FuzzSupport

// Every target has a link to this file: what libFuzzer calls, said once.

@_cdecl("LLVMFuzzerInitialize")
func initialize(_ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer) -> CInt {
    offerSeeds(Target.seeds)
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
func test(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    Target.test(bytes(start, count))
    return 0
}
