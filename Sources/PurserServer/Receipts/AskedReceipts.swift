// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Synchronization

/// The receipts about which Apple was asked a moment ago, so that showing one again and again asks nothing.
///
/// Each server remembers its own, at most ``capacity`` of them.
final class AskedReceipts: Sendable {
    /// A receipt, and who showed it: whoever proves to be another customer may claim what Apple's answer adds.
    struct Question: Hashable, Sendable {
        var app: BundleID
        var digest: FactDigest
        var customer: CustomerID?
    }

    private struct Answer {
        var environment: Environment
        var date: Date
    }

    /// How many seconds an answer is enough.
    static let lifetime: TimeInterval = 60

    private let capacity: Int
    private let answers = Mutex<[Question: Answer]>([:])

    init(capacity: Int = 10_000) {
        self.capacity = capacity
    }

    /// Where the receipt is from, as Apple said a moment ago.
    func environment(of question: Question, now: Date) -> Environment? {
        answers.withLock { answers in
            guard let answer = answers[question] else { return nil }
            let age = now.timeIntervalSince(answer.date)
            return age >= 0 && age < Self.lifetime ? answer.environment : nil
        }
    }

    /// Remembers an answer.
    func record(_ environment: Environment, to question: Question, now: Date) {
        answers.withLock { answers in
            if answers.count >= capacity, answers[question] == nil {
                answers = answers.filter { now.timeIntervalSince($0.value.date) < Self.lifetime }
                // All were asked within a minute: whatever is forgotten is asked again.
                if answers.count >= capacity { answers = [:] }
            }
            answers[question] = Answer(environment: environment, date: now)
        }
    }
}
