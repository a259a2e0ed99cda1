// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The tables of Apple's reports.
enum ReportSchema {
    static func statements(_ d: Dialect) -> [String] {
        [
            """
            CREATE TABLE reports (
                id \(d.identity),
                vendor \(d.text) NOT NULL,
                kind \(d.text) NOT NULL,
                frequency \(d.text) NOT NULL,
                region \(d.text) NOT NULL,
                period \(d.text) NOT NULL,
                digest \(d.bytes) NOT NULL,
                received \(d.integer) NOT NULL,
                superseded \(d.integer) NOT NULL,
                row_count \(d.integer) NOT NULL,
                layout \(d.bytes) NOT NULL,
                UNIQUE (vendor, kind, frequency, region, period, digest)
            )\(d.tableEnd)
            """,
            "CREATE INDEX reports_by_period ON reports (kind, frequency, period)",
            """
            CREATE TABLE report_rows (
                report \(d.integer) NOT NULL,
                number \(d.integer) NOT NULL,
                cells \(d.bytes) NOT NULL,
                PRIMARY KEY (report, number)
            )\(d.clusteredTableEnd)
            """,
        ]
    }
}
