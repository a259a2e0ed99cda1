// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
package import FoundationEssentials

/// All that is known of one customer: a fold of the facts of their purchases and of what we did for them.
///
/// Facts may be added in any order and any number of times. The facts of a purchase that another customer has now may
/// be added too: whose it is follows from its claims and the restore policy.
public struct CustomerAccount: Sendable {
    /// The customer.
    public let customer: CustomerID

    /// What the apps sell.
    public let catalogs: [Catalog]

    /// What the team decides where Apple's rules leave a choice.
    public let policy: CommercePolicy

    /// Whether a purchase that no one claimed counts as this customer's, as it does on the customer's own device.
    public let ownsUnclaimed: Bool

    /// The instant now; when absent, there is no present, and every instant is asked about by the facts' dates alone.
    ///
    /// Clocks differ, and a command is dated after those before it: what was recorded has happened now, whatever its
    /// date.
    package var present: Date?

    let index: CatalogIndex
    private(set) var lineages: [LineageKey: LineageAccount] = [:]
    private(set) var grants: [GrantID: GrantRecord] = [:]
    private(set) var conversions: [ConversionID: ConversionRecord] = [:]
    private(set) var devices: [DeviceID: DeviceRecord] = [:]
    private(set) var contentItems: [ContentItemID: ContentItemRecord] = [:]
    private(set) var orderedDevices: [OrderID: RecordedOrderStep<DeviceID>] = [:]
    private(set) var orderedTransactions: [PurchaseKey: RecordedOrderStep<OrderID>] = [:]

    /// A purchase in an app and environment.
    struct PurchaseKey: Hashable, Sendable {
        var scope: AppScope
        var transactionID: TransactionID
    }

    /// What a step of an order says, with the step's place among the facts.
    struct RecordedOrderStep<Value: Hashable & Sendable>: Hashable, Sendable {
        var value: Value
        var order: FactOrder
    }

    struct GrantRecord: Hashable, Sendable {
        var grant: Grant?
        var evidence: Evidence?
        var revocation: GrantRevocation?
        var revocationEvidence: Evidence?
    }

    struct ConversionRecord: Hashable, Sendable {
        var conversion: PlanConversion
        var scope: AppScope
        var evidence: Evidence
    }

    struct DeviceRecord: Hashable, Sendable {
        var registration: DeviceRegistration
        var evidence: Evidence
    }

    struct ContentItemRecord: Hashable, Sendable {
        var registration: ContentItemRegistration
        var evidence: Evidence
    }

    /// Begins an empty account.
    public init(
        customer: CustomerID,
        catalogs: [Catalog],
        policy: CommercePolicy = .standard,
        ownsUnclaimed: Bool = false
    ) {
        self.init(
            customer: customer,
            catalogs: IndexedCatalogs(catalogs),
            policy: policy,
            ownsUnclaimed: ownsUnclaimed
        )
    }

    private init(customer: CustomerID, catalogs: IndexedCatalogs, policy: CommercePolicy, ownsUnclaimed: Bool) {
        self.customer = customer
        self.catalogs = catalogs.catalogs
        self.policy = policy
        self.ownsUnclaimed = ownsUnclaimed
        index = catalogs.index
    }

    /// Makes the account of some facts under catalogs whose entitlements are looked up already.
    package init(
        customer: CustomerID,
        catalogs: IndexedCatalogs,
        facts: some Sequence<Fact>,
        policy: CommercePolicy
    ) {
        self.init(customer: customer, catalogs: catalogs, policy: policy, ownsUnclaimed: false)
        for fact in facts.inOrder { add(fact) }
    }

    /// Makes the account of some facts.
    public init(
        customer: CustomerID,
        catalogs: [Catalog],
        facts: some Sequence<Fact>,
        policy: CommercePolicy = .standard,
        ownsUnclaimed: Bool = false
    ) {
        self.init(customer: customer, catalogs: catalogs, policy: policy, ownsUnclaimed: ownsUnclaimed)
        for fact in facts.inOrder { add(fact) }
    }

    /// Adds a fact; one that says nothing about this customer changes nothing.
    public mutating func add(_ fact: Fact) {
        if case .command(let command) = fact.content {
            add(command, fact)
            return
        }
        guard let lineage = fact.lineage else { return }
        lineages[
            LineageKey(scope: fact.scope, lineage: lineage),
            default: LineageAccount(history: SubscriptionHistory(lineage: lineage, policy: policy))
        ].history.add(fact)
    }

