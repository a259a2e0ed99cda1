// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// Compares what Purser derives for a customer with another provider's answer.
///
/// The customer's accounts are a fold of signed documents; the provider's answer is a claim. Comparing reads neither a
/// clock nor a database.
public struct ShadowComparison: Sendable {
    /// The customer in each app, in the environment that is compared.
    public var accounts: [CustomerAccount]

    /// The customer in each app, in the other environment.
    public var otherAccounts: [CustomerAccount]

    /// The environment that is compared.
    public var environment: Environment

    /// The identifiers under which the customer is known: the own one and the aliases.
    public var identifiers: Set<CustomerID>

    /// When a difference counts.
    public var policy: ShadowPolicy

    /// Makes a comparison.
    public init(
        accounts: [CustomerAccount],
        otherAccounts: [CustomerAccount] = [],
        environment: Environment = .production,
        identifiers: Set<CustomerID> = [],
        policy: ShadowPolicy = ShadowPolicy()
    ) {
        self.accounts = accounts
        self.otherAccounts = otherAccounts
        self.environment = environment
        self.identifiers = identifiers.union(accounts.map(\.customer))
        self.policy = policy
    }

    /// The differences at an instant, at most one for each entitlement, by its name.
    ///
    /// Where both deny access, the two agree.
    ///
    /// - Parameters:
    ///   - answer: The provider's answer.
    ///   - instant: When the provider answered.
    /// - Returns: The differences, each with its class.
    public func divergences(from answer: ProviderAnswer, asOf instant: Date) -> [Divergence] {
        let stated = Dictionary(answer.entitlements.map { ($0.id, $0) }, uniquingKeysWith: Self.stronger)
        let own = decisions(asOf: instant, alsoOf: stated.keys)
        return own.keys.sorted().compactMap { name in
            guard let (account, decision) = own[name] else { return nil }
            let theirs = stated[name]
            let aspects = aspects(decision, theirs, owner: answer.owner)
            guard !aspects.isEmpty else { return nil }
            let question = DivergenceQuestion(
                comparison: self,
                account: account,
                own: decision,
                theirs: theirs,
                owner: answer.owner,
                instant: instant
            )
            return Divergence(
                kind: question.kind(of: aspects),
                entitlement: name,
                aspects: aspects,
                own: Divergence.Answer(decision),
                theirs: theirs,
                atStake: question.atStake
            )
        }
    }

    /// Of two statements about one entitlement the one that gives access, or gives it for longer.
    private static func stronger(_ left: ProviderEntitlement, _ right: ProviderEntitlement) -> ProviderEntitlement {
        if left.isEntitled != right.isEntitled { return left.isEntitled ? left : right }
        func end(_ statement: ProviderEntitlement) -> Date {
            statement.end == .never ? .distantFuture : statement.end.date ?? .distantPast
        }
        return end(left) >= end(right) ? left : right
    }

    /// Purser's answers over all apps, as its API gives them: an active one before one that is not, the longer first.
    private func decisions(
        asOf instant: Date,
        alsoOf names: some Sequence<EntitlementID>
    ) -> [EntitlementID: (account: CustomerAccount, decision: EntitlementDecision)] {
        var found: [EntitlementID: (account: CustomerAccount, decision: EntitlementDecision)] = [:]
        for account in accounts {
            let decisions = account.entitlements(asOf: instant)
            let known = Set(decisions.map(\.entitlement))
            let missing = Set(names).subtracting(known).map { account.entitlement($0, asOf: instant) }
            for decision in decisions + missing {
                if let best = found[decision.entitlement]?.decision, !Self.beats(decision, best) { continue }
                found[decision.entitlement] = (account, decision)
            }
        }
        return found
    }

    private static func beats(_ decision: EntitlementDecision, _ best: EntitlementDecision) -> Bool {
        if decision.isActive != best.isActive { return decision.isActive }
        guard decision.isActive else {
            // An end that is known explains more than none.
            if best.reason.rule == .neverBought { return decision.reason.rule != .neverBought }
            return (decision.startDate ?? .distantPast) > (best.startDate ?? .distantPast)
        }
        return (decision.endDate ?? .distantFuture) > (best.endDate ?? .distantFuture)
    }

    private func aspects(
        _ own: EntitlementDecision,
        _ theirs: ProviderEntitlement?,
        owner: CustomerID?
    ) -> [Divergence.Aspect] {
        guard own.isActive == (theirs?.isEntitled ?? false) else { return [.entitled] }
        guard own.isActive, let theirs else { return [] }
        var aspects: [Divergence.Aspect] = []
        if !agrees(own.endDate, theirs.end) { aspects.append(.until) }
        let products = ([own.reason] + own.otherReasons).compactMap(\.productID)
        if let product = theirs.product, !products.contains(product),
            // A provider names what it grants as it likes.
            !(theirs.isPromotional && own.reason.rule == .granted)
        {
            aspects.append(.product)
        }
        if let stated = theirs.environment, stated != environment { aspects.append(.environment) }
        if let owner, !identifiers.contains(owner) { aspects.append(.owner) }
        return aspects
    }

    func agrees(_ own: Date?, _ theirs: AccessEnd) -> Bool {
        switch theirs {
        case .unstated: true
        case .never: own == nil
        case .date(let date): own.map { isSame($0, date) } ?? false
        }
    }

    /// Whether two dates are as close as the policy wants.
    func isSame(_ left: Date, _ right: Date) -> Bool {
        abs(left.timeIntervalSince(right)) <= Double(policy.toleranceSeconds)
    }

    /// Whether a date is later than another one by more than the policy tolerates.
    func isLater(_ left: Date, than right: Date) -> Bool {
        left.timeIntervalSince(right) > Double(policy.toleranceSeconds)
    }
}
