// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import FuzzSupport

@_cdecl("LLVMFuzzerInitialize")
func initialize(_ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer) -> CInt {
    offerSeeds(Seeds.words)
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
func test(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let text = String(decoding: bytes(start, count), as: UTF8.self)
    if let period = SubscriptionPeriod(rawValue: text).components { check(period.count > 0, "a period is empty") }
    _ = Money.milliunits(decimal: text)
    if let day = ReportDay(text) { check(ReportDay(day.description) == day, "a day changes when it is written") }
    if let token = AppAccountToken(text) {
        check(AppAccountToken(token.description) == token, "a token changes when it is written")
    }
    return 0
}
