// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Something that the App Store wants to show to the customer.
///
/// <https://developer.apple.com/documentation/storekit/message>
public struct Message: Sendable {
    /// Why.
    public let reason: Message.Reason

    /// Shows it; on Linux the customer's answer is given to ``StoreKitSimulator`` or a test session instead.
    ///
    /// - Parameter scene: Where to show it.
    /// - Throws: Nothing on Linux.
    @MainActor
    public func display(in scene: UIWindowScene) throws {}
}

extension Message: Equatable {}
extension Message: Hashable {}

extension Message {
    /// The messages, as they come.
    public struct Messages: AsyncSequence, Sendable {
        /// What the sequence gives.
        public typealias Element = Message

        /// Waits for the next message.
        public struct AsyncIterator: AsyncIteratorProtocol {
            let updates: Subscription<Message>

            /// Waits for the next message; nil when the task is canceled.
            public mutating func next() async -> Message.Messages.Element? { await updates.next() }
        }

        /// Begins to listen.
        public func makeAsyncIterator() -> Message.Messages.AsyncIterator {
            AsyncIterator(updates: StoreRuntime.shared.messages.subscribe())
        }
    }

    /// The messages, as they come; one that no one read waits for the first reader.
    public static var messages: Message.Messages { Messages() }
}
