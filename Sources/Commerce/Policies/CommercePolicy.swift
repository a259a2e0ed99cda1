// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What the team decides where Apple's rules leave a choice.
///
/// Every answer is a function of the facts and of this value, so "what if" is the same question with another value.
public struct CommercePolicy: Hashable, Sendable, Codable {
    /// Whether access goes on during the grace period that Apple gives.
    public var honorsGracePeriod: Bool

    /// How long access goes on after a period whose renewal is awaited and not heard of yet, in milliseconds.
    ///
    /// Apple renews within the last day of a period, so nothing is lost at zero; a team that fears late
    /// notifications may bridge them.
    public var renewalLeewayMilliseconds: Int64

    /// What happens when another account restores a purchase.
    public var restore: RestorePolicy

    /// What a refund takes.
    public var refund: RefundPolicy

    /// What the end of Family Sharing takes.
    public var familyRevocation: WithdrawalExtent

    /// Which sandbox purchases count.
    public var sandbox: SandboxPolicy

    /// Makes a policy; the defaults are Apple's own advice.
    public init(
        honorsGracePeriod: Bool = true,
        renewalLeewayMilliseconds: Int64 = 0,
        restore: RestorePolicy = .transferIfLapsed,
        refund: RefundPolicy = RefundPolicy(),
        familyRevocation: WithdrawalExtent = .fromItsDate,
        sandbox: SandboxPolicy = .accept
    ) {
        self.honorsGracePeriod = honorsGracePeriod
        self.renewalLeewayMilliseconds = renewalLeewayMilliseconds
        self.restore = restore
        self.refund = refund
        self.familyRevocation = familyRevocation
        self.sandbox = sandbox
    }

    /// The policy of a team that decided nothing.
    public static let standard = CommercePolicy()
}
