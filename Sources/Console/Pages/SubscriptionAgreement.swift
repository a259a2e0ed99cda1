// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
import HTML

/// What a subscription has besides a product and a period: seats, a year that is paid month by month, a bundle.
package struct SubscriptionAgreement: Hashable, Sendable {
    /// A year that is paid month by month.
    package struct Commitment: Hashable, Sendable {
        /// The month, from 1.
        package var month: Int
        /// How many months there are.
        package var months: Int
        /// What is still to be charged, in thousandths of the currency's unit.
        package var owed: Int64?
        /// The currency.
        package var currency: String?
        /// When the last month ends.
        package var until: Date?
        /// Whether another year follows.
        package var willRenew: Bool?

        /// Makes a commitment.
        package init(month: Int, months: Int, owed: Int64?, currency: String?, until: Date?, willRenew: Bool?) {
            self.month = month
            self.months = months
            self.owed = owed
            self.currency = currency
            self.until = until
            self.willRenew = willRenew
        }
    }

    /// How many people may use it.
    package var seats: Int?
    /// How many seats renew.
    package var renewalSeats: Int?
    /// The year that is paid month by month.
    package var commitment: Commitment?
    /// The bundle that brings it.
    package var bundle: String?

    /// Describes an agreement; nothing for a subscription that has none of it.
    package init?(seats: Int?, renewalSeats: Int?, commitment: Commitment?, bundle: String?) {
        guard seats != nil || renewalSeats != nil || commitment != nil || bundle != nil else { return nil }
        self.seats = seats
        self.renewalSeats = renewalSeats
        self.commitment = commitment
        self.bundle = bundle
    }

    /// The facts, each with its name; a fact that there is none of is empty.
    func facts(in f: PageContext) -> [(String, HTML)] {
        [
            (f("Seats"), seats.map { "\($0)" } ?? .empty),
            (f("Seats at renewal"), renewalSeats.map { "\($0)" } ?? .empty),
            (f("Commitment"), commitment.map { HTML(Self.month($0, f)) } ?? .empty),
            (f("Still owed"), HTML(commitment.flatMap { Self.owed($0, f) } ?? "")),
            (f("Committed until"), commitment?.until.map { f.time($0) } ?? .empty),
            (f("Bundle"), bundle.map { Components.code($0) } ?? .empty),
        ]
    }

    /// The facts in a line, for a list of purchases.
    func line(in f: PageContext) -> HTML {
        var parts: [HTML] = []
        if let seats {
            let renewing = renewalSeats.flatMap { $0 == seats ? nil : $0 }
            parts.append(
                HTML(
                    renewing.map { f("\(seats) seats, \($0) at renewal") }
                        ?? (seats == 1 ? f("1 seat") : f("\(seats) seats"))
                )
            )
        }
        if let commitment {
            let owed = Self.owed(commitment, f).map { f("\($0) owed") }
            let until = commitment.until.map { f("until \(f.date($0))") }
            parts.append(HTML([Self.month(commitment, f), owed, until].compactMap(\.self).joined(separator: ", ")))
        }
        if let bundle { parts.append(HTML(f("bundle \(bundle)"))) }
        return "<span class=\"soft\">\(parts.joined(separator: " · "))</span>"
    }

    private static func month(_ commitment: Commitment, _ f: PageContext) -> String {
        let month = f("month \(commitment.month) of \(commitment.months)")
        guard commitment.willRenew == false else { return month }
        return month + f(", canceled")
    }

    private static func owed(_ commitment: Commitment, _ f: PageContext) -> String? {
        commitment.owed.map { f.money($0, commitment.currency) }
    }
}
