// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The parts of a subscriber.
///
/// <https://developer.apple.com/documentation/combine/subscribers>
public enum Subscribers {
    /// How many values a subscriber wants.
    public struct Demand: Equatable, Comparable, Hashable, Sendable {
        let count: UInt

        /// All that come.
        public static let unlimited = Demand(count: .max)

        /// None.
        public static let none = Demand(count: 0)

        /// So many.
        public static func max(_ value: Int) -> Demand { Demand(count: UInt(value)) }

        /// The count; nil when it is unlimited.
        public var max: Int? { count == .max ? nil : Int(count) }

        /// The sum of two demands.
        public static func + (lhs: Demand, rhs: Demand) -> Demand {
            let (sum, overflow) = lhs.count.addingReportingOverflow(rhs.count)
            return overflow ? .unlimited : Demand(count: sum)
        }

        /// Adds a demand.
        public static func += (lhs: inout Demand, rhs: Demand) { lhs = lhs + rhs }

        /// Takes one away; an unlimited demand stays.
        func less() -> Demand { self == .unlimited || self == .none ? self : Demand(count: count - 1) }

        /// Orders demands by their count.
        public static func < (lhs: Demand, rhs: Demand) -> Bool { lhs.count < rhs.count }
    }

    /// How a stream ends.
    public enum Completion<Failure: Error> {
        /// Nothing more comes.
        case finished

        /// An error came.
        case failure(Failure)
    }
}

extension Subscribers.Completion: Equatable where Failure: Equatable {}
extension Subscribers.Completion: Hashable where Failure: Hashable {}
extension Subscribers.Completion: Sendable {}

/// The one who receives values.
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
    /// What it receives.
    associatedtype Input

    /// The errors it can take.
    associatedtype Failure: Error

    /// The stream begins.
    func receive(subscription: any Subscription)

    /// A value came; answers how many more are wanted.
    func receive(_ input: Input) -> Subscribers.Demand

    /// The stream ended.
    func receive(completion: Subscribers.Completion<Failure>)
}

/// A connection between a publisher and a subscriber.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
    /// The subscriber wants more values.
    func request(_ demand: Subscribers.Demand)
}

/// Something that can be distinguished from others of its kind.
public protocol CustomCombineIdentifierConvertible {
    /// Its identity.
    var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
    /// The object's identity.
    public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}

/// The identity of a publisher's parts.
public struct CombineIdentifier: Hashable, Sendable {
    private let object: ObjectIdentifier

    /// Takes an object's identity.
    public init(_ object: AnyObject) {
        self.object = ObjectIdentifier(object)
    }
}
