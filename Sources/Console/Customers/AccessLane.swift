// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials

/// What gave a customer access over time: a subscription, a purchase for good, or grants.
package struct AccessLane: Sendable {
    /// A stretch of it.
    package struct Span: Sendable {
        /// What it was.
        package enum Kind: String, Sendable, CaseIterable {
            /// A period that was paid for.
            case paid
            /// A free trial.
            case trial
            /// What a person granted.
            case grant
            /// Access while Apple tries to charge.
            case grace
            /// A period whose money went back.
            case refunded
            /// No access between periods.
            case lapsed
            /// A period to come.
            case future
            /// A purchase for good.
            case once
        }

        /// What it was.
        package var kind: Kind
        /// Its first instant.
        package var start: Date
        /// Its end; nothing where it has none.
        package var end: Date?
        /// The plan.
        package var plan: String?

        /// Makes a span.
        package init(_ kind: Kind, _ start: Date, _ end: Date?, plan: String? = nil) {
            self.kind = kind
            self.start = start
            self.end = end
            self.plan = plan
        }
    }

    /// What it is called.
    package var name: String
    /// What it is: an environment, a kind.
    package var detail: String
    /// The stretches, in the order of time.
    package var spans: [Span]

    /// Makes a lane.
    package init(name: String, detail: String, spans: [Span]) {
        self.name = name
        self.detail = detail
        self.spans = spans
    }
}

/// How much of the past the lanes show.
package enum AccessRange: String, Sendable, CaseIterable {
    /// Three months.
    case quarter = "3m"
    /// A year.
    case year = "1y"
    /// Everything.
    case all
}
