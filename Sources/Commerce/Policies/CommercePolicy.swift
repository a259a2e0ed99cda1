// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What the team decides where Apple's rules leave a choice.
///
/// Every answer is a function of the facts and of this value, so "what if" is the same question with another value.
public struct CommercePolicy: Hashable, Sendable, Codable {
    /// Whether access continues during the grace period that Apple gives.
    public var honorsGracePeriod: Bool

    /// How long access continues after a period whose renewal is awaited and not known yet, in milliseconds.
    ///
    /// Apple renews within the last day of a period, so nothing is lost at zero; a team that fears late
    /// notifications may bridge them.
    public var renewalLeewayMilliseconds: Int64

    /// What happens when another account restores a purchase.
    public var restore: RestorePolicy

    /// What a refund takes.
    public var refund: RefundPolicy

    /// What the end of Family Sharing takes.
    public var familyRevocation: RevocationEffect

    /// Which sandbox purchases count.
    public var sandbox: SandboxPolicy

    /// Whether a purchase counts for a customer's introductory offer and refund record although nothing proves the
    /// claim.
    ///
    /// Whoever knows a customer's identifier can attach a purchase to it, where the app's key alone may. It counts
    /// where a team trusts the app's key with everything.
    public var trustsUnprovenClaims = false

    /// Makes a policy; the defaults are Apple's own advice.
    public init(
        honorsGracePeriod: Bool = true,
        renewalLeewayMilliseconds: Int64 = 0,
        restore: RestorePolicy = .transferIfLapsed,
        refund: RefundPolicy = RefundPolicy(),
        familyRevocation: RevocationEffect = .fromItsDate,
        sandbox: SandboxPolicy = .accept,
        trustsUnprovenClaims: Bool = false
    ) {
        self.honorsGracePeriod = honorsGracePeriod
        self.renewalLeewayMilliseconds = renewalLeewayMilliseconds
        self.restore = restore
        self.refund = refund
        self.familyRevocation = familyRevocation
        self.sandbox = sandbox
        self.trustsUnprovenClaims = trustsUnprovenClaims
    }

    /// The policy of a team that decided nothing.
    public static let standard = CommercePolicy()

    /// What is stored of it; the trust in claims follows from the app's settings alone.
    private enum CodingKeys: String, CodingKey {
        case honorsGracePeriod, renewalLeewayMilliseconds, restore, refund, familyRevocation, sandbox
    }
}