    /// Adds what a purchase's older facts come to: the same as adding all of them.
    package mutating func add(_ folded: FoldedFacts) {
        folded.add(
            to: &lineages[
                folded.key,
                default: LineageAccount(history: SubscriptionHistory(lineage: folded.key.lineage, policy: policy))
            ].history
        )
        for fact in folded.commands { add(fact) }
    }

    /// Takes over what another account knows of a purchase: the same as adding all of its facts.
    package mutating func transfer(_ key: LineageKey, from other: CustomerAccount) {
        guard var lineage = other.lineages[key] else { return }
        if other.policy != policy { lineage.history = lineage.history.under(policy) }
        lineages[key] = lineage
    }

    /// The same facts under another policy or other catalogs.
    public func under(_ policy: CommercePolicy, catalogs: [Catalog]? = nil) -> CustomerAccount {
        var other = CustomerAccount(
            customer: customer,
            catalogs: catalogs ?? self.catalogs,
            policy: policy,
            ownsUnclaimed: ownsUnclaimed
        )
        other.lineages = lineages.mapValues { lineage in
            var lineage = lineage
            lineage.history = lineage.history.under(policy)
            return lineage
        }
        other.present = present
        other.grants = grants
        other.conversions = conversions
        other.devices = devices
        other.contentItems = contentItems
        other.orderedDevices = orderedDevices
        other.orderedTransactions = orderedTransactions
        return other
    }

    private mutating func add(_ command: Command, _ fact: Fact) {
        let evidence = Evidence(fact)
        switch command {
        case .claim, .transfer, .release:
            guard let lineage = command.lineage else { return }
            lineages[
                LineageKey(scope: fact.scope, lineage: lineage),
                default: LineageAccount(history: SubscriptionHistory(lineage: lineage, policy: policy))
            ].add(command, evidence)
        case .grant(let grant) where grant.customer == customer:
            var record = grants[grant.id] ?? GrantRecord()
            if let known = record.evidence, known.order <= evidence.order { return }
            record.grant = grant
            record.evidence = evidence
            grants[grant.id] = record
        case .revokeGrant(let revocation) where revocation.customer == customer:
            var record = grants[revocation.id] ?? GrantRecord()
            if let known = record.revocationEvidence, known.order <= evidence.order { return }
            record.revocation = revocation
            record.revocationEvidence = evidence
            grants[revocation.id] = record
        case .conversion(let conversion) where conversion.customer == customer:
            if let known = conversions[conversion.id], known.evidence.order <= evidence.order { return }
            conversions[conversion.id] = ConversionRecord(
                conversion: conversion,
                scope: fact.scope,
                evidence: evidence
            )
        case .device(let device) where device.customer == customer:
            if let known = devices[device.device], known.evidence.order >= evidence.order { return }
            devices[device.device] = DeviceRecord(registration: device, evidence: evidence)
        case .contentItem(let item):
            if let known = contentItems[item.id], known.evidence.order >= evidence.order { return }
            contentItems[item.id] = ContentItemRecord(registration: item, evidence: evidence)
        case .order(let step): add(step, fact)
        case .seat(let step):
            lineages[
                LineageKey(scope: fact.scope, lineage: step.lineage),
                default: LineageAccount(history: SubscriptionHistory(lineage: step.lineage, policy: policy))
            ].seats.add(step, evidence)
        default: break
        }
    }

    /// Notes which device an order serves.
    private mutating func add(_ step: OrderStep, _ fact: Fact) {
        switch step.action {
        case .created(let terms):
            guard let device = terms.device else { return }
            if let known = orderedDevices[step.order], known.order >= fact.order { return }
            orderedDevices[step.order] = RecordedOrderStep(value: device, order: fact.order)
        case .paid(let transaction):
            let purchase = PurchaseKey(scope: fact.scope, transactionID: transaction)
            if let known = orderedTransactions[purchase], known.order >= fact.order { return }
            orderedTransactions[purchase] = RecordedOrderStep(value: step.order, order: fact.order)
        case .delivered, .finished, .failed, .credited, .canceled: break
        }
    }
}
