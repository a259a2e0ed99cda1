// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// Whether a team may leave another provider, with what stands against it and the money at stake.
public struct ShadowReport: Hashable, Sendable, Codable {
    /// The differences of one class.
    public struct ClassSummary: Hashable, Sendable, Codable {
        /// The class.
        public var kind: DivergenceKind

        /// How many may still be delays.
        public var pending: Int

        /// How many are confirmed.
        public var confirmed: Int

        /// How many were confirmed and are gone.
        public var resolved: Int

        /// How many customers the confirmed ones are about.
        public var customers: Int

        /// The charges that the confirmed ones are about, one amount for each currency.
        public var atStake: [Money]

        /// Makes a summary.
        public init(
            kind: DivergenceKind,
            pending: Int = 0,
            confirmed: Int = 0,
            resolved: Int = 0,
            customers: Int = 0,
            atStake: [Money] = []
        ) {
            self.kind = kind
            self.pending = pending
            self.confirmed = confirmed
            self.resolved = resolved
            self.customers = customers
            self.atStake = atStake
        }
    }

    /// How far the comparison is.
    public struct Progress: Hashable, Sendable, Codable {
        /// When it was started.
        public var startedDate: Date

        /// When every customer had been compared last.
        public var lastRoundDate: Date?

        /// How many customers that round compared.
        public var customersInLastRound: Int

        /// How many comparisons were made.
        public var compared: Int

        /// How many requests to the provider failed in a row.
        public var failuresInARow: Int

        /// How many customers of the last round the provider gave no usable answer for.
        public var failedInLastRound: Int

        /// How many differences were not stored, because there were too many.
        public var dropped: Int

        /// Makes a value.
        public init(
            startedDate: Date,
            lastRoundDate: Date? = nil,
            customersInLastRound: Int = 0,
            compared: Int = 0,
            failuresInARow: Int = 0,
            failedInLastRound: Int = 0,
            dropped: Int = 0
        ) {
            self.startedDate = startedDate
            self.lastRoundDate = lastRoundDate
            self.customersInLastRound = customersInLastRound
            self.compared = compared
            self.failuresInARow = failuresInARow
            self.failedInLastRound = failedInLastRound
            self.dropped = dropped
        }
    }

    /// What stands against switching.
    public struct Obstacle: WireString {
        /// The obstacle's name, as answers carry it.
        public let rawValue: String

        /// Makes an obstacle from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Not every customer was compared yet.
        public static let roundIncomplete: Obstacle = "round-incomplete"

        /// No customer was compared.
        public static let noCustomers: Obstacle = "no-customers"

        /// The comparison did not run for as long as the team wants.
        public static let tooEarly: Obstacle = "too-early"

        /// The provider does not answer.
        public static let providerFailing: Obstacle = "provider-failing"

        /// The provider gave no usable answer for some customers.
        public static let customersNotCompared: Obstacle = "customers-not-compared"

        /// There were more differences than can be stored.
        public static let tooManyDifferences: Obstacle = "too-many-differences"

        /// There are confirmed differences that Purser causes, or that no rule explains.
        public static let blockingDifferences: Obstacle = "blocking-differences"

        /// There are confirmed differences about which the team must decide.
        public static let undecidedPolicies: Obstacle = "undecided-policies"

        /// The obstacle and what to do, in a sentence or two.
        ///
        /// - Parameter language: Such as `en` or `zh-Hans`; English replaces others.
        /// - Returns: The text, or the obstacle's name when it is not one of these.
        public func text(in language: String) -> String {
            guard let texts = Self.texts[self] else { return rawValue }
            return DivergenceKind.isChinese(language) ? texts.chinese : texts.english
        }

        private static let texts: [Obstacle: (english: String, chinese: String)] = [
            .roundIncomplete: (
                "Not every customer was compared yet. Wait for the round to complete.", "尚未比较完所有用户。请等待本轮完成。"
            ),
            .noCustomers: ("Purser knows no customer. Import the purchases first.", "Purser 中没有用户。请先导入购买。"),
            .tooEarly: ("The comparison has not run for the number of days that the team set.", "比较运行的天数未达到团队设定的天数。"),
            .providerFailing: ("The provider does not answer. See the status.", "服务商没有响应。请查看状态。"),
            .customersNotCompared: (
                "The provider gave no usable answer for some customers of the last round.", "上一轮中，服务商未对部分用户给出可用的答复。"
            ),
            .tooManyDifferences: (
                "There are more differences than Purser stores. Fix the frequent ones first.",
                "差异数量超过 Purser 的保存上限。请先处理最常见的差异。"
            ),
            .blockingDifferences: (
                "Customers would lose access, or no rule explains a difference. Fix these classes first.",
                "有用户会失去权益，或有差异无法解释。请先处理这些类别。"
            ),
            .undecidedPolicies: (
                "Some differences are decisions of the team. Change the policy, or accept the class.",
                "部分差异取决于团队的策略。请调整策略，或接受该类别。"
            ),
        ]
    }

    /// Whether nothing stands against switching.
    public var isGo: Bool { obstacles.isEmpty }

    /// What stands against switching.
    public var obstacles: [Obstacle]

    /// The classes with differences, the blocking ones first.
    public var classes: [ClassSummary]

    /// How far the comparison is.
    public var progress: Progress

    /// The classes that the team accepts.
    public var accepted: [DivergenceKind]

    /// The date of the report.
    public var date: Date

    /// Makes a report.
    ///
    /// - Parameters:
    ///   - classes: The differences by class.
    ///   - progress: How far the comparison is.
    ///   - accepted: The classes that the team accepts.
    ///   - minimumDays: For how many days the comparison must run.
    ///   - date: The date of the report.
    public init(
        classes: [ClassSummary],
        progress: Progress,
        accepted: [DivergenceKind] = [],
        minimumDays: Int,
        date: Date
    ) {
        let places = Dictionary(uniqueKeysWithValues: DivergenceKind.all.enumerated().map { ($1, $0) })
        self.classes = classes.sorted(on: { places[$0.kind] ?? .max }, \.kind)
        self.progress = progress
        self.accepted = accepted
        self.date = date
        var found: [Obstacle] = []
        if progress.lastRoundDate == nil {
            found.append(.roundIncomplete)
        } else if progress.customersInLastRound == 0 {
            found.append(.noCustomers)
        }
        if date.timeIntervalSince(progress.startedDate) < Double(minimumDays) * 86_400 { found.append(.tooEarly) }
        if progress.failuresInARow >= Self.failureLimit { found.append(.providerFailing) }
        if progress.failedInLastRound > 0 { found.append(.customersNotCompared) }
        if progress.dropped > 0 { found.append(.tooManyDifferences) }
        let open = classes.filter { $0.confirmed > 0 && !accepted.contains($0.kind) }.map(\.kind.cause)
        if open.contains(.purser) || open.contains(.unknown) { found.append(.blockingDifferences) }
        if open.contains(.policy) { found.append(.undecidedPolicies) }
        obstacles = found
    }

    /// After how many failures in a row the provider counts as failing.
    public static let failureLimit = 3
}
