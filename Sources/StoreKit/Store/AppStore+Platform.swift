// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

extension AppStore {
    /// The platforms on which a customer may have got the app.
    public struct Platform: RawRepresentable, Equatable, Hashable, Sendable {
        /// The value as the App Store writes it.
        public let rawValue: String

        /// Makes a value from the App Store's.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// iOS and iPadOS.
        public static let iOS = Platform(rawValue: "iOS")

        /// macOS.
        public static let macOS = Platform(rawValue: "macOS")

        /// tvOS.
        public static let tvOS = Platform(rawValue: "tvOS")

        /// An organization gave the app to the device.
        public static let managed = Platform(rawValue: AppStoreTypes.AppPlatform.managed.rawValue)

        /// visionOS.
        public static let visionOS = Platform(rawValue: "visionOS")
    }
}
