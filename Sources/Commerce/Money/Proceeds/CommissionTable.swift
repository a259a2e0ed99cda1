// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// The team's share of sales by rate and by the day from which it counts, everywhere or in one storefront.
///
/// Requirement E5: what Apple keeps changed in 2016, in 2021 and in 2026 and may change again, so it is data.
public struct CommissionTable: Hashable, Sendable {
    private struct Line: Hashable, Sendable {
        var from: CivilDay
        var share: Ratio
    }

    private struct Place: Hashable, Sendable {
        var rate: CommissionRate
        var country: StorefrontCountryCode?
    }

    private let lines: [Place: [Line]]

    /// Reads a table with the columns from, rate and share in per cent; a column country names the only storefront of a
    /// line.
    ///
    /// Where a line's country is absent or `*`, it counts in every storefront that has no line of its own in force.
    ///
    /// - Throws: ``PriceDataError`` that names the line.
    public init(tabSeparated text: String) throws {
        var lines: [Place: [Line]] = [:]
        for row in try TabSeparatedTable(text, columns: ["from", "rate", "share"]).rows {
            let cell = { row[$0] ?? "" }
            guard let from = CivilDay(cell("from")), let rate = CommissionRate(rawValue: cell("rate")),
                let percent = Ratio(decimal: cell("share")),
                percent.numerator >= 0, percent.numerator <= 100 * percent.denominator,
                let share = percent.times(Ratio(thousandthsOfPercent: 1000))
            else {
                throw PriceDataError(
                    "the share from '\(cell("from"))' of '\(cell("rate"))', '\(cell("share"))', cannot be read"
                )
            }
            let country = cell("country")
            let isEverywhere = country.isEmpty || country == "*"
            let place = Place(rate: rate, country: isEverywhere ? nil : StorefrontCountryCode(rawValue: country))
            lines[place, default: []].append(Line(from: from, share: share))
        }
        self.lines = lines.mapValues { $0.sorted(on: \.from) }
    }

    /// The team's share at a rate on a day.
    ///
    /// - Parameters:
    ///   - rate: The rate.
    ///   - day: The day of the payment.
    ///   - country: The storefront, whose own line counts before those for all.
    /// - Returns: The share, or nothing before there was such a rate.
    public func share(of rate: CommissionRate, on day: CivilDay, in country: StorefrontCountryCode? = nil) -> Ratio? {
        if let country, let own = share(Place(rate: rate, country: country), on: day) { return own }
        return share(Place(rate: rate, country: nil), on: day)
    }

    /// The team's share at a rate as the newest line for all storefronts says, or nothing when there is no such rate.
    func newestShare(of rate: CommissionRate) -> Ratio? {
        lines[Place(rate: rate, country: nil)]?.last?.share
    }

    private func share(_ place: Place, on day: CivilDay) -> Ratio? {
        lines[place]?.last { $0.from <= day }?.share
    }

    /// The table that ships.
    ///
    /// - Throws: ``PriceDataError``, when it was changed and cannot be read.
    public static func shipped() throws -> CommissionTable {
        try CommissionTable(tabSeparated: String(decoding: PackageResources.commission_shares_tsv, as: UTF8.self))
    }

    /// The table that ships, read once.
    public static let current: CommissionTable = {
        do {
            return try shipped()
        } catch {
            // It is a part of the program, and the tests read it.
            preconditionFailure("the table of commissions cannot be read: \(error)")
        }
    }()
}
