// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import FoundationEssentials
import Persistence

/// Which facts and rules the stored totals of charts follow from.
struct ChartTotalsState: Codable, Hashable, Sendable {
    /// The number of the computation; the rows of others are not shown.
    var generation: Int64
    /// The digest of the rules by which they were computed.
    var rules: String
    /// The number of the last fact that is counted in.
    var last: Int64
    /// When they last changed.
    var computed: Date
    /// How often customers were renamed in facts since; absent for never.
    var renames: Int?

    /// The state of each app and environment.
    static let records = RecordStore<String, ChartTotalsState>("chart-totals")
}

/// A server that computes the totals of an app and environment from the beginning.
struct ChartTotalsBuild: Codable, Hashable, Sendable {
    var owner: String
    /// When another server may begin.
    var until: Date
    /// The number of the last fact that counts.
    var last: Int64?
    /// How often customers were renamed in facts since it began; absent for never.
    var renames: Int?

    static let records = RecordStore<String, ChartTotalsBuild>("chart-totals-builds")
}

extension DatabaseReader {
    /// What the stored totals follow from; `nil` before they were computed.
    func chartTotalsState(of scope: AppScope) throws -> ChartTotalsState? {
        try value(scope.description, in: ChartTotalsState.records)
    }
}
