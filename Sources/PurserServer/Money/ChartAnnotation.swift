// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// A dated note of the team on the charts of an app: a price change, a release, an incident.
struct ChartAnnotation: Hashable, Sendable, Codable {
    /// Begins with the day, so that the order of the identifiers is that of the days.
    var id: String
    /// The Pacific day, such as `2026-11-21`.
    var day: String
    var text: String
    var author: String
    var at: Date

    init(_ day: CivilDay, _ text: String, author: String, at: Date, random: RandomSource) {
        id = Self.prefix + day.description.filter { $0 != "-" } + random.hexadecimal(8)
        self.day = day.description
        self.text = text
        self.author = author
        self.at = at
    }

    static let prefix = "note_"
    /// How many annotations an app has at most.
    static let maximumCount = 1000
    /// How many bytes a text has at most.
    static let maximumLength = 200

    /// The annotations of each app.
    static let records = OwnedRecordStore<BundleID, String, ChartAnnotation>("chart-annotations")
}

extension DatabaseReader {
    /// The annotations of an app, in the order of their days.
    func chartAnnotations(of app: BundleID) throws -> [ChartAnnotation] {
        try values(in: ChartAnnotation.records[app], limit: ChartAnnotation.maximumCount)
    }
}
