// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

/// Gives reported units to the sales that they may account for, each sale within the days on which it may be reported.
///
/// The sale whose last day comes first is served first, which leaves as few sales without units as can be.
struct UnitMatching {
    /// A sale that wants units of rows.
    struct Claim {
        /// The sale's place in the caller's list.
        let sale: Int

        /// How many units it wants; above zero.
        let wanted: Int

        /// The day on which it should be reported.
        let own: CivilDay

        /// The first day on which it may be.
        let first: CivilDay

        /// The last day on which it may be.
        let last: CivilDay
    }

    /// Units of a row.
    struct Supply {
        /// The row's place in the caller's list.
        let row: Int

        /// How many units it has; above zero.
        var units: Int

        /// Its day.
        let day: CivilDay
    }

    /// Units of one row for one sale.
    struct Grant {
        let row: Int
        let units: Int
    }

    private var supplies: [Supply]
    private var grants: [Int: [Grant]] = [:]

    /// Serves claims; a sale that cannot be served whole gets nothing.
    ///
    /// - Returns: For each served sale the rows it is accounted for by.
    static func serve(_ claims: [Claim], from supplies: [Supply]) -> [Int: [Grant]] {
        var matching = UnitMatching(supplies: supplies.sorted { ($0.day, $0.row) < ($1.day, $1.row) })
        matching.serve(claims.sorted { ($0.first, $0.last, $0.sale) < ($1.first, $1.last, $1.sale) })
        return matching.grants
    }

    private init(supplies: [Supply]) {
        self.supplies = supplies
    }

    private mutating func serve(_ claims: [Claim]) {
        var waiting = claims[...]
        var active: [(claim: Claim, left: Int)] = []
        for index in supplies.indices {
            let day = supplies[index].day
            while let claim = waiting.first, claim.first <= day {
                active.append((claim, claim.wanted))
                waiting.removeFirst()
            }
            for late in active where late.claim.last < day && late.left > 0 { release(late.claim.sale) }
            active.removeAll { $0.claim.last < day || $0.left == 0 }
            active.sort { Self.precedes($0.claim, $1.claim, on: day) }
            for place in active.indices where supplies[index].units > 0 {
                let units = min(active[place].left, supplies[index].units)
                active[place].left -= units
                supplies[index].units -= units
                grants[active[place].claim.sale, default: []].append(Grant(row: supplies[index].row, units: units))
            }
        }
        for rest in active where rest.left > 0 { release(rest.claim.sale) }
    }

    /// Takes back what a sale got when it cannot get all; earlier days are over, so nobody else needs it.
    private mutating func release(_ sale: Int) {
        grants[sale] = nil
    }

    private static func precedes(_ left: Claim, _ right: Claim, on day: CivilDay) -> Bool {
        if left.last != right.last { return left.last < right.last }
        if (left.own == day) != (right.own == day) { return left.own == day }
        return left.sale < right.sale
    }
}
