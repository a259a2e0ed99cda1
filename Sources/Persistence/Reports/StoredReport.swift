// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials

/// What a report is about; Apple may send another one about the same, which then takes its place.
package struct ReportSubject: Hashable, Sendable {
    /// The vendor's number.
    package var vendor: String
    /// The kind as Apple names it, such as SALES.
    package var kind: String
    /// How long its time is, such as DAILY.
    package var frequency: String
    /// The region, for financial reports; empty otherwise.
    package var region: String
    /// Its day, month or year in the form that sorts by time.
    package var period: String

    /// Names a report.
    package init(vendor: String, kind: String, frequency: String, region: String = "", period: String) {
        self.vendor = vendor
        self.kind = kind
        self.frequency = frequency
        self.region = region
        self.period = period
    }
}

/// A report of Apple's as it came, without its rows.
package struct StoredReport: Hashable, Sendable {
    /// Its number in the store.
    package let id: Int64
    /// What it is about.
    package let subject: ReportSubject
    /// The SHA-256 of its text.
    package let digest: [UInt8]
    /// When it came first.
    package let receivedDate: Date
    /// Whether a later report about the same took its place.
    package let isSuperseded: Bool
    /// How many rows it has.
    package let rowCount: Int
    /// Its columns and what stands around its table, in the server's own form.
    package let layout: Data
}

/// A row of a report, kept whole.
package struct StoredReportRow: Hashable, Sendable {
    /// Its number in the report, from one.
    package let number: Int
    /// Its cells, in the columns' order.
    package let cells: [String]
}
