// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// How far an order has come.
public enum OrderState: String, Hashable, Sendable, Codable, CaseIterable {
    /// Made; nothing is paid.
    case created

    /// Paid, and not delivered: this must never last.
    case paid

    /// Delivered.
    case delivered

    /// Delivered, and the app finished the transaction.
    case finished

    /// Apple gave the money back.
    case refunded

    /// No longer shared with the family.
    case revoked

    /// Given up because it was not paid in time.
    case expired

    /// The purchase failed, or was abandoned.
    case failed

    /// Whether money was taken and not given back.
    public var isPaid: Bool { self == .paid || self == .delivered || self == .finished }

    /// Whether a payment may still come; one that comes after the end still counts.
    public var isOpen: Bool { self == .created }
}
