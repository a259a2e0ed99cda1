// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// How much of a value is shown.
public struct OSLogPrivacy: Sendable {
    /// What a hidden value is shown as.
    public enum Mask: Sendable {
        /// As its hash.
        case hash

        /// As nothing.
        case none
    }

    let isHidden: Bool

    /// Shown.
    public static var `public`: OSLogPrivacy { OSLogPrivacy(isHidden: false) }

    /// Hidden.
    public static var `private`: OSLogPrivacy { OSLogPrivacy(isHidden: true) }

    /// Hidden.
    public static var sensitive: OSLogPrivacy { OSLogPrivacy(isHidden: true) }

    /// Shown for numbers, hidden for texts on Apple's systems; shown here.
    public static var auto: OSLogPrivacy { OSLogPrivacy(isHidden: false) }

    /// Hidden.
    public static func `private`(mask: Mask) -> OSLogPrivacy { .private }

    /// Hidden.
    public static func sensitive(mask: Mask) -> OSLogPrivacy { .sensitive }
}

/// A message whose values say how much of them is shown.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
    let text: String

    /// Takes a text.
    public init(stringLiteral value: String) {
        text = value
    }

    /// Takes a text with values.
    public init(stringInterpolation: Interpolation) {
        text = stringInterpolation.text
    }

    /// A text with values, while it is put together.
    public struct Interpolation: StringInterpolationProtocol {
        var text = ""

        /// Begins a text.
        public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity)
        }

        /// Adds a text.
        public mutating func appendLiteral(_ literal: String) { text += literal }

        /// Adds a value.
        public mutating func appendInterpolation<Value>(
            _ value: @autoclosure () -> Value,
            privacy: OSLogPrivacy = .auto
        ) {
            text += privacy.isHidden ? "<private>" : "\(value())"
        }
    }
}
