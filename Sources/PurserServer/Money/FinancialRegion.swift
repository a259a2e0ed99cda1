// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The regions of Apple's financial reports that hold many countries.
///
/// All others are a country with a currency of its own, and have its code.
///
/// <https://developer.apple.com/help/app-store-connect/reference/financial-report-regions-and-currencies>
enum FinancialRegion {
    /// Latin America and the Caribbean, in dollars.
    private static let latinAmerica = codes(
        "AI AG AR BS BB BZ BM BO VG KY CL CR DM DO EC SV GD GT GY HN JM MS NI PA PY KN LC VC SR TT TC UY VE"
    )

    /// South Asia and the Pacific, in dollars.
    private static let southAsia = codes("BT BN KH FJ LA MO MV FM MN MM NR NP PW PG SB LK TO VU")

    /// The month in which South Asia and the Pacific got a report of their own; before, the rest of the world's held them.
    private static let southAsiaBegins = "2024-10"

    /// The countries whose currency is the euro and that still have a report of their own.
    private static let euroAlone = codes("BG HR")

    /// The region of a report's rows.
    ///
    /// - Parameters:
    ///   - countries: Their countries, by two letters.
    ///   - currency: The currency in which they are paid.
    ///   - month: The fiscal month.
    /// - Returns: The region's code, or nothing when the rows are of several regions, or may be.
    static func code(of countries: Set<String>, currency: String, month: String) -> String? {
        switch currency {
        case "EUR": countries.count == 1 && countries.isSubset(of: euroAlone) ? countries.first : "EU"
        case "USD": dollars(countries, month)
        default: countries.count == 1 ? countries.first : ReportKind.allRegions
        }
    }

    private static func dollars(_ countries: Set<String>, _ month: String) -> String? {
        if countries == ["US"] { return "US" }
        if countries.isSubset(of: latinAmerica) { return "LL" }
        guard countries.isDisjoint(with: latinAmerica), !countries.contains("US") else { return nil }
        guard countries.isSubset(of: southAsia) else { return "WW" }
        return month == southAsiaBegins ? nil : month < southAsiaBegins ? "WW" : "AP"
    }

    private static func codes(_ text: String) -> Set<String> {
        Set(text.split(separator: " ").map(String.init))
    }
}
