// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Gives the units that Apple reported to the sales that they may account for, each sale within its own days.
///
/// As many sales as can be are served, and those that are go as few days away from their own as can be; where one must
/// go without, it is a doubtful one. Sales of one unit are served as well as is possible at all: by shortest augmenting
/// paths. A sale gets all its units or none, and all on one day where that leaves no other sale without.
struct UnitMatching {
    /// A sale that wants units of rows.
    struct Demand {
        /// The sale's place in the caller's list.
        let sale: Int

        /// How many units it wants; above zero.
        let wanted: Int

        /// The day on which it should be reported.
        let own: CivilDay

        /// The days on which it may be.
        let days: ClosedRange<CivilDay>

        /// Whether it may be another sale's double, and goes without before others do.
        let isDoubtful: Bool
    }

    /// Units of a row.
    struct Supply {
        /// The row's place in the caller's list.
        let row: Int

        /// How many units it has.
        var units: Int

        /// Its day.
        let day: CivilDay
    }

    /// Units of one row for one sale.
    struct Allocation {
        let row: Int
        let units: Int
    }

    /// How many units one sale may have to be paired: they are counted one by one.
    static let maximumUnits = 1000

    /// How much work may go into filling a day's units as well as can be.
    private static let maximumFittingWork = 10_000_000

    private let claims: [Demand]
    private let supplies: [Supply]
    /// The days that have rows, in their order.
    private let days: [CivilDay]
    /// The units of each day that no one has.
    private var free: [Int]
    /// The claims served on each day that could be served elsewhere, or should rather go without.
    private var movable: [Set<Int>]
    /// The day's place for each claim that is served.
    private var place: [Int?]
    /// What shortest paths have taught, for each number of units that a sale wants: no move costs less than the
    /// difference of its ends.
    ///
    /// A day that has too few units for a large sale may have enough for a small one, so each size has its own.
    private var potentials: [Int: [Int]] = [:]

    /// Going without costs more than any way through the calendar.
    private static let without = 1 << 40
    private static let doubtfulWithout = 1 << 30

    /// Serves claims.
    ///
    /// - Returns: For each served sale the rows it is accounted for by.
    static func match(_ claims: [Demand], from supplies: [Supply]) -> [Int: [Allocation]] {
        let whole = match(claims, supplies)
        guard whole.count < claims.count, claims.contains(where: { $0.wanted > 1 }) else { return whole }
        // Sales of several units may have been put where others belong; unit by unit there is always a way, if any.
        let units = claims.flatMap { claim in
            (0..<claim.wanted).map { _ in
                Demand(sale: claim.sale, wanted: 1, own: claim.own, days: claim.days, isDoubtful: claim.isDoubtful)
            }
        }
        let wanted = Dictionary(claims.map { ($0.sale, $0.wanted) }, uniquingKeysWith: { $1 })
        let split = match(units, supplies).filter { sale, grants in count(grants) == wanted[sale] }
            .mapValues(merged)
        guard count(split.values.flatMap(\.self)) > count(whole.values.flatMap(\.self)) else { return whole }
        // A sale that got a part of its units gives them up, and another one may want them.
        let others = match(claims.filter { split[$0.sale] == nil }, rest(of: supplies, after: split))
        return split.merging(others) { served, _ in served }
    }

    /// What is left of the rows.
    private static func rest(of supplies: [Supply], after grants: [Int: [Allocation]]) -> [Supply] {
        let used = Dictionary(grants.values.joined().map { ($0.row, $0.units) }, uniquingKeysWith: +)
        return supplies.map { supply in
            var rest = supply
            if let units = used[supply.row] { rest.units -= units }
            return rest
        }
    }

    private static func match(_ claims: [Demand], _ supplies: [Supply]) -> [Int: [Allocation]] {
        var matching = UnitMatching(claims, supplies)
        let rest = matching.matchOwnDays()
        for claim in rest { matching.match(claim) }
        return matching.grants()
    }

    private static func merged(_ grants: [Allocation]) -> [Allocation] {
        Dictionary(grouping: grants, by: \.row).sorted(on: { $0.key })
            .map { Allocation(row: $0.key, units: count($0.value)) }
    }

    private static func count(_ grants: [Allocation]) -> Int { grants.reduce(0) { $0 + $1.units } }

    private init(_ claims: [Demand], _ supplies: [Supply]) {
        self.claims = claims.sorted(on: \.own, \.sale)
        self.supplies = supplies.sorted(on: \.day, \.row)
        let units = Dictionary(supplies.map { ($0.day, $0.units) }, uniquingKeysWith: +)
        let byDay = units.sorted(on: { $0.key })
        days = byDay.map(\.key)
        free = byDay.map(\.value)
        movable = Array(repeating: [], count: days.count)
        place = Array(repeating: nil, count: claims.count)
    }

    /// Serves what fits on its own day; returns the claims that do not, and those that are doubtful.
    private mutating func matchOwnDays() -> [Int] {
        let sure = claims.indices.filter { !claims[$0].isDoubtful }
        var rest: [Int] = []
        for (day, indices) in Dictionary(grouping: sure, by: { claims[$0].own }) {
            guard let place = position(of: day) else {
                rest += indices
                continue
            }
            let wanted = indices.reduce(0) { $0 + claims[$1].wanted }
            // Those that may be reported on no other day come first.
            let ordered = indices.filter { !isMovable($0) } + indices.filter { isMovable($0) }
            let chosen = wanted <= free[place] ? Set(ordered) : fitting(ordered, into: free[place])
            for index in ordered {
                if chosen.contains(index) { assign(index, to: place) } else { rest.append(index) }
            }
        }
        return rest.sorted() + claims.indices.filter { claims[$0].isDoubtful }
    }

