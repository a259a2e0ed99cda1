// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension PlanConversion {
    /// A share of a number, rounded down so that no value is ever created: `number × part ÷ whole`.
    ///
    /// - Returns: The share; zero when the whole is not positive or the result would not fit.
    package static func scale(_ number: Int64, by part: Int64, over whole: Int64) -> Int64 {
        guard whole > 0, number > 0, part > 0 else { return 0 }
        let product = UInt64(number).multipliedFullWidth(by: UInt64(part))
        guard product.high < UInt64(whole) else { return 0 }
        let quotient = UInt64(whole).dividingFullWidth(product).quotient
        return Int64(exactly: quotient) ?? 0
    }
}
