// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreTypes
import Foundation
import HTTPClient
import Synchronization
import Testing

@Suite struct RetryTests {
    private let good = Answer.json(#"{"signedTransactionInfo":"a"}"#)

    @Test(arguments: [
        Answer.error(.accountNotFoundRetryable), Answer.error(.appNotFoundRetryable),
        Answer.error(.originalTransactionIdNotFoundRetryable), Answer.error(.generalInternal),
        Answer.error(.generalInternalRetryable), Answer.error(.rateLimitExceeded), Answer.json("<html>", status: 503),
        Answer.json("", status: 429), Answer.failure(.timedOut), Answer.failure(.cannotConnect),
        Answer.failure(.prematureClose),
    ])
    func `what may pass is tried again`(answer: @escaping WireTransport.Handler) async throws {
        let transport = WireTransport(script: [answer, good])
        let clock = SleepingClock()
        let document = try await AppStoreServerAPI.over(transport, clock: clock).transaction("1")
        #expect(document.signedTransactionInfo == "a")
        #expect(clock.sleeps == [.milliseconds(500)])
    }

    @Test(arguments: [
        Answer.error(.transactionIdNotFound), Answer.error(.accountNotFound), Answer.error(.generalBadRequest),
        Answer.json("", status: 404), Answer.json("", status: 302), Answer.failure(.tls),
        Answer.failure(.tooLarge), Answer.json("{}"), Answer.json("not json"),
    ])
    func `what will not pass is not tried again`(answer: @escaping WireTransport.Handler) async {
        let transport = WireTransport(answer)
        let clock = SleepingClock()
        await #expect(throws: AppStoreAPIError.self) {
            try await AppStoreServerAPI.over(transport, clock: clock).transaction("1")
        }
        #expect(transport.requests.count == 1)
        #expect(clock.sleeps.isEmpty)
    }

    @Test func `waits double up to the longest, and chance shortens them by up to a half`() async {
        let policy = RetryPolicy(
            maximumAttempts: 6,
            firstDelay: .seconds(1),
            maximumDelay: .seconds(5),
            deadline: .seconds(60)
        )
        for (chance, expected) in [(0.0, [1.0, 2, 4, 5, 5]), (1.0, [0.5, 1, 2, 2.5, 2.5])] {
            let clock = SleepingClock()
            let transport = WireTransport(Answer.error(.generalInternal))
            let api = AppStoreServerAPI.over(transport, clock: clock, chance: chance, retry: policy)
            let error = await #expect(throws: AppStoreAPIError.self) { try await api.transaction("1") }
            #expect(error?.apiErrorCode == .generalInternal)
            #expect(clock.sleeps == expected.map { .seconds($0) })
        }
    }

