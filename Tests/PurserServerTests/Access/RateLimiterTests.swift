// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import HTTPService
import Testing

@testable import PurserServer

@Suite struct RateLimiterTests {
    private let start = Date(millisecondsSince1970: 1_700_000_000_000)

    @Test func `a burst is allowed and what follows waits`() {
        let limiter = RateLimiter(limit: .init(perSecond: 2, burst: 3))
        for _ in 0..<3 { #expect(limiter.allow("a", now: start) == nil) }
        #expect(limiter.allow("a", now: start) == 1)
    }

    @Test func `time fills the bucket at the steady rate`() {
        let limiter = RateLimiter(limit: .init(perSecond: 2, burst: 3))
        for _ in 0..<3 { _ = limiter.allow("a", now: start) }
        let later = start.addingTimeInterval(0.5)
        #expect(limiter.allow("a", now: later) == nil)
        #expect(limiter.allow("a", now: later) != nil)
    }

    @Test func `callers do not share a bucket`() {
        let limiter = RateLimiter(limit: .init(perSecond: 1, burst: 1))
        #expect(limiter.allow("a", now: start) == nil)
        #expect(limiter.allow("b", now: start) == nil)
    }

    @Test func `many callers do not grow the memory past its bound, and a busy one is not forgotten first`() {
        let limiter = RateLimiter(limit: .init(perSecond: 1, burst: 2), capacity: 8)
        for _ in 0..<2 { _ = limiter.allow("busy", now: start) }
        for number in 0..<100 {
            _ = limiter.allow("caller \(number)", now: start.addingTimeInterval(Double(number) / 1000))
            _ = limiter.allow("busy", now: start.addingTimeInterval(Double(number) / 1000))
        }
        #expect(limiter.count <= 8)
    }

    @Test func `a clock set back does not fill a bucket`() {
        let limiter = RateLimiter(limit: .init(perSecond: 1, burst: 1))
        #expect(limiter.allow("a", now: start) == nil)
        #expect(limiter.allow("a", now: start.addingTimeInterval(-3600)) != nil)
        // From there on it fills as ever, and does not wait until the clock is where it was.
        #expect(limiter.allow("a", now: start.addingTimeInterval(-3598)) == nil)
    }

    @Test func `requests that come a little out of order fill nothing twice`() {
        let limiter = RateLimiter(limit: .init(perSecond: 10, burst: 1))
        let answers = (0..<50).map { number in
            limiter.allow("a", now: start.addingTimeInterval(number.isMultiple(of: 2) ? 0.05 : 0))
        }
        #expect(answers.count { $0 == nil } == 1)
    }

    @Test func `guessing keys is limited by address, whatever is guessed`() async throws {
        let shop = try await TestShop { configuration in
            configuration.requestsPerSecond = 1
            configuration.requestBurst = 3
        }
        let router = shop.service.router()
        var answers: [Int] = []
        for guess in 1...5 {
            let answer = await router.respond(
                to: HTTPRequest(
                    target: "/v1/products",
                    headers: ["Authorization": "Bearer pk_\(guess)"],
                    remoteAddress: "203.0.113.9"
                )
            )
            answers.append(answer.status.rawValue)
        }
        #expect(answers == [401, 401, 401, 429, 429])
    }
}
