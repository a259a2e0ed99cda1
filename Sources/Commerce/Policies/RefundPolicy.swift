// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What a refund withdraws.
public struct RefundPolicy: Hashable, Sendable, Codable {
    /// What happens to consumed goods whose price went back.
    public enum Clawback: String, Hashable, Sendable, Codable, CaseIterable {
        /// They are withdrawn, below zero when they were spent.
        case full

        /// What is left of them is withdrawn.
        case upToBalance = "up-to-balance"

        /// They stay.
        case none
    }

    /// How far back a refund of the whole price reaches.
    public var full: RevocationEffect

    /// How far back a refund of a part of the price reaches.
    public var prorated: RevocationEffect

    /// What happens to consumed goods.
    public var clawback: Clawback

    /// Makes a policy; by default a full refund undoes the purchase and a prorated one ends it.
    public init(
        full: RevocationEffect = .asIfNeverBought,
        prorated: RevocationEffect = .fromItsDate,
        clawback: Clawback = .full
    ) {
        self.full = full
        self.prorated = prorated
        self.clawback = clawback
    }
    /// Decodes a policy; what is not named is as by default.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let standard = RefundPolicy()
        full = try values.decodeIfPresent(RevocationEffect.self, forKey: .full) ?? standard.full
        prorated = try values.decodeIfPresent(RevocationEffect.self, forKey: .prorated) ?? standard.prorated
        clawback = try values.decodeIfPresent(Clawback.self, forKey: .clawback) ?? standard.clawback
    }
}
