// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension Publisher where Failure == Never {
    /// The values as an asynchronous sequence, which subscribes when it is first read.
    public var values: AsyncPublisher<Self> { AsyncPublisher(self) }
}

/// A stream's values as an asynchronous sequence.
///
/// <https://developer.apple.com/documentation/combine/asyncpublisher>
public struct AsyncPublisher<P: Publisher>: AsyncSequence where P.Failure == Never {
    /// What the sequence gives.
    public typealias Element = P.Output

    /// Gives one value after the other.
    public struct Iterator: AsyncIteratorProtocol {
        private let subscription: AnyCancellable
        private var rest: AsyncStream<Moved<P.Output>>.Iterator

        init(_ publisher: P) {
            let (stream, continuation) = AsyncStream<Moved<P.Output>>.makeStream(
                bufferingPolicy: .bufferingNewest(1024)
            )
            subscription = publisher.sink(
                receiveCompletion: { _ in continuation.finish() },
                receiveValue: { continuation.yield(Moved($0)) }
            )
            rest = stream.makeAsyncIterator()
        }

        /// The next value; nil at the end.
        public mutating func next() async -> P.Output? { await rest.next(isolation: #isolation)?.value }
    }

    private let publisher: P

    /// Takes a stream.
    public init(_ publisher: P) {
        self.publisher = publisher
    }

    /// Begins to read.
    public func makeAsyncIterator() -> Iterator { Iterator(publisher) }
}
