// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FuzzSupport

// Every target has a link to this file: what libFuzzer calls, said once.

@_cdecl("LLVMFuzzerInitialize")
func initialize(_ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer) -> CInt {
    Cost.reportAtExit()
    offerSeeds(Target.seeds)
    if growsSeeds { Growth.each(of: Target.seeds) { input in Cost.measure(input.count) { Target.test(input) } } }
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
func test(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = bytes(start, count)
    Cost.measure(count) { Target.test(input) }
    return 0
}
