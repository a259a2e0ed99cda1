// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import HTTPService

/// The performance tests of the Retention Messaging API: the sandbox calls a real-time URL many times and reports how
/// fast it answered.
///
/// <https://developer.apple.com/documentation/retentionmessaging/initiate-performance-test>
struct PerformanceTestRoutes: Sendable {
    let api: ServerAPIRoutes

    /// Apple names only the time an answer may take; the other values are plausible ones.
    static let config = PerformanceTestConfig(
        maxConcurrentRequests: 5,
        totalRequests: 50,
        totalDuration: 60_000,
        responseTimeThreshold: 700,
        successRateThreshold: 98
    )

    private static let maximumStored = 10

    /// Adds the routes.
    func add(to router: inout Router) {
        api.on(.post, "/inApps/v1/messaging/performanceTest", 1, &router, start)
        api.on(.get, "/inApps/v1/messaging/performanceTest/result/{id}", 50, &router, result)
    }

    private func start(_ request: HTTPRequest, _ caller: ServerAPIRoutes.Caller) async throws -> HTTPResponse {
        guard caller.environment == .sandbox,
            let body = try? request.json(PerformanceTestRequest.self)
        else { throw MessagingErrors.invalidPerformanceTest }
        let transaction = try await api.record(body.originalTransactionId.rawValue, for: caller).transaction
        guard transaction.inAppOwnershipType != .familyShared else { throw ServerAPIError.familyNotSupported }
        guard transaction.originalTransactionId == body.originalTransactionId,
            transaction.transactionId.rawValue == body.originalTransactionId.rawValue
        else { throw ServerAPIError.notOriginalTransactionID }
        guard let url = try await api.engine.messaging(of: caller).realtimeURL else {
            throw MessagingErrors.realtimeURLNotFound
        }
        let test = PerformanceTest(requestID: UUID().uuidString.lowercased(), target: url, config: Self.config)
        try await api.engine.changeMessaging(of: caller) { state in
            var tests = state.performanceTests ?? []
            guard !tests.contains(where: \.isPending) else { throw MessagingErrors.existingTestRun }
            tests.append(test)
            state.performanceTests = tests.suffix(Self.maximumStored)
        }
        await api.engine.run(test, asking: RetentionMessageRequest(transaction, app: caller.app), of: caller)
        return try .apple(PerformanceTestResponse(config: test.config, requestId: test.requestID))
    }

    private func result(_ request: HTTPRequest, _ caller: ServerAPIRoutes.Caller) async throws -> HTTPResponse {
        let id = try request.parameter("id").lowercased()
        guard UUID(uuidString: id) != nil else { throw MessagingErrors.invalidRequestID }
        let tests = try await api.engine.messaging(of: caller).performanceTests ?? []
        guard let test = tests.first(where: { $0.requestID == id }) else {
            throw MessagingErrors.performanceTestNotFound
        }
        return try .apple(test.response)
    }
}

extension PerformanceTest {
    /// The API's report of the test.
    var response: PerformanceTestResultResponse {
        let sorted = times.sorted()
        func part(_ hundredths: Int) -> Int? {
            sorted.isEmpty ? nil : sorted[min(sorted.count - 1, sorted.count * hundredths / 100)]
        }
        return PerformanceTestResultResponse(
            config: config,
            target: target,
            result: result,
            successRate: successRate,
            numPending: max(0, total - sent),
            responseTimes: PerformanceTestResponseTimes(
                average: sorted.isEmpty ? nil : sorted.reduce(0, +) / sorted.count,
                p50: part(50),
                p90: part(90),
                p95: part(95),
                p99: part(99)
            ),
            failures: failures.isEmpty ? nil : failures
        )
    }
}
