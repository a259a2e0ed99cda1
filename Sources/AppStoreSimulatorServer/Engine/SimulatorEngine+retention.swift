// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import HTTPClient

/// What the App Store asks an app's server when a customer is about to cancel.
struct RetentionMessageRequest: Sendable {
    var original: OriginalTransactionID
    var product: ProductID
    var environment: Environment
    var app: BundleID
    var locale: String

    init(_ transaction: TransactionPayload, app: BundleID, locale: String = "en-US") {
        original = transaction.originalTransactionId
        product = transaction.productId
        environment = transaction.environment
        self.app = app
        self.locale = locale
    }
}

/// The result of asking.
struct RetentionMessageResponse: Sendable {
    var result: SendAttemptResult
    var body: RealtimeResponseBody?
    var milliseconds: Int
}

extension SimulatorEngine {
    /// For how long the App Store waits before it shows what was set beforehand.
    private static let patience = 700

    /// Asks a real-time URL which message a customer shall see.
    func request(_ question: RetentionMessageRequest, at url: String) async throws -> RetentionMessageResponse {
        let payload = RealtimeRequestPayload(
            originalTransactionId: question.original,
            appAppleId: question.environment == .production ? catalog.app(question.app)?.appAppleID : nil,
            productId: question.product,
            userLocale: question.locale,
            requestIdentifier: UUID(),
            signedDate: store.now,
            environment: question.environment
        )
        let body = try AppStoreJSON.encode(RealtimeRequestBody(signedPayload: try signing.sign(payload)))
        let request = HTTPClientRequest(
            "POST",
            url,
            headers: [("Content-Type", "application/json")],
            body: body,
            timeout: .milliseconds(Self.patience),
            maximumResponseBytes: 64 << 10
        )
        let clock = ContinuousClock()
        let start = clock.now
        do {
            let answer = try await transport.send(request)
            let milliseconds = Int((clock.now - start) / .milliseconds(1))
            guard answer.status == 200 else {
                return RetentionMessageResponse(result: .unsuccessfulStatus, body: nil, milliseconds: milliseconds)
            }
            guard milliseconds <= Self.patience else {
                return RetentionMessageResponse(result: .timedOut, body: nil, milliseconds: milliseconds)
            }
            guard let body = try? AppStoreJSON.decode(RealtimeResponseBody.self, from: answer.body), body.isOneChoice
            else { return RetentionMessageResponse(result: .invalidResponse, body: nil, milliseconds: milliseconds) }
            return RetentionMessageResponse(result: .success, body: body, milliseconds: milliseconds)
        } catch let error as HTTPClientError {
            let milliseconds = Int((clock.now - start) / .milliseconds(1))
            return RetentionMessageResponse(result: SendAttemptResult(error), body: nil, milliseconds: milliseconds)
        }
    }

    /// Runs a performance test beside everything else, a few questions at a time.
    func run(_ test: PerformanceTest, asking question: RetentionMessageRequest, of caller: ServerAPIRoutes.Caller) {
        let width = test.config.maxConcurrentRequests ?? 1
        performanceTest = Task {
            var left = test.total
            while left > 0 {
                let answers = await withTaskGroup(of: RetentionMessageResponse?.self) { group in
                    for _ in 0..<min(width, left) {
                        group.addTask { try? await self.request(question, at: test.target) }
                    }
                    var answers: [RetentionMessageResponse?] = []
                    for await answer in group { answers.append(answer) }
                    return answers
                }
                left -= answers.count
                do {
                    // Whoever began again meanwhile has forgotten the test.
                    let known = try messaging(of: caller).performanceTests ?? []
                    guard known.contains(where: { $0.requestID == test.requestID }) else { return }
                    try changeMessaging(of: caller) { $0.record(answers, of: test.requestID) }
                } catch {
                    lastError = error.plainMessage
                    return
                }
            }
        }
    }
}

extension MessagingState {
    fileprivate mutating func record(_ answers: [RetentionMessageResponse?], of requestID: String) {
        guard let index = performanceTests?.firstIndex(where: { $0.requestID == requestID }) else { return }
        for answer in answers {
            if let answer, answer.result == .success {
                performanceTests?[index].times.append(answer.milliseconds)
            } else {
                let name = (answer?.result ?? .other).rawValue
                performanceTests?[index].failures[name, default: 0] += 1
            }
        }
    }
}

extension RealtimeResponseBody {
    /// Whether the answer chooses exactly one thing.
    fileprivate var isOneChoice: Bool {
        [message != nil, alternateProduct != nil, promotionalOffer != nil, advancedCommerceInfo != nil]
            .count(where: { $0 }) == 1
    }

    /// The message that the answer names.
    var messageIdentifier: UUID? {
        message?.messageIdentifier ?? alternateProduct?.messageIdentifier ?? promotionalOffer?.messageIdentifier
            ?? advancedCommerceInfo?.messageIdentifier
    }
}
