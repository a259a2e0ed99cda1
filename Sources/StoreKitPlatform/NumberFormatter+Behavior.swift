// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

extension NumberFormatter {
    /// The version of Apple's formatter whose rules apply; on Linux there is one set of rules.
    public enum Behavior: UInt, Sendable {
        /// The newest rules.
        case `default` = 0

        /// The rules of Mac OS X 10.0.
        case behavior10_0 = 1000

        /// The rules of Mac OS X 10.4 and everything after it.
        case behavior10_4 = 1040
    }

    /// The version whose rules apply: price formatters ask for the newer ones, which always apply here.
    public var formatterBehavior: Behavior {
        get { .behavior10_4 }
        set { _ = newValue }
    }
}
