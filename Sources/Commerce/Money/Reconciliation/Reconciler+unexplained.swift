// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension Reconciler {
    /// Sorts what is left by what seems to be wrong, and names for each our sales that may be the cause.
    mutating func collectUnexplained(_ repeated: [RecordedSale]) {
        var findings = Findings()
        for sale in repeated { findings.add(.surplus, group(of: sale), ours: sale.amount, sale: sale) }
        let rowsByStorefront = rowsByProductStorefront()
        for sale in open {
            guard let index = nearestRow(for: sale, in: rowsByStorefront, where: { _, _ in true }) else {
                findings.add(.surplus, group(of: sale), ours: sale.amount, sale: sale)
                continue
            }
            units[index] -= sale.units
            findings.add(
                .price,
                ReportGroup(rows[index]),
                ours: sale.amount,
                reported: rows[index].amount(of: sale.units).value,
                sale: sale,
                row: rows[index]
            )
        }
        open = []
        for index in rows.indices where units[index] != 0 {
            let reported = rows[index].amount(of: units[index]).value
            findings.add(.missing, ReportGroup(rows[index]), reported: reported, row: rows[index])
        }
        result.unexplained = findings.all.map { unexplained in
            guard unexplained.finding != .missing else { return unexplained }
            var unexplained = unexplained
            unexplained.suspects += others(like: unexplained)
            return unexplained
        }
    }

    private func group(of sale: RecordedSale) -> ReportGroup {
        ReportGroup(sale, day: policy.ownPeriod(of: sale))
    }

    /// Sales that could change places with a suspect: a doubled sale looks like its twin.
    ///
    /// They are accounted for in the same group, or in one that a suspect may have been reported in as well.
    private func others(like unexplained: Reconciliation.Unexplained) -> [RecordedSale] {
        let suspects = Set(unexplained.suspects)
        let directions = Set(suspects.map(\.direction))
        let ranges = suspects.map(policy.periods)
        let completed =
            result.matched.flatMap { match in match.sales.map { ($0, match.row) } }
            + result.explained.compactMap { item in item.row.flatMap { row in item.sale.map { ($0, row) } } }
        return completed.filter { sale, row in
            sale.productID == unexplained.group.productID && sale.country == unexplained.group.country
                && sale.price.currency == unexplained.group.currency && directions.contains(sale.direction)
                && ranges.contains { $0.contains(row.day) || $0.contains(policy.ownPeriod(of: sale)) }
                && !suspects.contains(sale)
        }
        .map(\.0)
        .sorted(on: { distance($0, unexplained) })
    }

    private func distance(_ sale: RecordedSale, _ unexplained: Reconciliation.Unexplained) -> Int {
        abs(policy.ownPeriod(of: sale).daysSince1970 - unexplained.group.day.daysSince1970)
    }
}

/// What is unexplained, gathered by group and finding.
private struct Findings {
    private struct Key: Hashable {
        let group: ReportGroup
        let finding: Reconciliation.Unexplained.Finding
    }

    private var byKey: [Key: Reconciliation.Unexplained] = [:]

    var all: [Reconciliation.Unexplained] {
        byKey.values.sorted(on: \.group, \.finding.rawValue)
    }

    mutating func add(
        _ finding: Reconciliation.Unexplained.Finding,
        _ group: ReportGroup,
        ours: Int64 = 0,
        reported: Int64 = 0,
        sale: RecordedSale? = nil,
        row: ReportedSale? = nil
    ) {
        let key = Key(group: group, finding: finding)
        let empty = Reconciliation.Unexplained(
            group: group,
            finding: finding,
            ours: 0,
            reported: 0,
            suspects: [],
            rows: []
        )
        var unexplained = byKey[key] ?? empty
        unexplained.ours = (BoundedSum(unexplained.ours) + BoundedSum(ours)).value
        unexplained.reported = (BoundedSum(unexplained.reported) + BoundedSum(reported)).value
        if let sale { unexplained.suspects.append(sale) }
        if let row, !unexplained.rows.contains(row) { unexplained.rows.append(row) }
        byKey[key] = unexplained
    }
}
