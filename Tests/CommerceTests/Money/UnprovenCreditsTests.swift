// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import Testing

/// What is left of credits whose buyers were never proven.
@Suite struct UnprovenCreditsTests {
    enum Step: Sendable {
        case add(Int64)
        case use(Int64)
        case correct(Int64)
    }

    static let histories: [([Step], Int64, Int64)] = [
        // What happens to the credit "a" after the credit "b" of 10 units was added, and what is left of "a" and of "b".
        ([], 0, 10), ([.add(1)], 1, 10), ([.add(0), .correct(5)], 0, 10), ([.add(-5), .correct(9)], 0, 10),
        ([.add(5), .use(1)], 5, 9), ([.add(5), .use(10)], 5, 0), ([.add(5), .use(11)], 4, 0),
        ([.add(5), .use(99)], 0, 0),
        ([.use(4), .add(5)], 5, 6), ([.add(5), .use(0)], 5, 10), ([.add(5), .correct(-2)], 3, 10),
        ([.add(5), .correct(-9)], 0, 10), ([.add(5), .correct(-9), .correct(2)], 2, 10),
        ([.add(5), .correct(.max)], .max, 10), ([.correct(5)], 0, 10),
    ]

    @Test(arguments: histories)
    func `what others used is taken of the oldest credit first`(steps: [Step], left: Int64, other: Int64) {
        var credits = UnprovenCredits()
        credits.add(10, key: "b")
        for step in steps {
            switch step {
            case .add(let amount): credits.add(amount, key: "a")
            case .use(let amount): credits.use(amount)
            case .correct(let amount): credits.correct("a", by: amount)
            }
        }
        #expect(credits.left(of: "a") == left && credits.left(of: "b") == other)
    }
}
