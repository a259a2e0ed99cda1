// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The faults that happen by chance, each so many times in a thousand.
///
/// What is decided here is seeded and part of the effects; who delivers only carries it out.
public struct FaultRates: Hashable, Sendable, Codable {
    /// Notifications that come late.
    public var delayedPerMille = 0

    /// How many seconds late at most.
    public var maximumDelaySeconds = 3600

    /// Notifications that come twice.
    public var duplicatedPerMille = 0

    /// Notifications that are held back until a later one was sent.
    public var reorderedPerMille = 0

    /// Notifications that never come.
    public var droppedPerMille = 0

    /// Purchases whose transaction lacks the token that the app gave.
    public var missingTokenPerMille = 0

    /// Purchases after which the customer's history is empty for a while.
    public var emptyHistoryPerMille = 0

    /// For how many seconds it is empty at most.
    public var maximumEmptyHistorySeconds = 60

    /// Purchases that are refunded by Apple soon after they were delivered.
    public var refundedPerMille = 0

    /// After how many seconds at most.
    public var maximumRefundDelaySeconds = 86_400

    /// How many seconds the instants of signed documents are ahead; negative when they are behind.
    public var clockSkewSeconds = 0

    /// Makes switches that are all off.
    public init() {}

    /// No faults.
    public static let none = FaultRates()
}

extension FaultRates {
    private enum CodingKeys: String, CodingKey {
        case delayedPerMille, maximumDelaySeconds, duplicatedPerMille, reorderedPerMille, droppedPerMille
        case missingTokenPerMille, emptyHistoryPerMille, maximumEmptyHistorySeconds, refundedPerMille
        case maximumRefundDelaySeconds, clockSkewSeconds
    }

    /// Decodes switches; one that is left out is off.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        var switches = FaultRates()
        func read(_ key: CodingKeys, _ field: WritableKeyPath<FaultRates, Int>) throws {
            if let value = try container.decodeIfPresent(Int.self, forKey: key) { switches[keyPath: field] = value }
        }
        try read(.delayedPerMille, \.delayedPerMille)
        try read(.maximumDelaySeconds, \.maximumDelaySeconds)
        try read(.duplicatedPerMille, \.duplicatedPerMille)
        try read(.reorderedPerMille, \.reorderedPerMille)
        try read(.droppedPerMille, \.droppedPerMille)
        try read(.missingTokenPerMille, \.missingTokenPerMille)
        try read(.emptyHistoryPerMille, \.emptyHistoryPerMille)
        try read(.maximumEmptyHistorySeconds, \.maximumEmptyHistorySeconds)
        try read(.refundedPerMille, \.refundedPerMille)
        try read(.maximumRefundDelaySeconds, \.maximumRefundDelaySeconds)
        try read(.clockSkewSeconds, \.clockSkewSeconds)
        self = switches
    }
}
