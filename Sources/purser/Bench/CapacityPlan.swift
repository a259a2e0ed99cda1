// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

/// The machines and the monthly cost for a number of subscribers, from what was measured.
struct CapacityPlan {
    /// What a core, and a gigabyte of storage, cost a month.
    struct Prices {
        var core: Double
        var gigabyte: Double
    }

    /// A renewal each month, and what else Apple reports of a subscriber in a year.
    static let notificationsPerYear = 14.0
    /// How much more comes in the hour with the most.
    static let peak = 10.0
    /// How often an app reads its customer's entitlements: each day, twice.
    static let readsPerDay = 2.0
    /// How much of a core is planned for: the rest is for failures, growth and the work beside.
    static let utilization = 0.5
    /// Two copies of everything: a standby or a backup.
    static let copies = 2.0

    /// The processor time of a notification with all that follows from it, and of a read, in seconds.
    var notificationSeconds: Double
    var readSeconds: Double
    /// What a notification stores.
    var notificationBytes: Double
    var prices: Prices

    /// Reads a report.
    ///
    /// - Throws: ``Failure`` that names what the report lacks.
    init(_ report: BenchReport, _ prices: Prices) throws {
        func row(_ text: String) throws -> BenchResult {
            guard let row = report.rows.first(where: { $0.work.contains(text) }) else {
                throw Failure("the report has no row '\(text)'. Measure it: purser bench intake reads --json FILE")
            }
            return row
        }
        let intake = try row("notifications, as many as go")
        guard let bytes = intake.storedBytes else {
            throw Failure("the report has no stored bytes. Measure them: purser bench intake reads --json FILE")
        }
        notificationBytes = bytes
        notificationSeconds = (intake.wholeMicroseconds ?? 0) / 1e6
        readSeconds = (try row("entitlements read, as many as go").wholeMicroseconds ?? 0) / 1e6
        self.prices = prices
    }

    /// What a number of subscribers needs.
    struct Line {
        var subscribers: Int
        var notificationsAtPeak: Double
        var readsAtPeak: Double
        var cores: Int
        /// What is stored after a year, all copies together.
        var gigabytes: Double
        var monthlyCost: Double
    }

    func line(_ subscribers: Int) -> Line {
        let count = Double(subscribers)
        let notifications = count * Self.notificationsPerYear / (365 * 86_400) * Self.peak
        let reads = count * Self.readsPerDay / 86_400 * Self.peak
        let busy = notifications * notificationSeconds + reads * readSeconds
        let cores = max(2, Int((busy / Self.utilization).rounded(.up)))
        let gigabytes = count * Self.notificationsPerYear * notificationBytes / 1e9 * Self.copies
        return Line(
            subscribers: subscribers,
            notificationsAtPeak: notifications,
            readsAtPeak: reads,
            cores: cores,
            gigabytes: gigabytes,
            monthlyCost: Double(cores) * prices.core + gigabytes * prices.gigabyte
        )
    }

    /// The plan as a table for people.
    var table: String {
        let lines = [1_000_000, 10_000_000, 100_000_000].map(line)
        let header = ["subscribers", "notifications/s", "reads/s", "cores", "GB after a year", "a month"]
        let rows = lines.map { line in
            [
                "\(line.subscribers / 1_000_000) million", Self.number(line.notificationsAtPeak),
                Self.number(line.readsAtPeak), String(line.cores), Self.number(line.gigabytes),
                Self.number(line.monthlyCost),
            ]
        }
        return ([header] + rows).map { row in
            row.map { String(repeating: " ", count: max(0, 17 - $0.count)) + $0 }.joined()
        }
        .joined(separator: "\n")
    }

    private static func number(_ value: Double) -> String {
        String(format: value < 10 ? "%.1f" : "%.0f", value)
    }
}