    @Test func `no wait goes past the deadline`() async {
        let clock = SleepingClock()
        let transport = WireTransport(Answer.error(.generalInternal))
        let policy = RetryPolicy(
            maximumAttempts: 100,
            firstDelay: .seconds(4),
            maximumDelay: .seconds(4),
            deadline: .seconds(10)
        )
        let start = clock.now
        await #expect(throws: AppStoreAPIError.self) {
            try await AppStoreServerAPI.over(transport, clock: clock, retry: policy).transaction("1")
        }
        #expect(clock.now.timeIntervalSince(start) <= 10)
        #expect(transport.requests.count == 3)
    }

    @Test func `Apple's instant to come back is in milliseconds since 1970`() async throws {
        let clock = SleepingClock()
        let instant = clock.now.millisecondsSince1970 + 7500
        let transport = WireTransport(script: [
            Answer.error(.rateLimitExceeded, headers: [("retry-after", String(instant))]), good,
        ])
        _ = try await AppStoreServerAPI.over(transport, clock: clock).transaction("1")
        #expect(clock.sleeps == [.seconds(7.5)])
    }

    @Test func `seconds to wait and instants that have passed are understood`() async throws {
        for (field, wait) in [("3", 3.0), ("1000000000000", 0)] {
            let clock = SleepingClock()
            let transport = WireTransport(script: [
                Answer.json("", status: 503, headers: [("Retry-After", field)]), good,
            ])
            _ = try await AppStoreServerAPI.over(transport, clock: clock).transaction("1")
            #expect(clock.sleeps == [.seconds(wait)])
        }
    }

    @Test func `an instant past the deadline is reported, not waited for`() async {
        let clock = SleepingClock()
        let instant = clock.now.millisecondsSince1970 + 3_600_000
        let transport = WireTransport(Answer.error(.rateLimitExceeded, headers: [("Retry-After", String(instant))]))
        let error = await #expect(throws: AppStoreAPIError.self) {
            try await AppStoreServerAPI.over(transport, clock: clock).transaction("1")
        }
        #expect(error?.retryAfter?.millisecondsSince1970 == instant)
        #expect(error?.isRetryable == true)
        #expect(clock.sleeps.isEmpty)
    }

    @Test func `a token that is not accepted is renewed once`() async throws {
        let resets = Mutex(0)
        let transport = WireTransport(script: [Answer.unauthenticated, good])
        let api = AppStoreServerAPI.over(transport) { resets.withLock { $0 += 1 } }
        _ = try await api.transaction("1")
        #expect(resets.withLock { $0 } == 1)
        let never = WireTransport(Answer.unauthenticated)
        let error = await #expect(throws: AppStoreAPIError.self) {
            try await AppStoreServerAPI.over(never).transaction("1")
        }
        #expect(error?.code == .unauthenticated)
        #expect(error?.message.contains("token-") == false)
        #expect(never.requests.count == 2)
    }

    @Test func `a request that may not be sent twice is repeated only when it never left`() async throws {
        let token = Answer.json(#"{"testNotificationToken":"t"}"#)
        let unsent = WireTransport(script: [Answer.failure(.cannotConnect), token])
        _ = try await AppStoreServerAPI.over(unsent).requestTestNotification()
        #expect(unsent.requests.count == 2)
        let lost = WireTransport(script: [Answer.failure(.prematureClose), token])
        await #expect(throws: AppStoreAPIError.self) {
            try await AppStoreServerAPI.over(lost).requestTestNotification()
        }
        #expect(lost.requests.count == 1)
    }

    @Test(arguments: [Answer.failure(.timedOut), Answer.json("<html>", status: 504)])
    func `an extension that may have been made is not asked for again`(
        loss: @escaping WireTransport.Handler
    ) async throws {
        let days = Mutex(0)
        let transport = WireTransport { request in
            days.withLock { $0 += 7 }
            return try loss(request)
        }
        let request = ExtendRenewalDateRequest(extendByDays: 7, extendReasonCode: .other, requestIdentifier: "r")
        let error = await #expect(throws: AppStoreAPIError.self) {
            try await AppStoreServerAPI.over(transport).extendRenewalDate(of: "1", request)
        }
        #expect(error?.isRetryable == false)
        #expect(transport.calls == ["PUT /inApps/v1/subscriptions/extend/1"])
        #expect(transport.requests.map(\.mayBeRepeated) == [false])
        #expect(days.withLock { $0 } == 7)
    }

    @Test(arguments: [Answer.failure(.cannotConnect), Answer.json("", status: 503)])
    func `an extension that no one took is asked for again`(loss: @escaping WireTransport.Handler) async throws {
        let good = Answer.json(#"{"originalTransactionId":"1","success":true}"#)
        let transport = WireTransport(script: [loss, good])
        let request = ExtendRenewalDateRequest(extendByDays: 7, extendReasonCode: .other, requestIdentifier: "r")
        _ = try await AppStoreServerAPI.over(transport).extendRenewalDate(of: "1", request)
        #expect(transport.requests.count == 2)
    }

    @Test func `a refusal names Apple's code and message`() async {
        let transport = WireTransport(Answer.error(.transactionIdNotFound))
        let error = await #expect(throws: AppStoreAPIError.self) {
            try await AppStoreServerAPI.over(transport).transaction("1")
        }
        #expect(error?.apiErrorCode == .transactionIdNotFound)
        #expect(error?.isUnknownTransaction == true)
        #expect(error?.message == "Apple refused transaction with 4040010: Transaction id not found.")
        let odd = WireTransport(Answer.json(#"{"errorCode":4990000,"errorMessage":"a\u0007\nb"}"#, status: 499))
        let strange = await #expect(throws: AppStoreAPIError.self) {
            try await AppStoreServerAPI.over(odd).transaction("1")
        }
        #expect(strange?.message.hasSuffix(": ab") == true)
    }

    @Test func `an answer that cannot be read names its field`() async {
        let transport = WireTransport(
            Answer.json(#"{"environment":"Sandbox","bundleId":"b","data":[{"lastTransactions":[{}]}]}"#)
        )
        let error = await #expect(throws: AppStoreAPIError.self) {
            try await AppStoreServerAPI.over(transport).subscriptionStatuses(for: TransactionID("1"))
        }
        #expect(error?.code == .invalidAnswer)
        #expect(error?.message.contains("data.[0].lastTransactions.[0].status") == true)
    }

    @Test func `a limit spaces requests and a full second may go at once`() async throws {
        let clock = SleepingClock()
        let transport = WireTransport(Answer.json(#"{"requestIdentifier":"r","complete":true}"#))
        let api = AppStoreServerAPI.over(transport, clock: clock)
        for _ in 0..<12 { _ = try await api.renewalDateExtensionStatus(of: "r", productId: "p") }
        let waited = clock.sleeps.reduce(Duration.zero, +)
        #expect(clock.sleeps.count == 2)
        #expect(waited > .milliseconds(199) && waited < .milliseconds(201))
    }

    @Test func `the sandbox allows a tenth`() async throws {
        let clock = SleepingClock()
        let transport = WireTransport(Answer.json(#"{"status":1}"#))
        let api = AppStoreServerAPI.over(transport, environment: .sandbox, clock: clock)
        for _ in 0..<3 { _ = try await api.lookUpOrder("1") }
        #expect(clock.sleeps == [.seconds(1), .seconds(1)])
    }

    @Test func `a wait for a place past the deadline is an error`() async throws {
        let transport = WireTransport(Answer.json(#"{"testNotificationToken":"t"}"#))
        let policy = RetryPolicy(deadline: .seconds(5))
        let api = AppStoreServerAPI.over(transport, environment: .sandbox, retry: policy)
        _ = try await api.requestTestNotification()
        let error = await #expect(throws: AppStoreAPIError.self) { try await api.requestTestNotification() }
        #expect(error?.code == .rateLimited)
        #expect(transport.requests.count == 1)
    }
}
