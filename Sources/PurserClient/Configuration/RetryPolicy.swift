// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

/// How often and after which waits a verification is tried again.
public struct RetryPolicy: Hashable, Sendable {
    /// The delays before automatic tries, in seconds.
    public var delays: [TimeInterval]

    /// The delays before an order is asked for again, while the customer looks on.
    public var orderDelays: [TimeInterval]

    /// How often the customer is asked about a purchase that was just made.
    public var promptLimit: Int

    /// How often the customer is asked about a purchase that was stored by an earlier run of the app.
    public var pendingPromptLimit: Int

    /// The longest delay that a server may ask for, in seconds.
    public var maximumDelay: TimeInterval

    /// Makes a plan; what is not given has a sensible value.
    public init(
        delays: [TimeInterval] = [1, 3, 9],
        orderDelays: [TimeInterval] = [1, 3],
        promptLimit: Int = 3,
        pendingPromptLimit: Int = 3,
        maximumDelay: TimeInterval = 60
    ) {
        self.delays = delays
        self.orderDelays = orderDelays
        self.promptLimit = promptLimit
        self.pendingPromptLimit = pendingPromptLimit
        self.maximumDelay = maximumDelay
    }
}

/// A question to the customer, whether a verification should be tried again.
public struct RetryPrompt: Hashable, Sendable {
    /// The purchase.
    public let purchase: PendingPurchase

    /// Whether it was stored by an earlier run of the app, rather than made just now.
    public let isStored: Bool

    /// Which question this is, from 1.
    public let number: Int

    /// Why the last try failed.
    public let error: PurserError
}
