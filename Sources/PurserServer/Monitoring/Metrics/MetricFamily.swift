// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

/// What a family of numbers is called and what it counts.
struct MetricDescriptor: Hashable, Sendable {
    enum Kind: String, Sendable {
        case counter, gauge, histogram
    }

    var name: String
    var help: String
    var kind: Kind
    /// The names of the labels, in order.
    var labels: [String] = []
}

/// One number of a family.
struct MetricSample: Hashable, Sendable {
    /// What is behind the family's name, such as `_bucket`.
    var suffix = ""
    /// The values of the family's labels, in their order.
    var values: [String] = []
    /// The upper end of a histogram's bucket.
    var bound: String?
    var number: Double
}

/// A family of numbers that are read again and again.
protocol MetricFamily: Sendable {
    var head: MetricDescriptor { get }
    func points() -> [MetricSample]
}

/// How many series a family may have; what comes after them is counted together under `other`.
enum MetricSeriesLimit {
    static let series = 400
    static let other = "other"

    /// The label values under which something is counted.
    static func key<Value>(_ values: [String], among known: [[String]: Value]) -> [String] {
        guard known[values] == nil, known.count >= series else { return values }
        return Array(repeating: other, count: values.count)
    }
}

/// Numbers that only grow.
final class MetricCounter: MetricFamily {
    let head: MetricDescriptor
    private let counts = Mutex<[[String]: Double]>([:])

    init(_ name: String, _ help: String, labels: [String] = []) {
        head = MetricDescriptor(name: name, help: help, kind: .counter, labels: labels)
    }

    func add(_ values: String..., count: Double = 1) {
        counts.withLock { counts in counts[MetricSeriesLimit.key(values, among: counts), default: 0] += count }
    }

    func points() -> [MetricSample] {
        counts.withLock { counts in
            counts.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map {
                MetricSample(values: $0.key, number: $0.value)
            }
        }
    }
}

/// How long things took, by buckets.
final class MetricHistogram: MetricFamily {
    private struct Series {
        var buckets: [Int]
        var sum = 0.0
        var count = 0
    }

    /// The upper ends of the buckets of what a caller waits for, in seconds.
    static let latencies = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
    /// The upper ends of the buckets of what may take days, in seconds.
    static let delays: [Double] = [1, 5, 15, 60, 300, 900, 3600, 21_600, 86_400, 604_800]

    let head: MetricDescriptor
    private let bounds: [Double]
    private let series = Mutex<[[String]: Series]>([:])

    init(_ name: String, _ help: String, labels: [String] = [], bounds: [Double] = latencies) {
        head = MetricDescriptor(name: name, help: help, kind: .histogram, labels: labels)
        self.bounds = bounds
    }

    func record(_ seconds: Double, _ values: String...) {
        let bucket = bounds.firstIndex { seconds <= $0 }
        let empty = Series(buckets: Array(repeating: 0, count: bounds.count))
        series.withLock { series in
            let key = MetricSeriesLimit.key(values, among: series)
            if let bucket { series[key, default: empty].buckets[bucket] += 1 }
            series[key, default: empty].sum += seconds
            series[key, default: empty].count += 1
        }
    }

    func points() -> [MetricSample] {
        let all = series.withLock { $0 }.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        return all.flatMap { values, series in
            var sum = 0
            var points = zip(bounds, series.buckets).map { bound, count in
                sum += count
                return MetricSample(
                    suffix: "_bucket",
                    values: values,
                    bound: PrometheusText.number(bound),
                    number: Double(sum)
                )
            }
            points.append(
                MetricSample(suffix: "_bucket", values: values, bound: "+Inf", number: Double(series.count))
            )
            points.append(MetricSample(suffix: "_sum", values: values, number: series.sum))
            points.append(MetricSample(suffix: "_count", values: values, number: Double(series.count)))
            return points
        }
    }
}

/// Numbers as they stand when they are read.
struct MetricGauge: MetricFamily {
    var head: MetricDescriptor
    private var read: [MetricSample]

    init(
        _ name: String,
        _ help: String,
        kind: MetricDescriptor.Kind = .gauge,
        labels: [String] = [],
        _ points: [(values: [String], number: Double)]
    ) {
        head = MetricDescriptor(name: name, help: help, kind: kind, labels: labels)
        read = points.map { MetricSample(values: $0.values, number: $0.number) }
    }

    /// One number without labels, or none.
    init(_ name: String, _ help: String, kind: MetricDescriptor.Kind = .gauge, _ number: Double?) {
        self.init(name, help, kind: kind, number.map { [([], $0)] } ?? [])
    }

    func points() -> [MetricSample] { read }
}