    /// A subset of claims that fills as many units as can be, earlier claims before later ones.
    private func fitting(_ indices: [Int], into units: Int) -> Set<Int> {
        guard units > 0 else { return [] }
        if indices.allSatisfy({ claims[$0].wanted == 1 }) { return Set(indices.prefix(units)) }
        guard units <= Self.maximumFittingWork / max(1, indices.count) else {
            return greedilyFitting(indices, into: units)
        }
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

    /// The claims that fit one after another, where there are too many units to look for the best.
    private func greedilyFitting(_ indices: [Int], into units: Int) -> Set<Int> {
        var left = units
        return Set(
            indices.filter { index in
                guard claims[index].wanted <= left else { return false }
                left -= claims[index].wanted
                return true
            }
        )
    }

    private func position(of day: CivilDay) -> Int? {
        let position = days.partitioningIndex { $0 >= day }
        return position < days.count && days[position] == day ? position : nil
    }

    /// The places of the days on which a claim may be served.
    private func places(for claim: Int) -> Range<Int> {
        let range = claims[claim].days
        let first = days.partitioningIndex { $0 >= range.lowerBound }
        return first..<max(first, days.partitioningIndex { $0 > range.upperBound })
    }

    /// How far a day is from a claim's own; among equals the later is nearer.
    private func cost(_ claim: Int, _ place: Int) -> Int {
        let distance = days[place].daysSince1970 - claims[claim].own.daysSince1970
        return distance >= 0 ? 2 * distance : 1 - 2 * distance
    }

    private func isMovable(_ claim: Int) -> Bool { claims[claim].days.lowerBound != claims[claim].days.upperBound }

    private func costWithout(_ claim: Int) -> Int {
        claims[claim].isDoubtful ? Self.doubtfulWithout : Self.without
    }

    private mutating func assign(_ claim: Int, to day: Int) {
        place[claim] = day
        free[day] -= claims[claim].wanted
        if isMovable(claim) || claims[claim].isDoubtful { movable[day].insert(claim) }
    }

    private mutating func release(_ claim: Int) {
        guard let day = place[claim] else { return }
        place[claim] = nil
        free[day] += claims[claim].wanted
        movable[day].remove(claim)
    }
}

extension UnitMatching {
    /// A step of the search: the claim that would be served on a day, where it came from, and how far the way is so
    /// far.
    private struct Step {
        var claim: Int
        var from: Int?
        var distance: Int
        var isFinal = false
    }

    /// The end of a way: a day with units left, or a claim of that day that goes without.
    private struct End {
        var day: Int
        var dropped: Int?
        var cost: Int
    }

    /// Serves a claim along the cheapest chain of moves, at whose end there are units left or another goes without.
    ///
    /// Dijkstra's search over days with potentials, as in minimum-cost flows.
    private mutating func match(_ claim: Int) {
        let wanted = claims[claim].wanted
        var potential = potentials.removeValue(forKey: wanted) ?? Array(repeating: 0, count: days.count)
        var steps: [Int: Step] = [:]
        var end: End?
        var best = costWithout(claim)
        func reach(_ day: Int, _ step: Step) {
            if let known = steps[day], known.isFinal || known.distance <= step.distance { return }
            steps[day] = step
        }
        for day in places(for: claim) {
            reach(day, Step(claim: claim, from: nil, distance: cost(claim, day) - potential[day]))
        }
        while let (day, step) = steps.filter({ !$0.value.isFinal }).min(by: {
            ($0.value.distance, $0.key) < ($1.value.distance, $1.key)
        }), step.distance < best {
            steps[day]?.isFinal = true
            let travelled = step.distance + potential[day]
            if free[day] >= wanted, travelled < best {
                best = travelled
                end = End(day: day, dropped: nil, cost: best)
            }
            for other in movable[day].sorted() where claims[other].wanted == wanted {
                let dropping = travelled + costWithout(other) - cost(other, day)
                if dropping < best {
                    best = dropping
                    end = End(day: day, dropped: other, cost: best)
                }
                for next in places(for: other) {
                    let length = cost(other, next) - cost(other, day) + potential[day] - potential[next]
                    reach(next, Step(claim: other, from: day, distance: step.distance + length))
                }
            }
        }
        for (day, step) in steps where step.isFinal && step.distance < best { potential[day] += step.distance - best }
        potentials[wanted] = potential
        if let end { apply(steps, to: end) }
    }

    private mutating func apply(_ steps: [Int: Step], to end: End) {
        if let dropped = end.dropped { release(dropped) }
        var day: Int? = end.day
        while let place = day, let step = steps[place] {
            release(step.claim)
            assign(step.claim, to: place)
            day = step.from
        }
    }

    private func grants() -> [Int: [Allocation]] {
        var rows = Dictionary(grouping: supplies, by: \.day)
        var grants: [Int: [Allocation]] = [:]
        var positions: [CivilDay: Int] = [:]
        for index in claims.indices {
            guard let day = place[index].map({ days[$0] }) else { continue }
            var wanted = claims[index].wanted
            var position = positions[day] ?? 0
            while wanted > 0, let row = rows[day]?[position] {
                let units = min(wanted, row.units)
                if units > 0 { grants[claims[index].sale, default: []].append(Allocation(row: row.row, units: units)) }
                rows[day]?[position].units -= units
                wanted -= units
                if rows[day]?[position].units == 0, wanted > 0 { position += 1 }
            }
            positions[day] = position
        }
        return grants
    }
}

extension Array {
    /// The first place whose element has a property that all later ones have too.
    fileprivate func partitioningIndex(_ belongs: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if belongs(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
