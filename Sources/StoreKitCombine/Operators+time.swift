// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Dispatch
public import Foundation

extension Publisher {
    /// Sends everything on a while later.
    public func delay(
        for interval: DispatchQueue.SchedulerTimeType.Stride,
        scheduler: DispatchQueue
    ) -> AnyPublisher<Output, Failure> {
        relay(
            value: { value, subject in
                let moved = Moved(value)
                scheduler.asyncAfter(deadline: .now() + interval.seconds) { subject.send(moved.value) }
            },
            completion: { completion, subject in
                let moved = Moved(completion)
                scheduler.asyncAfter(deadline: .now() + interval.seconds) { subject.send(completion: moved.value) }
            }
        )
    }

    /// Sends a value on when nothing newer came for a while.
    public func debounce(
        for interval: DispatchQueue.SchedulerTimeType.Stride,
        scheduler: DispatchQueue
    ) -> AnyPublisher<Output, Failure> {
        AnyPublisher { subscriber in
            let newest = CurrentValueSubject<Int, Never>(0)
            self.relay(
                value: { value, subject in
                    newest.value += 1
                    let (mine, moved) = (newest.value, Moved(value))
                    scheduler.asyncAfter(deadline: .now() + interval.seconds) {
                        if newest.value == mine { subject.send(moved.value) }
                    }
                },
                completion: { $1.send(completion: $0) }
            )
            .receive(subscriber: subscriber)
        }
    }
}

extension DispatchQueue {
    /// An instant of a queue.
    public struct SchedulerTimeType: Sendable {
        /// A span of time.
        public struct Stride: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, Sendable {
            let seconds: Double

            init(seconds: Double) {
                self.seconds = seconds
            }

            /// Takes seconds.
            public init(floatLiteral value: Double) {
                seconds = value
            }

            /// Takes seconds.
            public init(integerLiteral value: Int) {
                seconds = Double(value)
            }

            /// Takes seconds.
            public static func seconds(_ value: Double) -> Stride { Stride(seconds: value) }

            /// Takes seconds.
            public static func seconds(_ value: Int) -> Stride { Stride(seconds: Double(value)) }

            /// Takes thousandths of a second.
            public static func milliseconds(_ value: Int) -> Stride { Stride(seconds: Double(value) / 1000) }
        }
    }
}

extension NotificationCenter {
    /// A stream of notifications.
    ///
    /// - Parameters:
    ///   - name: The notifications' name.
    ///   - object: Whose notifications; nil for everybody's.
    /// - Returns: The stream.
    public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> Publisher {
        Publisher(center: self, name: name, object: object)
    }

    /// A stream of notifications.
    public struct Publisher: StoreKitCombine.Publisher, @unchecked Sendable {
        /// What it sends.
        public typealias Output = Notification

        /// It never fails.
        public typealias Failure = Never

        /// Where the notifications are posted.
        public let center: NotificationCenter

        /// The notifications' name.
        public let name: Notification.Name

        /// Whose notifications; nil for everybody's.
        public let object: AnyObject?

        /// Connects a subscriber.
        public func receive<S>(subscriber: S) where S: Subscriber, S.Input == Notification, S.Failure == Never {
            let subject = PassthroughSubject<Notification, Never>()
            let source = AnyCancellable.DeferredCancellable()
            subject.receive(subscriber: AnySubscriber(subscriber).keeping(source))
            let token = Moved(center.addObserver(forName: name, object: object, queue: nil) { subject.send($0) })
            source.fill(AnyCancellable { [center] in center.removeObserver(token.value) })
        }
    }
}
