// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials

/// When, around the end of a period, the App Store charges for the next one.
///
/// Apple charges within the 24 hours before the end, and sometimes a little after it, which leaves a short gap
/// although nothing is wrong.
public struct RenewalTiming: Hashable, Sendable, Codable {
    /// How many seconds before the end the charge comes; at most 86,400.
    public var leadSeconds: Int

    /// How many of a thousand renewals come late instead.
    public var latePerMille: Int

    /// How many seconds late a late renewal is at most.
    public var maximumLapseSeconds: Int

    /// How many milliseconds after the end every renewal comes, though the next period begins at the end; at most
    /// 86,400,000, and 0 when absent.
    ///
    /// The StoreKit module shows a subscription as expired meanwhile, as StoreKit testing in Xcode does.
    public var pauseMilliseconds: Int?

    /// Makes a timing; by default every renewal comes exactly at the end.
    public init(
        leadSeconds: Int = 0,
        latePerMille: Int = 0,
        maximumLapseSeconds: Int = 0,
        pauseMilliseconds: Int? = nil
    ) {
        self.leadSeconds = min(max(leadSeconds, 0), 86_400)
        self.latePerMille = latePerMille
        self.maximumLapseSeconds = maximumLapseSeconds
        self.pauseMilliseconds = pauseMilliseconds
    }

    /// How many seconds after the end every renewal comes.
    var pause: TimeInterval { TimeInterval(pauseMilliseconds ?? 0) / 1000 }

    /// Every renewal exactly at the end of the period before it.
    public static let atExpiry = RenewalTiming()
}
