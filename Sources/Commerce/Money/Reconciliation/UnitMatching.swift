// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Gives the units that Apple reported to the sales that they may account for, each sale within its own days.
///
/// As many sales as can be are served, and as few as can be on a day that is not their own: first each on its own day, then
/// the rest along the shortest chain of moves. A sale gets all its units or none, and all on one day where that leaves no
/// other sale without.
struct UnitMatching {
    /// A sale that wants units of rows.
    struct Claim {
        /// The sale's place in the caller's list.
        let sale: Int

        /// How many units it wants; above zero.
        let wanted: Int

        /// The day on which it should be reported.
        let own: CivilDay

        /// The days on which it may be.
        let days: ClosedRange<CivilDay>
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

    private let claims: [Claim]
    private let supplies: [Supply]
    private var free: [CivilDay: Int] = [:]
    private var assigned: [CivilDay: [Int]] = [:]

    /// Serves claims.
    ///
    /// - Returns: For each served sale the rows it is accounted for by.
    static func serve(_ claims: [Claim], from supplies: [Supply]) -> [Int: [Grant]] {
        let whole = match(claims, supplies)
        guard whole.count < claims.count, claims.contains(where: { $0.wanted > 1 }) else { return whole }
        // Sales of several units may have been put where others belong; unit by unit there is always a way, if any.
        let units = claims.flatMap { claim in
            (0..<claim.wanted).map { _ in Claim(sale: claim.sale, wanted: 1, own: claim.own, days: claim.days) }
        }
        let wanted = Dictionary(claims.map { ($0.sale, $0.wanted) }, uniquingKeysWith: { $1 })
        let split = match(units, supplies).filter { sale, grants in count(grants) == wanted[sale] }
            .mapValues(merged)
        return count(split.values.flatMap(\.self)) > count(whole.values.flatMap(\.self)) ? split : whole
    }

    private static func match(_ claims: [Claim], _ supplies: [Supply]) -> [Int: [Grant]] {
        var matching = UnitMatching(claims, supplies)
        let rest = matching.serveOwnDays()
        for claim in rest { matching.move(claim) }
        return matching.grants()
    }

    private static func merged(_ grants: [Grant]) -> [Grant] {
        Dictionary(grouping: grants, by: \.row).sorted { $0.key < $1.key }
            .map { Grant(row: $0.key, units: count($0.value)) }
    }

    private static func count(_ grants: [Grant]) -> Int { grants.reduce(0) { $0 + $1.units } }

    private init(_ claims: [Claim], _ supplies: [Supply]) {
        self.claims = claims.sorted { ($0.own, $0.sale) < ($1.own, $1.sale) }
        self.supplies = supplies.sorted { ($0.day, $0.row) < ($1.day, $1.row) }
        for supply in supplies { free[supply.day, default: 0] += supply.units }
    }

    /// Serves what fits on its own day; returns the claims that do not.
    private mutating func serveOwnDays() -> [Int] {
        var rest: [Int] = []
        for (day, indices) in Dictionary(grouping: claims.indices, by: { claims[$0].own }).sorted(by: {
            $0.key < $1.key
        }) {
            let units = free[day] ?? 0
            let wanted = indices.reduce(0) { $0 + claims[$1].wanted }
            // Those that may be reported on no other day come first.
            let ordered = indices.filter { !$0.isMovable(in: claims) } + indices.filter { $0.isMovable(in: claims) }
            let chosen = wanted <= units ? Set(ordered) : fitting(ordered, into: units)
            for index in ordered {
                if chosen.contains(index) { assign(index, to: day) } else { rest.append(index) }
            }
        }
        return rest
    }

    /// A subset of claims that fills as many units as can be, earlier claims before later ones.
    private func fitting(_ indices: [Int], into units: Int) -> Set<Int> {
        guard units > 0 else { return [] }
        if indices.allSatisfy({ claims[$0].wanted == 1 }) { return Set(indices.prefix(units)) }
        // last[sum] is the place of the claim by which a sum was reached first.
        var last = [Int?](repeating: nil, count: units + 1)
        var reached = [true] + [Bool](repeating: false, count: units)
        for (place, index) in indices.enumerated() {
            let wanted = claims[index].wanted
            guard wanted <= units else { continue }
            for sum in stride(from: units, through: wanted, by: -1) where !reached[sum] && reached[sum - wanted] {
                // A sum that this very claim reached may not be used again: sums fall, so it was not.
                reached[sum] = true
                last[sum] = place
            }
            if reached[units] { break }
        }
        var sum = reached.lastIndex(of: true) ?? 0
        var chosen: Set<Int> = []
        while sum > 0, let place = last[sum] {
            chosen.insert(indices[place])
            sum -= claims[indices[place]].wanted
        }
        return chosen
    }

    private mutating func assign(_ claim: Int, to day: CivilDay) {
        assigned[day, default: []].append(claim)
        free[day, default: 0] -= claims[claim].wanted
    }

    private mutating func release(_ claim: Int, from day: CivilDay) {
        assigned[day]?.removeAll { $0 == claim }
        free[day, default: 0] += claims[claim].wanted
    }

    /// Finds the shortest chain of moves that makes room for a claim, and makes them.
    private mutating func move(_ claim: Int) {
        var cameBy: [CivilDay: (claim: Int, from: CivilDay?)] = [:]
        var queue: [CivilDay] = []
        let wanted = claims[claim].wanted
        func visit(_ index: Int, from day: CivilDay?) {
            for next in claims[index].nearestDays where free[next] != nil && cameBy[next] == nil && next != day {
                cameBy[next] = (index, day)
                queue.append(next)
            }
        }
        visit(claim, from: nil)
        var place = 0
        while place < queue.count {
            let day = queue[place]
            place += 1
            if free[day] ?? 0 >= wanted {
                follow(cameBy, to: day)
                return
            }
            for other in assigned[day] ?? [] where claims[other].wanted == wanted && other.isMovable(in: claims) {
                visit(other, from: day)
            }
        }
    }

    private mutating func follow(_ cameBy: [CivilDay: (claim: Int, from: CivilDay?)], to end: CivilDay) {
        var day = end
        while let (claim, from) = cameBy[day] {
            if let from { release(claim, from: from) }
            assign(claim, to: day)
            guard let from else { return }
            day = from
        }
    }

    private func grants() -> [Int: [Grant]] {
        var rows = Dictionary(grouping: supplies, by: \.day)
        var grants: [Int: [Grant]] = [:]
        for (day, indices) in assigned {
            var place = 0
            for index in indices.sorted() {
                var wanted = claims[index].wanted
                while wanted > 0, let row = rows[day]?[place] {
                    let units = min(wanted, row.units)
                    if units > 0 { grants[claims[index].sale, default: []].append(Grant(row: row.row, units: units)) }
                    rows[day]?[place].units -= units
                    wanted -= units
                    if rows[day]?[place].units == 0, wanted > 0 { place += 1 }
                }
            }
        }
        return grants
    }
}

extension UnitMatching.Claim {
    /// Its days, its own first, then the nearest, later before earlier.
    fileprivate var nearestDays: [CivilDay] {
        let (first, last) = (days.lowerBound.daysSince1970, days.upperBound.daysSince1970)
        let own = own.daysSince1970
        return (first...last).sorted { (abs($0 - own), -$0) < (abs($1 - own), -$1) }
            .map(CivilDay.init(daysSince1970:))
    }
}

extension Int {
    /// Whether the claim at this place may be reported on another day than its own.
    fileprivate func isMovable(in claims: [UnitMatching.Claim]) -> Bool {
        claims[self].days.lowerBound != claims[self].days.upperBound
    }
}
