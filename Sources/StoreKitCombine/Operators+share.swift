// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

extension Publisher {
    /// Lets all subscribers have one subscription between them.
    public func share() -> Publishers.Share<Self> { Publishers.Share(upstream: self) }
}

extension Publishers {
    /// A stream that all its subscribers have together.
    ///
    /// The first subscriber begins it, and when the last one cancels, it is canceled; who comes later gets what comes
    /// later.
    ///
    /// <https://developer.apple.com/documentation/combine/publishers/share>
    public final class Share<Upstream: Publisher>: Publisher, @unchecked Sendable {
        /// What the stream sends.
        public typealias Output = Upstream.Output

        /// The errors it can end with.
        public typealias Failure = Upstream.Failure

        /// The stream.
        public let upstream: Upstream

        // Guarded by the lock; the subject guards itself.
        private let lock = Mutex(())
        private var count = 0
        private var connection: AnyCancellable.DeferredCancellable?
        private let subject = PassthroughSubject<Output, Failure>()

        init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Connects a subscriber.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            let begun = lock.withLock { _ -> AnyCancellable.DeferredCancellable? in
                count += 1
                guard connection == nil else { return nil }
                connection = AnyCancellable.DeferredCancellable()
                return connection
            }
            let source = AnyCancellable.DeferredCancellable()
            source.fill(AnyCancellable { self.leave() })
            subject.receive(subscriber: AnySubscriber(subscriber).keeping(source))
            guard let begun, !begun.isOver else { return }
            begun.fill(
                upstream.sink(
                    receiveCompletion: { self.subject.send(completion: $0) },
                    receiveValue: { self.subject.send($0) }
                )
            )
        }

        private func leave() {
            let left = lock.withLock { _ -> AnyCancellable.DeferredCancellable? in
                count -= 1
                guard count == 0 else { return nil }
                defer { connection = nil }
                return connection
            }
            left?.cancel()
        }
    }
}
