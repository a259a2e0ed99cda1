// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Says how much an advertisement was worth, which apps do after a purchase; no one is notified on Linux.
///
/// <https://developer.apple.com/documentation/storekit/skadnetwork>
open class SKAdNetwork: NSObject {
    /// A worth in three steps.
    public struct CoarseConversionValue: RawRepresentable, Hashable, Sendable {
        /// Apple's text.
        public let rawValue: String

        /// Takes Apple's text.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Much.
        public static let high = CoarseConversionValue(rawValue: "high")

        /// Some.
        public static let medium = CoarseConversionValue(rawValue: "medium")

        /// Little.
        public static let low = CoarseConversionValue(rawValue: "low")
    }

    /// Says that the app was launched; does nothing.
    open class func registerAppForAdNetworkAttribution() {}

    /// Says what an advertisement was worth; does nothing.
    open class func updateConversionValue(_ conversionValue: Int) {}

    /// Says what an advertisement was worth; does nothing and succeeds.
    open class func updatePostbackConversionValue(
        _ conversionValue: Int,
        completionHandler completion: (((any Error)?) -> Void)? = nil
    ) {
        completion?(nil)
    }

    /// Says what an advertisement was worth; does nothing and succeeds.
    open class func updatePostbackConversionValue(
        _ fineValue: Int,
        coarseValue: SKAdNetwork.CoarseConversionValue,
        completionHandler completion: (((any Error)?) -> Void)? = nil
    ) {
        completion?(nil)
    }

    /// Says what an advertisement was worth, for good; does nothing and succeeds.
    open class func updatePostbackConversionValue(
        _ fineValue: Int,
        coarseValue: SKAdNetwork.CoarseConversionValue,
        lockWindow: Bool,
        completionHandler completion: (((any Error)?) -> Void)? = nil
    ) {
        completion?(nil)
    }
}
