// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

extension SimulatedAppStore {
    /// The instant that documents made now carry.
    func signedDate(in environment: Environment) -> Date {
        let skew = settings[environment].faults.clockSkewSeconds
        return skew == 0 ? nextSigning : nextSigning.addingTimeInterval(Double(skew))
    }

    /// The instant that documents carry which only show what is: no newer than the last change, and older than the
    /// next.
    ///
    /// What happens next may happen while the clock still stands here, and its documents say something else.
    public func shownDate(in environment: Environment) -> Date {
        let shown = nextSigning.millisecondsSince1970 - 1
        return Date(millisecondsSince1970: shown)
            .addingTimeInterval(Double(settings[environment].faults.clockSkewSeconds))
    }

    /// The instant that nothing is later than which was signed so far: now, or a little after it when much happened at
    /// once.
    public var present: Date { max(now, lastSigned ?? now) }

    /// When what happens now is signed: later than all before it, though the clock is stopped.
    ///
    /// Otherwise two words about one purchase could carry the same instant, and no one could say which is the newer
    /// one.
    var nextSigning: Date {
        guard let lastSigned, lastSigned >= now else { return now }
        return Date(millisecondsSince1970: lastSigned.millisecondsSince1970 + 1)
    }

    /// Records that something happened to a subscription: its renewal info, and the notifications that follow.
    ///
    /// The transaction is the latest one unless another is given.
    mutating func notify(
        _ happening: SimulatedEvent,
        slot: Int,
        transaction: TransactionPayload? = nil,
        reason: ConsumptionRequestReason? = nil
    ) {
        report(happening, slot: slot, former: former)
        former = nil
        notify(happening, slot, transaction, reason)
        guard !lineages[slot].isShared else { return }
        mirror(happening, of: slot)
        updateMembers(happening, of: slot)
        updateBundled(happening, of: slot)
    }

    /// Puts a subscription's renewal info, as it is now, among the effects.
    mutating func refreshRenewalInfo(_ slot: Int) {
        publish(renewalInfo(slot: slot), slot: slot)
    }

    private mutating func publish(_ info: RenewalInfoPayload, slot: Int) {
        guard !isHidden(lineages[slot].product, of: lineages[slot].customer) else { return }
        effects.renewalInfos.append(
            Effects.RenewalInfoChange(
                customer: customers[lineages[slot].customer].profile.id,
                group: lineages[slot].group,
                status: lineages[slot].status,
                renewalInfo: info
            )
        )
    }

    private mutating func notify(
        _ happening: SimulatedEvent,
        _ slot: Int,
        _ transaction: TransactionPayload?,
        _ reason: ConsumptionRequestReason?
    ) {
        let info = renewalInfo(slot: slot)
        publish(info, slot: slot)
        // What the same command or event tells next is a later word.
        defer { lastSigned = nextSigning }
        let lineage = lineages[slot]
        let customer = customers[lineage.customer].profile
        guard settings[customer.environment].notifications != .none, !isHidden(lineage.product, of: lineage.customer)
        else { return }
        var notification = emptyNotification(app: lineage.app, environment: customer.environment)
        notification.customer = customer.id
        notification.transaction = transaction ?? lineage.transactions.last
        notification.transaction?.signedDate = notification.signedDate
        notification.renewalInfo = info
        notification.status = lineage.status
        notification.renewalStatusChangeDate = lineage.renewalStatusChangeDate
        notification.consumptionRequestReason = reason
        send(happening, notification, isSubscription: true, isShared: lineage.isShared)
    }

    /// Records that something happened to a purchase that does not renew.
    mutating func notify(
        _ happening: SimulatedEvent,
        transaction: TransactionPayload,
        customer slot: Int,
        reason: ConsumptionRequestReason? = nil
    ) {
        let customer = customers[slot].profile
        defer { lastSigned = nextSigning }
        guard settings[customer.environment].notifications != .none else { return }
        var notification = emptyNotification(app: transaction.bundleId, environment: customer.environment)
        notification.customer = customer.id
        notification.transaction = transaction
        notification.transaction?.signedDate = notification.signedDate
        notification.consumptionRequestReason = reason
        let isShared = transaction.inAppOwnershipType == .familyShared
        send(happening, notification, isSubscription: false, isShared: isShared)
    }

    /// A notification without a name, an identifier and contents.
    func emptyNotification(app: BundleID, environment: Environment) -> NotificationEffect {
        let appSlot = catalog.apps.firstIndex { $0.bundleID == app }
        return NotificationEffect(
            uuid: NotificationUUID(rawValue: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))),
            name: .version1(""),
            environment: environment,
            app: app,
            appAppleID: environment == .production ? appSlot.map { catalog.apps[$0].appAppleID } : nil,
            appVersion: appSlot.map { catalog.apps[$0].version },
            signedDate: signedDate(in: environment),
            deliveries: []
        )
    }

    private mutating func send(
        _ happening: SimulatedEvent,
        _ notification: NotificationEffect,
        isSubscription: Bool,
        isShared: Bool
    ) {
        switch settings[notification.environment].notifications {
        case .none:
            return
        case .version2:
            let (type, subtype) = happening.version2
            deliver(notification, as: .version2(type, subtype))
        case .version1, .earlyVersion1:
            sendVersion1(happening, notification, isSubscription: isSubscription, isShared: isShared)
        }
    }

    private mutating func sendVersion1(
        _ happening: SimulatedEvent,
        _ notification: NotificationEffect,
        isSubscription: Bool,
        isShared: Bool
    ) {
        let isEarly = settings[notification.environment].notifications == .earlyVersion1
        let types =
            isEarly
            ? happening.earlyVersion1(isSubscription: isSubscription)
            : happening.version1(isSubscription: isSubscription)
        for type in types {
            if isShared ? SimulatedEvent.purchaserOnly.contains(type) : type == "REVOKE" { continue }
            if notification.environment == .sandbox, !isEarly, !SimulatedEvent.sandboxVersion1.contains(type) {
                continue
            }
            var notification = notification
            if type == "CANCEL", happening.isUpgrade { notification.transaction = cancelledByUpgrade(notification) }
            deliver(notification, as: .version1(type))
        }
    }

    /// The transaction that an upgrade closed, canceled as version 1 had it.
    private func cancelledByUpgrade(_ notification: NotificationEffect) -> TransactionPayload? {
        guard let key = notification.transaction?.originalTransactionId.key, let slot = lineageSlots[key],
            var old = lineages[slot].transactions.dropLast().last
        else { return notification.transaction }
        old.revocationDate = now
        old.signedDate = notification.signedDate
        return old
    }

    /// Gives a notification its name, its identifier and the instants at which it is sent.
    mutating func deliver(_ notification: NotificationEffect, as name: NotificationEffect.Name) {
        var notification = notification
        notification.name = name
        notification.uuid = NotificationUUID(rawValue: identities.uuid())
        notification.deliveries = deliveries(in: notification.environment)
        effects.notifications.append(notification)
    }
}
