// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// An object that a view watches; without views it is a plain property.
///
/// <https://developer.apple.com/documentation/swiftui/observedobject>
@propertyWrapper
public struct ObservedObject<ObjectType: ObservableObject> {
    /// The object.
    public var wrappedValue: ObjectType

    /// Holds an object.
    public init(wrappedValue: ObjectType) {
        self.wrappedValue = wrappedValue
    }

    /// Holds an object.
    public init(initialValue: ObjectType) {
        wrappedValue = initialValue
    }
}

/// An object that a view makes and keeps; without views it is made when it is first read.
///
/// <https://developer.apple.com/documentation/swiftui/stateobject>
@propertyWrapper
public struct StateObject<ObjectType: ObservableObject> {
    private final class Keeper {
        lazy var object = make()
        let make: () -> ObjectType

        init(_ make: @escaping () -> ObjectType) {
            self.make = make
        }
    }

    private let keeper: Keeper

    /// The object.
    public var wrappedValue: ObjectType { keeper.object }

    /// Keeps an object.
    public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) {
        keeper = Keeper(thunk)
    }
}
