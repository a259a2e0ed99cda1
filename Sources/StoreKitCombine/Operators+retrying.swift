// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

/// Makes its stream again for each subscriber.
///
/// <https://developer.apple.com/documentation/combine/deferred>
public struct Deferred<DeferredPublisher: Publisher>: Publisher {
    /// What the stream sends.
    public typealias Output = DeferredPublisher.Output

    /// The errors it can end with.
    public typealias Failure = DeferredPublisher.Failure

    /// Makes the stream.
    public let createPublisher: () -> DeferredPublisher

    /// Takes what makes the stream.
    public init(createPublisher: @escaping () -> DeferredPublisher) {
        self.createPublisher = createPublisher
    }

    /// Connects a subscriber to a stream of its own.
    public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
        createPublisher().receive(subscriber: subscriber)
    }
}

extension Publisher {
    /// Begins again after an error.
    ///
    /// - Parameter retries: How often; then the error is sent on.
    /// - Returns: What all tries send.
    public func retry(_ retries: Int) -> AnyPublisher<Output, Failure> {
        AnyPublisher { subscriber in
            let attempts = RetrySubscription(upstream: self, left: retries, line: SwitchingSubscription(subscriber))
            attempts.line.begin()
            attempts.start()
        }
    }

    /// Sends what the newest of the streams sends that come.
    public func switchToLatest() -> AnyPublisher<Output.Output, Failure>
    where Output: Publisher, Output.Failure == Failure {
        AnyPublisher { subscriber in
            let line = SwitchingSubscription(subscriber)
            let source = AnyCancellable.DeferredCancellable()
            let state = LatestState()
            line.begin { source.cancel() }
            let outer = self.sink(
                receiveCompletion: { completion in
                    if case .failure = completion { return line.end(completion) }
                    if state.outerEnded() { line.end(.finished) }
                },
                receiveValue: { newest in
                    state.began()
                    line.switchTo(newest) { completion in
                        if case .failure = completion { return line.end(completion) }
                        if state.innerEnded() { line.end(.finished) }
                    }
                }
            )
            source.fill(outer)
        }
    }
}

extension Publisher where Failure == Never {
    /// Sends what the newest of the streams sends that come.
    public func switchToLatest() -> AnyPublisher<Output.Output, Output.Failure> where Output: Publisher {
        setFailureType(to: Output.Failure.self).switchToLatest()
    }

    /// Sends what the newest of the streams sends that come.
    public func switchToLatest() -> AnyPublisher<Output.Output, Never>
    where Output: Publisher, Output.Failure == Never {
        // The one of the same errors on both sides.
        func latest<P: Publisher>(_ publisher: P) -> AnyPublisher<P.Output.Output, P.Failure>
        where P.Output: Publisher, P.Output.Failure == P.Failure { publisher.switchToLatest() }
        return latest(self)
    }
}

/// The tries of a stream that begins again after an error.
private final class RetrySubscription<Upstream: Publisher>: @unchecked Sendable {
    let upstream: Upstream
    let line: SwitchingSubscription<Upstream.Output, Upstream.Failure>

    // One try ends before the next begins.
    private var left: Int

    init(upstream: Upstream, left: Int, line: SwitchingSubscription<Upstream.Output, Upstream.Failure>) {
        self.upstream = upstream
        self.left = left
        self.line = line
    }

    func start() {
        line.switchTo(upstream) { completion in
            guard case .failure = completion, self.left > 0 else { return self.line.end(completion) }
            self.left -= 1
            self.start()
        }
    }
}

/// Whether a stream of streams, and the newest of them, still run.
private final class LatestState: Sendable {
    private struct State {
        var isOuterOver = false
        var isInnerRunning = false
    }

    private let state = Mutex(State())

    func began() { state.withLock { $0.isInnerRunning = true } }

    /// Whether that was the end of all.
    func innerEnded() -> Bool {
        state.withLock { state in
            state.isInnerRunning = false
            return state.isOuterOver
        }
    }

    /// Whether that was the end of all.
    func outerEnded() -> Bool {
        state.withLock { state in
            state.isOuterOver = true
            return !state.isInnerRunning
        }
    }
}
