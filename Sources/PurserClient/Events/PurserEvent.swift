// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

/// Something that happened, for analytics and logs; it never holds receipts, tokens or keys.
public struct PurserEvent: Hashable, Sendable {
    /// What happened; an open set.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String

        /// Makes a kind of a name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// What happened.
    public let kind: Kind

    /// When.
    public let date: Date

    /// The product that it is about.
    public var product: String?

    /// The server's order.
    public var order: String?

    /// The transaction.
    public var transaction: String?

    /// The code of what failed: this library's, or the store's number.
    public var code: String?

    /// A text for people who read logs.
    public var text: String?

    /// The number of a try, or how many there were.
    public var number: Int?

    /// A line for a log.
    public var line: String {
        var parts = [kind.rawValue]
        if let product { parts.append(product) }
        if let order { parts.append("order \(order)") }
        if let transaction { parts.append("transaction \(transaction)") }
        if let number { parts.append("(\(number))") }
        if let code { parts.append("[\(code)]") }
        if let text { parts.append("– \(text)") }
        return parts.joined(separator: " ")
    }
}

extension PurserEvent.Kind {
    /// A purchase began.
    public static let started = Self(rawValue: "purchase-started")

    /// The server made an order.
    public static let ordered = Self(rawValue: "order-created")

    /// The customer paid.
    public static let paid = Self(rawValue: "paid")

    /// A paid purchase was kept on the device.
    public static let stored = Self(rawValue: "stored")

    /// A paid purchase could not be kept on the device; the store still has it.
    public static let notStored = Self(rawValue: "not-stored")

    /// The server confirmed a purchase.
    public static let verified = Self(rawValue: "verified")

    /// A transaction was finished.
    public static let finished = Self(rawValue: "finished")

    /// A verification is tried again.
    public static let retried = Self(rawValue: "retried")

    /// A purchase failed.
    public static let failed = Self(rawValue: "purchase-failed")

    /// The customer canceled.
    public static let canceled = Self(rawValue: "canceled")

    /// A purchase waits for a parent or the bank.
    public static let waiting = Self(rawValue: "waiting")

    /// A verification failed and the purchase is kept.
    public static let verificationFailed = Self(rawValue: "verification-failed")

    /// A failure was reported to the server.
    public static let failureReported = Self(rawValue: "failure-reported")

    /// A paid purchase of an earlier run was found.
    public static let lostOrderFound = Self(rawValue: "unfinished-order-found")

    /// A renewal arrived.
    public static let renewalFound = Self(rawValue: "renewal-found")

    /// A purchase that began outside the app arrived.
    public static let outsideFound = Self(rawValue: "outside-purchase-found")

    /// A refund arrived.
    public static let revoked = Self(rawValue: "revoked")

    /// A restoration began.
    public static let restoreStarted = Self(rawValue: "restore-started")

    /// A restoration ended.
    public static let restored = Self(rawValue: "restored")

    /// The customer was warned of paying for something twice.
    public static let conflictWarned = Self(rawValue: "conflict-warned")

    /// The device was refused.
    public static let deviceRefused = Self(rawValue: "device-rejected")

    /// The device's clock was set back.
    public static let clockSetBack = Self(rawValue: "clock-set-back")

    /// The customer signed in or out.
    public static let customerChanged = Self(rawValue: "customer-changed")

    /// What was bought without an account is the account's now.
    public static let customersMerged = Self(rawValue: "customers-merged")

    /// What was bought without an account is not the account's yet; it is tried again.
    public static let mergePending = Self(rawValue: "merge-pending")

    /// The server reports changes of the entitlements from now on.
    public static let liveUpdatesStarted = Self(rawValue: "live-updates-started")

    /// The server reports no changes for the time being; the connection is tried again unless the server refused it.
    public static let liveUpdatesInterrupted = Self(rawValue: "live-updates-interrupted")

    /// The server could not be asked for entitlements.
    public static let entitlementsUnavailable = Self(rawValue: "entitlements-unavailable")
}
