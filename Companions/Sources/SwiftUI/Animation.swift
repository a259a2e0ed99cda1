// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// How something moves; without views nothing does.
///
/// <https://developer.apple.com/documentation/swiftui/animation>
public struct Animation: Equatable, Sendable {
    /// The usual one.
    public static let `default` = Animation()

    /// At one speed.
    public static let linear = Animation()

    /// Slower at both ends.
    public static let easeInOut = Animation()
}

/// Makes a change, at once.
///
/// - Parameters:
///   - animation: How views would follow.
///   - body: The change.
/// - Returns: What the change returns.
public func withAnimation<Result>(
    _ animation: Animation? = .default,
    _ body: () throws -> Result
) rethrows -> Result {
    try body()
}
