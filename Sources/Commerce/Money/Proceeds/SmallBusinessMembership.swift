// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// When a team is in Apple's small-business program.
///
/// A team joins and leaves at dates: Apple adjusts proceeds some days after the end of the fiscal month in which it was accepted,
/// and takes the standard share again once a year's proceeds pass a million dollars.
///
/// <https://developer.apple.com/app-store/small-business-program/>
public struct SmallBusinessMembership: Hashable, Sendable {
    /// Days from one to another, both among them.
    public struct Span: Hashable, Sendable, Codable {
        /// The first day; since ever when absent.
        public var from: CivilDay?

        /// The last day; until further notice when absent.
        public var until: CivilDay?

        /// Makes a span.
        public init(from: CivilDay? = nil, until: CivilDay? = nil) {
            self.from = from
            self.until = until
        }

        /// Whether its last day is not before its first.
        public var isPossible: Bool {
            guard let from, let until else { return true }
            return from <= until
        }

        fileprivate func contains(_ day: CivilDay) -> Bool {
            (from.map { $0 <= day } ?? true) && (until.map { day <= $0 } ?? true)
        }
    }

    /// When the team is a member; in any order.
    public var spans: [Span]

    /// Makes a membership.
    public init(_ spans: [Span]) {
        self.spans = spans
    }

    /// Never a member.
    public static let never = SmallBusinessMembership([])

    /// A member for as long as there has been the program.
    public static let always = SmallBusinessMembership([Span()])

    /// Whether the team is a member on a day.
    public func contains(_ day: CivilDay) -> Bool {
        spans.contains { $0.contains(day) }
    }
}
