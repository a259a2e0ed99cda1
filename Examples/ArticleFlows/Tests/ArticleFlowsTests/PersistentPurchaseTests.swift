// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import ArticleFlows
import StoreKit
import StoreKitTest
import Testing

extension Flows {
    @MainActor
    @Suite final class PersistentPurchases: RetryingVerifier.Server {
        private let session: SKTestSession
        private let tool = PersistentPurchaseTool(service: "flows-\(UUID())")
        private var failures: [String] = []
        private var verifications = 0
        private var reports = 0
        private var questions: [Int] = []
        private var answers: [Bool] = []
        private var isReportTaken = true

        init() throws {
            session = try Shop.session()
            tool.failure = { [weak self] code, text in self?.failures.append("\(code.rawValue) \(text)") }
        }

        deinit {
            SKPaymentQueue.default().remove(tool)
        }

        /// The server confirms when there is no answer left that says otherwise.
        func verify(_ parameters: PersistentPurchaseTool.Parameters) async -> Bool {
            verifications += 1
            return answers.isEmpty ? true : answers.removeFirst()
        }

        func report(_ parameters: PersistentPurchaseTool.Parameters) async -> Bool {
            reports += 1
            return isReportTaken
        }

        private func verifier() -> RetryingVerifier {
            tool.addObserver()
            return RetryingVerifier(tool, self) { attempt in
                await MainActor.run { self.questions.append(attempt) }
                return true
            }
        }

        @Test func `a purchase is kept, verified, finished and forgotten`() async throws {
            let verifier = verifier()
            tool.buy(product: Shop.coins) {}
            try await Shop.eventually { verifications == 1 && !tool.hasStored }
            try await Shop.eventually { SKPaymentQueue.default().transactions.isEmpty }
            #expect(failures.isEmpty)
            withExtendedLifetime(verifier) {}
        }

        @Test func `the customer is asked three times, then a report goes out and the transaction stays open`()
            async throws
        {
            answers = [false, false, false, false]
            let verifier = verifier()
            tool.buy(product: Shop.coins) {}
            try await Shop.eventually { reports == 1 && !tool.hasStored }
            #expect(verifications == 4)
            #expect(questions == [1, 2, 3])
            #expect(SKPaymentQueue.default().transactions.count == 1)
            // The next launch brings it back, and the server is there.
            tool.removeObserver()
            tool.addObserver()
            try await Shop.eventually { verifications == 5 }
            try await Shop.eventually { SKPaymentQueue.default().transactions.isEmpty }
            withExtendedLifetime(verifier) {}
        }

        @Test func `what is kept is verified later, with tries of its own`() async throws {
            answers = [false, false, false, false]
            isReportTaken = false
            let verifier = verifier()
            tool.buy(product: Shop.coins) {}
            try await Shop.eventually { reports == 1 }
            #expect(tool.hasStored)
            answers = [false, false]
            tool.verifyStoredReceipt {}
            try await Shop.eventually { !tool.hasStored }
            #expect(questions == [1, 2, 3, 1, 2])
            withExtendedLifetime(verifier) {}
        }

        @Test func `the store's words come with its number`() async throws {
            let verifier = verifier()
            tool.buy(product: "") {}
            #expect(failures == ["1 the product has no identifier"])
            session.failTransactionsEnabled = true
            session.failureError = .paymentCancelled
            tool.buy(product: Shop.coins) {}
            try await Shop.eventually { failures.count == 2 }
            #expect(failures[1].hasPrefix("6 2."))
            tool.buy(product: "shop.unknown") {}
            try await Shop.eventually { failures.count == 3 }
            #expect(failures[2].hasPrefix("4 "))
            withExtendedLifetime(verifier) {}
        }

        @Test func `what was bought is restored`() async throws {
            let verifier = verifier()
            tool.buy(product: Shop.lamp) {}
            try await Shop.eventually { verifications == 1 && SKPaymentQueue.default().transactions.isEmpty }
            var isDone = false
            tool.restore(progress: {}, completed: { isDone = true })
            try await Shop.eventually { isDone && verifications == 2 }
            withExtendedLifetime(verifier) {}
        }
    }
}
