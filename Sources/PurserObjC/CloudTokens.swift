// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

/// The sessions that purchases were made in, as long as this run of the app knows them.
///
/// They are not written to the disk: after a crash the newest session serves, which the app gives with its next call.
final class CloudTokens: @unchecked Sendable {
    /// The most that are kept.
    static let limit = 100

    // Everything below is touched only while the lock is held.
    private let lock = NSLock()
    private var tokens: [String: String] = [:]
    private var orders: [String] = []
    private var latest = ""

    func record(_ token: String, order: String) {
        lock.withLock {
            latest = token
            if tokens.updateValue(token, forKey: order) == nil { orders.append(order) }
            if orders.count > Self.limit { tokens[orders.removeFirst()] = nil }
        }
    }

    /// The session of an order; the newest one when it is not known.
    func token(order: String?) -> String { lock.withLock { order.flatMap { tokens[$0] } ?? latest } }
}
