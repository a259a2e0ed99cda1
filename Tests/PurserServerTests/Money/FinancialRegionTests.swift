// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Testing

@testable import PurserServer

@Suite struct FinancialRegionTests {
    private static let texts: [([String], String, String, String?)] = [
        (["US"], "USD", "2026-03", "US"), (["AE", "NG"], "USD", "2026-03", "WW"), (["KE"], "USD", "2026-03", "WW"),
        (["AR", "EC"], "USD", "2026-03", "LL"), (["AR"], "USD", "2026-03", "LL"),
        (["NP", "FJ"], "USD", "2026-03", "AP"), (["NP", "FJ"], "USD", "2024-09", "WW"),
        (["NP", "FJ"], "USD", "2024-10", nil), (["NP", "AE"], "USD", "2024-10", "WW"),
        (["AR", "AE"], "USD", "2026-03", nil), (["US", "AE"], "USD", "2026-03", nil),
        (["DE", "FR"], "EUR", "2026-03", "EU"), (["DE"], "EUR", "2026-03", "EU"), (["HR"], "EUR", "2026-03", "HR"),
        (["JP"], "JPY", "2026-03", "JP"),
    ]

    @Test(arguments: texts)
    func `a report's region follows its countries, and what may be of several is not guessed`(
        countries: [String],
        currency: String,
        month: String,
        region: String?
    ) {
        #expect(FinancialRegion.code(of: Set(countries), currency: currency, month: month) == region)
    }
}
