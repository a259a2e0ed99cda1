// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import FuzzSupport

enum Target: FuzzTarget {
    static var seeds: [Data] { Seeds.words }

    static func test(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        if let period = SubscriptionPeriod(rawValue: text).components { check(period.count > 0, "a period is empty") }
        _ = Money.milliunits(decimal: text)
        if let day = ReportDay(text) { check(ReportDay(day.description) == day, "a day changes when it is written") }
        if let token = AppAccountToken(text) {
            check(AppAccountToken(token.description) == token, "a token changes when it is written")
        }
    }
}
