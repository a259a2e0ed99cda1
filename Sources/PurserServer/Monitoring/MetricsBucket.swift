// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Counts and durations of a span of time; the buckets of several servers add up.
struct MetricsBucket: Codable, Hashable, Sendable {
    /// How long things took: how many fell into each bucket, the last one without an end.
    struct DurationHistogram: Codable, Hashable, Sendable {
        var buckets: [Int]

        static let bounds = MetricHistogram.latencies + [60, 300, 900, 3600, 21_600, 86_400]

        init() {
            buckets = Array(repeating: 0, count: Self.bounds.count + 1)
        }

        var count: Int { buckets.reduce(0, +) }

        mutating func add(_ seconds: Double) {
            buckets[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
        }

        mutating func add(_ other: DurationHistogram) {
            for (index, count) in other.buckets.enumerated() where index < buckets.count { buckets[index] += count }
        }

        /// How long all but the slowest took: the end of the bucket in which that part is reached.
        func quantile(_ part: Double) -> Double? {
            let count = count
            guard count > 0 else { return nil }
            var sum = 0
            for (index, bound) in Self.bounds.enumerated() {
                sum += buckets[index]
                if Double(sum) >= part * Double(count) { return bound }
            }
            return .infinity
        }
    }

    /// How often what happened.
    var counts: [String: Int] = [:]
    /// How long what took.
    var times: [String: DurationHistogram] = [:]
    /// How high a gauge was at most.
    var levels: [String: Int64] = [:]

    /// The maximum number of names in a bucket; further names are counted together.
    private static let names = 500

    var isEmpty: Bool { counts.isEmpty && times.isEmpty }

    mutating func count(_ name: String, _ number: Int = 1) {
        guard counts[name] != nil || counts.count < Self.names else { return }
        counts[name, default: 0] += number
    }

    mutating func time(_ name: String, _ seconds: Double) {
        guard times[name] != nil || times.count < Self.names else { return }
        times[name, default: DurationHistogram()].add(seconds)
    }

    mutating func level(_ name: String, _ height: Int64) {
        guard levels[name] != nil || levels.count < Self.names else { return }
        levels[name] = max(levels[name] ?? height, height)
    }

    mutating func add(_ other: MetricsBucket) {
        for (name, height) in other.levels { level(name, height) }
        for (name, number) in other.counts { count(name, number) }
        for (name, more) in other.times { times[name, default: DurationHistogram()].add(more) }
    }

    subscript(_ name: String) -> Int { counts[name] ?? 0 }
}
