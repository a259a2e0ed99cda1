// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// The result of a scenario.
public struct ScenarioReport: Sendable {
    /// The result of one step.
    public struct Step: Sendable {
        /// What the step did.
        public var title: String

        /// The instant after it.
        public var date: Date

        /// What was sent.
        public var notifications: [String]

        /// What was not as expected.
        public var problems: [String]
    }

    /// The scenario's name.
    public var name: String

    /// The steps that were taken.
    public var steps: [Step] = []

    /// Whether everything was as expected.
    public var isMet: Bool { steps.allSatisfy(\.problems.isEmpty) }
}
