// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

/// How often and after which waits a verification is tried again.
public struct RetryPolicy: Hashable, Sendable {
    /// The waits before automatic tries, in seconds.
    public var waits: [TimeInterval]

    /// The waits before an order is asked for again, while the customer looks on.
    public var orderWaits: [TimeInterval]

    /// How often the customer is asked about a purchase that was just made.
    public var questions: Int

    /// How often the customer is asked about a purchase that was stored by an earlier run of the app.
    public var storedQuestions: Int

    /// The longest wait that a server may ask for, in seconds.
    public var maximumDelay: TimeInterval

    /// Makes a plan; what is not given has a sensible value.
    public init(
        waits: [TimeInterval] = [1, 3, 9],
        orderWaits: [TimeInterval] = [1, 3],
        questions: Int = 3,
        storedQuestions: Int = 3,
        maximumDelay: TimeInterval = 60
    ) {
        self.waits = waits
        self.orderWaits = orderWaits
        self.questions = questions
        self.storedQuestions = storedQuestions
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
