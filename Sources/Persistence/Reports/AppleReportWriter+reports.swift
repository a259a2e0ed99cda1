// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
package import FoundationEssentials

extension AppleReportWriter {
    /// Keeps a report with all its rows; the same text again changes nothing but when it was received.
    ///
    /// Another text about the same supersedes what came before, which is kept. A text that came before and comes again
    /// is the current one again. Rows that were kept as another region's are no longer: a text is one region's.
    ///
    /// - Parameters:
    ///   - subject: What it is about.
    ///   - digest: The SHA-256 of its text.
    ///   - layout: Its columns and what stands around its table.
    ///   - rows: The cells of its rows.
    ///   - now: The present instant.
    /// - Returns: Its number, and whether anything changed.
    /// - Throws: `DatabaseError`.
    package func upsert(
        _ subject: ReportSubject,
        digest: [UInt8],
        layout: Data,
        rows: [[String]],
        now: Date
    ) throws -> (id: Int64, hasNewInformation: Bool) {
        try execute(
            """
            UPDATE reports SET superseded = 1
            WHERE vendor = \(subject.vendor) AND kind = \(subject.kind) AND frequency = \(subject.frequency)
                AND period = \(subject.period) AND region <> \(subject.region) AND digest = \(digest)
                AND superseded = 0 AND row_count > 0
            """
        )
        if let known = try reports(about: subject).first(where: { $0.digest == digest }) {
            if known.isSuperseded { try supersede(subject) }
            // The date of the last fetch decides whether it is fetched again.
            try execute("UPDATE reports SET superseded = 0, received = \(now) WHERE id = \(known.id)")
            return (known.id, known.isSuperseded)
        }
        try supersede(subject)
        let id = try first(
            """
            INSERT INTO reports
                (vendor, kind, frequency, region, period, digest, received, superseded, row_count, layout)
            VALUES (\(subject.vendor), \(subject.kind), \(subject.frequency), \(subject.region), \(subject.period),
                \(digest), \(now), 0, \(rows.count), \(CompressedBytes.pack(Array(layout))))
            RETURNING id
            """
        ) { try $0.next(Int64.self) }
        guard let id else { throw DatabaseError(code: .damaged, message: "a report that was stored has no number") }
        for (number, cells) in rows.enumerated() {
            try execute(
                """
                INSERT INTO report_rows (report, number, cells)
                VALUES (\(id), \(number + 1), \(CompressedBytes.pack(Array(try AppStoreJSON.encode(cells)))))
                """
            )
        }
        return (id, true)
    }

    private func supersede(_ subject: ReportSubject) throws {
        try execute(
            """
            UPDATE reports SET superseded = 1
            WHERE vendor = \(subject.vendor) AND kind = \(subject.kind) AND frequency = \(subject.frequency)
                AND region = \(subject.region) AND period = \(subject.period) AND superseded = 0
            """
        )
    }
}

extension AppleReportReader {
    /// All reports about the same, the oldest first.
    ///
    /// - Throws: `DatabaseError`.
    package func reports(about subject: ReportSubject) throws -> [StoredReport] {
        try reports(
            where: """
                vendor = \(subject.vendor) AND kind = \(subject.kind) AND frequency = \(subject.frequency)
                AND region = \(subject.region) AND period = \(subject.period) ORDER BY id LIMIT 1000
                """
        )
    }

    /// The current reports of a kind whose periods lie in a range, in the order of time.
    ///
    /// - Parameters:
    ///   - kind: The kind, such as SALES.
    ///   - frequency: How long a report's time is.
    ///   - periods: The first and the last period.
    ///   - vendor: The vendor's number; all vendors' when absent.
    ///   - limit: How many at most.
    /// - Returns: The reports.
    /// - Throws: `DatabaseError`.
    package func reports(
        _ kind: String,
        frequency: String,
        in periods: ClosedRange<String>,
        vendor: String? = nil,
        limit: Int = 10_000
    ) throws -> [StoredReport] {
        let owner: Query = vendor.map { "AND vendor = \($0)" } ?? ""
        return try reports(
            where: """
                kind = \(kind) AND frequency = \(frequency) AND period >= \(periods.lowerBound)
                AND period <= \(periods.upperBound) \(owner) AND superseded = 0 ORDER BY period, id LIMIT \(limit)
                """
        )
    }

    /// Reports of every kind, superseded ones included, the newest first.
    ///
    /// - Throws: `DatabaseError`.
    package func reports(
        before id: Int64 = .max,
        kind: String? = nil,
        of vendors: ReportVendors = .all,
        limit: Int
    ) throws -> [StoredReport] {
        let chosen: Query = kind.map { "AND kind = \($0)" } ?? ""
        let owned: Query
        switch vendors {
        case .all: owned = ""
        case .only(let numbers): owned = "AND vendor IN \(list: numbers.map { .text($0) })"
        // Nothing is unequal to NULL, which an empty list holds.
        case .except(let numbers): owned = numbers.isEmpty ? "" : "AND vendor NOT IN \(list: numbers.map { .text($0) })"
        }
        return try reports(where: "id < \(id) \(chosen) \(owned) ORDER BY id DESC LIMIT \(limit)")
    }

    /// A report, or nothing.
    ///
    /// - Throws: `DatabaseError`.
    package func report(_ id: Int64) throws -> StoredReport? {
        try reports(where: "id = \(id)").first
    }

    /// The rows of a report in order, a page at a time.
    ///
    /// - Throws: `DatabaseError`.
    package func rows(ofReport id: Int64, after number: Int = 0, limit: Int) throws -> [StoredReportRow] {
        try rows(
            """
            SELECT number, cells FROM report_rows WHERE report = \(id) AND number > \(number)
            ORDER BY number LIMIT \(limit)
            """
        ) { row in
            StoredReportRow(
                number: try row.next(),
                cells: try AppStoreJSON.decode([String].self, from: Data(try CompressedBytes.unpack(try row.next())))
            )
        }
    }

    private func reports(where condition: Query) throws -> [StoredReport] {
        try rows(
            """
            SELECT id, vendor, kind, frequency, region, period, digest, received, superseded, row_count, layout
            FROM reports WHERE \(condition)
            """
        ) { row in
            StoredReport(
                id: try row.next(),
                subject: ReportSubject(
                    vendor: try row.next(),
                    kind: try row.next(),
                    frequency: try row.next(),
                    region: try row.next(),
                    period: try row.next()
                ),
                digest: try row.next(),
                receivedDate: try row.next(),
                isSuperseded: try row.next(Int64.self) != 0,
                rowCount: try row.next(),
                layout: Data(try CompressedBytes.unpack(try row.next()))
            )
        }
    }
}
