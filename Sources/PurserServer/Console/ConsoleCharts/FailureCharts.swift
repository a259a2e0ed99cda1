// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// The purchases that failed on devices, as a chart: by the store's code, the app's version, or what charts
/// are taken apart by.
struct FailureCharts: Sendable {
    let database: any Database

    /// How many reports a chart reads at most.
    private static let maximumReports = 100_000
    private static let reportsOfPage = 5000

    /// The failures by segment and bucket; `nil` where there are too many reports.
    func counts(
        _ buckets: [ChartBucket],
        _ query: ChartQuery,
        _ grouping: ChartGrouping,
        of app: BundleID
    ) async throws -> ChartCells.Sums? {
        guard let first = buckets.first?.first, let last = buckets.last?.last else { return [:] }
        let start = ReportingZone.pacific.start(of: first)
        let end = ReportingZone.pacific.start(of: last.adding(days: 1))
        let filter = query.filter(nil, grouping)
        var counts: ChartCells.Sums = [:]
        var place = NumberedName(start.millisecondsSince1970)
        for _ in 0..<(Self.maximumReports / Self.reportsOfPage) {
            let after = place
            let page = try await database.read {
                try $0.records(in: PurchaseFailureReport.records[app], after: after, limit: Self.reportsOfPage)
            }
            for record in page {
                let report = try record.value
                guard report.at < end else { return counts }
                let key = ChartRow.Key(
                    product: report.product,
                    storefront: report.storefront.map(StorefrontCountryCode.init(rawValue:)),
                    measure: .purchaseFailures
                )
                let day = ReportingZone.pacific.day(of: report.at)
                guard filter.accepts(key), let bucket = ChartBucket.index(of: day, in: buckets) else { continue }
                let name =
                    switch query.segment {
                    case nil: report.code
                    case .appVersion: report.appVersion ?? ""
                    case .dimension(let dimension): grouping.name(of: key, dimension)
                    }
                counts[name, default: [:]][bucket, default: 0] += BoundedSum(1)
            }
            guard page.count == Self.reportsOfPage, let name = page.last?.name else { return counts }
            place = name
        }
        return nil
    }
}

extension ChartResult {
    /// Numbers by segment, such as failures by their codes.
    ///
    /// - Parameters:
    ///   - counts: The numbers.
    ///   - buckets: The axis.
    ///   - earlier: What they are compared with.
    ///   - isSegmented: Whether segments have lines of their own.
    init(
        counts: ChartCells.Sums,
        _ buckets: [ChartBucket],
        earlier: (buckets: [ChartBucket], counts: ChartCells.Sums)?,
        isSegmented: Bool = true
    ) {
        self.buckets = buckets
        func total(_ sums: ChartCells.Sums, _ names: some Sequence<String>) -> [Int: BoundedSum] {
            names.reduce(into: [:]) { $0.merge(sums[$1] ?? [:], uniquingKeysWith: +) }
        }
        func line(_ kind: Line.Kind, _ names: [String]?) -> Line {
            let own = total(counts, names ?? Array(counts.keys))
            let before = earlier.map { earlier in total(earlier.counts, names ?? Array(earlier.counts.keys)) }
            return Line(
                kind: kind,
                values: buckets.indices.map { .count(own[$0] ?? 0) },
                previous: before.map { before in (earlier?.buckets.indices ?? 0..<0).map { .count(before[$0] ?? 0) } }
            )
        }
        let sizes = counts.mapValues { $0.values.reduce(BoundedSum()) { $0 + $1 }.value }
        let names = sizes.sorted { (-$0.value, $0.key) < (-$1.value, $1.key) }.map(\.key)
        guard isSegmented else {
            lines = [line(.whole, nil)]
            return
        }
        lines = names.prefix(Self.maximumSegments).map { line(.segment($0), [$0]) }
        let rest = Array(names.dropFirst(Self.maximumSegments))
        if !rest.isEmpty { lines.append(line(.other, rest)) }
        lines.append(line(.whole, nil))
    }
}
