// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import Synchronization

/// Remembers revocation answers, and failures for a shorter while; bounded in number and in age.
final class RevocationCache: Sendable {
    fileprivate typealias Outcome = Result<RevocationAnswer, VerificationError>

    fileprivate struct State {
        var known: [[UInt8]: (outcome: Outcome, from: Date, until: Date)] = [:]
        var pending: [[UInt8]: Task<RevocationAnswer, any Error>] = [:]
    }

    private let state = Mutex(State())
    private let capacity: Int
    private let lifetime: TimeInterval
    private let retryInterval: TimeInterval

    init(capacity: Int, lifetime: TimeInterval, retryInterval: TimeInterval) {
        self.capacity = max(1, capacity)
        self.lifetime = lifetime
        self.retryInterval = retryInterval
    }

    /// The answer about a certificate, from memory or by asking; tasks that ask at once share one question.
    func answer(
        for certificate: Certificate,
        asOf now: Date,
        ask: @escaping @Sendable () async throws -> RevocationAnswer
    ) async throws -> RevocationAnswer {
        let key = certificate.sha256
        let task: Task<RevocationAnswer, any Error>
        switch state.withLock({ $0.next(key, asOf: now, ask: ask, store: store) }) {
        case .known(let outcome): return try outcome.get()
        case .pending(let pending): task = pending
        }
        return try await task.value
    }

    private func store(_ key: [UInt8], _ outcome: Outcome, asOf now: Date) {
        let until: Date =
            switch outcome {
            case .success(let answer): min(answer.nextUpdate, now.addingTimeInterval(lifetime))
            case .failure: now.addingTimeInterval(retryInterval)
            }
        state.withLock { state in
            state.pending[key] = nil
            if state.known.count >= capacity, state.known[key] == nil {
                let oldest = state.known.min { $0.value.until < $1.value.until }
                if let oldest { state.known[oldest.key] = nil }
            }
            state.known[key] = (outcome, now, until)
        }
    }
}

extension RevocationCache {
    fileprivate enum Next {
        case known(Outcome)
        case pending(Task<RevocationAnswer, any Error>)
    }
}

extension RevocationCache.State {
    fileprivate mutating func next(
        _ key: [UInt8],
        asOf now: Date,
        ask: @escaping @Sendable () async throws -> RevocationAnswer,
        store: @escaping @Sendable ([UInt8], Result<RevocationAnswer, VerificationError>, Date) -> Void
    ) -> RevocationCache.Next {
        if let entry = known[key], entry.from <= now, now < entry.until { return .known(entry.outcome) }
        if let task = pending[key] { return .pending(task) }
        let task = Task {
            do {
                let answer = try await ask()
                store(key, .success(answer), now)
                return answer
            } catch {
                let failure =
                    error as? VerificationError
                    ?? VerificationError(code: .revocationUnavailable, message: "the check for revocation failed")
                store(key, .failure(failure), now)
                throw failure
            }
        }
        pending[key] = task
        return .pending(task)
    }
}
