// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

extension Money {
    /// Reads a decimal amount such as `9.99` exactly, or nothing when it is none or finer than a milliunit.
    public init?(decimal text: String, currency: Currency) {
        guard let ratio = Ratio(decimal: text), 1000 % ratio.denominator == 0 else { return nil }
        let (milliunits, overflow) = ratio.numerator.multipliedReportingOverflow(by: 1000 / ratio.denominator)
        guard !overflow else { return nil }
        self.init(milliunits: milliunits, currency: currency)
    }
}
