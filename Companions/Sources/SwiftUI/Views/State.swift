// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A property of a view that outlives it.
///
/// <https://developer.apple.com/documentation/swiftui/dynamicproperty>
public protocol DynamicProperty {
    /// Prepares the property for the view's next look.
    mutating func update()
}

extension DynamicProperty {
    /// Prepares nothing.
    public mutating func update() {}
}

/// A property that the screen fills in before it looks at the view.
@MainActor
protocol ScreenProperty {
    func connect(to tree: ViewTree, _ environment: EnvironmentValues, at path: String)
}

/// A value that a view owns, for as long as it is on a screen.
///
/// <https://developer.apple.com/documentation/swiftui/state>
@propertyWrapper
public struct State<Value>: DynamicProperty {
    fileprivate final class Box {
        var value: Value
        var didChange: () -> Void = {}

        init(_ value: Value) {
            self.value = value
        }
    }

    fileprivate final class Link {
        var box: Box

        init(_ box: Box) {
            self.box = box
        }
    }

    // The screen puts the box here that it keeps for this place.
    fileprivate let link: Link

    /// The value.
    public var wrappedValue: Value {
        get { link.box.value }
        nonmutating set {
            link.box.value = newValue
            link.box.didChange()
        }
    }

    /// The value, for another view to change.
    public var projectedValue: Binding<Value> {
        Binding(get: { wrappedValue }, set: { wrappedValue = $0 })
    }

    /// Begins with a value.
    public init(wrappedValue: Value) {
        link = Link(Box(wrappedValue))
    }

    /// Begins with a value.
    public init(initialValue: Value) {
        self.init(wrappedValue: initialValue)
    }
}

extension State where Value: ExpressibleByNilLiteral {
    /// Begins with none.
    public init() {
        self.init(wrappedValue: nil)
    }
}

extension State: ScreenProperty {
    func connect(to tree: ViewTree, _ environment: EnvironmentValues, at path: String) {
        let box = tree.stored(at: path) { link.box }
        box.didChange = { [weak tree] in tree?.setNeedsUpdate() }
        link.box = box
    }
}

/// A value that the views around this one share.
///
/// <https://developer.apple.com/documentation/swiftui/environment>
@propertyWrapper
public struct Environment<Value>: DynamicProperty {
    fileprivate final class Link {
        var values = EnvironmentValues()
    }

    private let keyPath: KeyPath<EnvironmentValues, Value>
    fileprivate let link = Link()

    /// The value.
    public var wrappedValue: Value { link.values[keyPath: keyPath] }

    /// Reads a value.
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
        self.keyPath = keyPath
    }
}

extension Environment: ScreenProperty {
    func connect(to tree: ViewTree, _ environment: EnvironmentValues, at path: String) { link.values = environment }
}
