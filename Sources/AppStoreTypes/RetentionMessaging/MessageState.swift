// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// How far Apple's review of a message has come.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/retentionmessaging/messagestate>
public struct MessageState: WireString {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Makes a value from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// It is being reviewed.
    public static let pending = MessageState(rawValue: "PENDING")

    /// It may be shown.
    public static let approved = MessageState(rawValue: "APPROVED")

    /// It may not be shown.
    public static let rejected = MessageState(rawValue: "REJECTED")
}
