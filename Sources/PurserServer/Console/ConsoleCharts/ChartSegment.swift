// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce

/// What a chart is taken apart by.
enum ChartSegment: Hashable, Sendable {
    /// What figures are stored by.
    case dimension(ChartRow.Dimension)
    /// The version of the app, which only the reports of failures name.
    case appVersion

    /// The segment as addresses spell it; failures have the spelling of the API.
    var rawValue: String {
        switch self {
        case .dimension(let dimension): dimension.rawValue
        case .appVersion: PurchaseFailureCounts.Part.appVersion.rawValue
        }
    }

    /// The dimension of figures; `nil` for what they do not have.
    var dimension: ChartRow.Dimension? {
        if case .dimension(let dimension) = self { dimension } else { nil }
    }
}

extension ChartQuery {
    /// The dimension of figures that the chart is taken apart by.
    var dimension: ChartRow.Dimension? { segment?.dimension }
}
