// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import Commerce

/// A text that finds records: their owner, or the name of one of an owner's records.
package protocol RecordKey: Hashable, Sendable {
    /// The text as it is stored; records are listed in its order.
    var recordKey: String { get }

    /// Reads a stored text, or returns `nil` when it is not one of this type.
    init?(recordKey: String)
}

extension RecordKey where Self: RawRepresentable, RawValue == String {
    /// The raw value.
    package var recordKey: String { rawValue }

    /// Reads a raw value.
    package init?(recordKey: String) { self.init(rawValue: recordKey) }
}

extension BundleID: RecordKey {}
extension ContentItemID: RecordKey {}
extension EntitlementID: RecordKey {}
extension OriginalTransactionID: RecordKey {}
extension ProductID: RecordKey {}
extension StorefrontCountryCode: RecordKey {}
extension SubscriptionGroupID: RecordKey {}

extension String: RecordKey {
    /// The text itself.
    package var recordKey: String { self }

    /// Reads any text.
    package init?(recordKey: String) { self = recordKey }
}

extension NotificationUUID: RecordKey {
    /// The UUID in lower case.
    package var recordKey: String { description }

    /// Reads a UUID.
    package init?(recordKey: String) { self.init(recordKey) }
}

extension AppScope: RecordKey {
    /// The bundle identifier and the environment, with an `@` between.
    package var recordKey: String { description }

    /// Reads a bundle identifier and an environment.
    package init?(recordKey: String) {
        guard let end = recordKey.lastIndex(of: "@") else { return nil }
        self.init(
            bundleID: BundleID(rawValue: String(recordKey[..<end])),
            environment: Environment(rawValue: String(recordKey[recordKey.index(after: end)...]))
        )
    }
}

/// A name that sorts by a number, such as an instant in milliseconds, and then by a suffix.
package struct NumberedName: RecordKey, Comparable {
    /// The number; not negative.
    package let number: Int64
    /// What distinguishes records of the same number.
    package let suffix: String

    private static let digits = 19

    /// Makes a name; a negative number counts as 0.
    package init(_ number: Int64, suffix: String = "") {
        self.number = max(0, number)
        self.suffix = suffix
    }

    /// The number with leading zeros, and the suffix.
    package var recordKey: String {
        let text = String(number)
        return String(repeating: "0", count: Self.digits - text.count) + text + suffix
    }

    /// Reads a number of 19 digits and a suffix.
    package init?(recordKey: String) {
        guard recordKey.utf8.count >= Self.digits, let number = Int64(recordKey.prefix(Self.digits)) else { return nil }
        self.init(number, suffix: String(recordKey.dropFirst(Self.digits)))
    }

    /// Compares the numbers, then the suffixes.
    package static func < (left: Self, right: Self) -> Bool {
        (left.number, left.suffix) < (right.number, right.suffix)
    }
}
