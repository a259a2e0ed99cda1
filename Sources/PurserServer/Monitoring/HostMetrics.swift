// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials

/// What the program around the service knows of its machine.
package struct HostMetrics: Hashable, Sendable {
    /// A certificate, and when it ends.
    package struct Expiry: Hashable, Sendable {
        /// What it is for, such as `server`.
        package var name: String
        /// When it ends.
        package var date: Date

        /// Makes a value.
        package init(name: String, date: Date) {
            self.name = name
            self.date = date
        }
    }

    /// The certificates that the server shows or is given.
    package var certificates: [Expiry] = []
    /// The bytes that are free where the database is.
    package var freeBytes: Int64?
    /// The bytes that there are.
    package var totalBytes: Int64?
    /// The memory that the process holds.
    package var residentBytes: Int64?
    /// The processor's time that it used, in seconds.
    package var processorSeconds: Double?
    /// How many files and connections it has open.
    package var openFiles: Int?
    /// When it began.
    package var startDate: Date?
    /// How many requests have begun and not ended.
    package var requestsInFlight: Int?

    /// Makes a reading that says nothing yet.
    package init() {}
}
