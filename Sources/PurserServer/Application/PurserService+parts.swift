// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The parts that features share.
extension PurserService {
    var rebuilder: Rebuilder { Rebuilder(catalogue: catalogue, clock: clock, desk: desk, store: store) }
    var sender: AlertSender {
        AlertSender(
            apps: apps,
            clock: clock,
            log: log,
            mail: mail,
            random: random,
            store: store,
            transport: transport
        )
    }
    var offerChecks: OfferChecks {
        OfferChecks(
            accounts: accounts,
            apps: apps,
            catalogue: catalogue,
            store: store,
            verifiers: verifiers
        )
    }
    var commands: CustomerCommands { CustomerCommands(desk: desk, store: store) }
    var accounts: EntitlementReader { EntitlementReader(apps: apps, catalogue: catalogue, store: store) }
    var sales: SalesReader { SalesReader(apps: apps, catalogue: catalogue, clock: clock, store: store) }
    var reports: ReportReader { ReportReader(apps: apps, catalogue: catalogue, clock: clock, store: store) }
    var reconciliations: Reconciliations { Reconciliations(reports: reports, sales: sales) }
    var fetcher: ReportFetcher { ReportFetcher(apps: apps, clock: clock, store: store) }
    var tallies: TallyKeeper { TallyKeeper(clock: clock, monitors: monitors, serverName: serverName, store: store) }
    var state: StateReader { StateReader(apps: apps, clock: clock, endpoints: endpoints, store: store) }
    var legacyNotifications: LegacyNotifications {
        LegacyNotifications(
            apps: apps,
            clock: clock,
            desk: desk,
            log: log,
            receipts: receipts,
            verifiers: verifiers
        )
    }
    var notifications: NotificationIntake {
        NotificationIntake(
            apps: apps,
            desk: desk,
            monitors: monitors,
            verifiers: verifiers
        )
    }
    var waiting: WaitingNotifications {
        WaitingNotifications(
            clock: clock,
            log: log,
            monitors: monitors,
            notificationGate: notificationGate,
            notifications: notifications,
            random: random,
            store: store
        )
    }
    var receipts: ReceiptIntake {
        ReceiptIntake(
            apps: apps,
            askedReceipts: askedReceipts,
            catalogue: catalogue,
            desk: desk,
            store: store,
            verifiers: verifiers
        )
    }
    var history: AppleHistory { AppleHistory(apps: apps, clock: clock, desk: desk, verifiers: verifiers) }
    var rounds: RecoveryRounds {
        RecoveryRounds(
            apps: apps,
            clock: clock,
            log: log,
            recoveryMemory: recoveryMemory,
            serverName: serverName,
            sources: recoverySources,
            store: store
        )
    }
    var backfiller: Backfill {
        Backfill(
            apps: apps,
            clock: clock,
            desk: desk,
            history: history,
            receipts: receipts,
            verifiers: verifiers
        )
    }
    var notificationRecovery: NotificationRecovery {
        NotificationRecovery(
            apps: apps,
            clock: clock,
            cursors: cursors,
            log: log,
            notifications: notifications,
            waiting: waiting
        )
    }
    var purchaseRecovery: PurchaseRecovery {
        PurchaseRecovery(
            apps: apps,
            clock: clock,
            desk: desk,
            history: history,
            log: log,
            store: store
        )
    }
    var refundRecovery: RefundRecovery {
        RefundRecovery(
            apps: apps,
            clock: clock,
            cursors: cursors,
            history: history,
            log: log,
            store: store
        )
    }
    var statuses: StatusRecovery {
        StatusRecovery(
            apps: apps,
            clock: clock,
            cursors: cursors,
            desk: desk,
            log: log,
            receipts: receipts,
            store: store,
            verifiers: verifiers
        )
    }
    var reported: ReportedRecovery {
        ReportedRecovery(
            apps: apps,
            clock: clock,
            cursors: cursors,
            history: history,
            log: log,
            receipts: receipts,
            reportedRoom: reportedRoom,
            store: store
        )
    }
    var orderExpiry: OrderExpiry { OrderExpiry(apps: apps, clock: clock, desk: desk, store: store) }
    var leases: LeasedJobs { LeasedJobs(clock: clock, random: random, store: store) }
    var claimants: Claimants { Claimants(store: store) }
    var answers: PurchaseAnswers { PurchaseAnswers(accounts: accounts, apps: apps, catalogue: catalogue, store: store) }
    var cursors: RoundCursors { RoundCursors(clock: clock, store: store) }
    var measurement: AlertMeasurement {
        AlertMeasurement(
            alertBoard: alertBoard,
            machine: machine,
            monitors: monitors,
            state: state,
            store: store
        )
    }
    var recoverySources: RecoverySources {
        RecoverySources(
            notifications: notificationRecovery,
            purchases: purchaseRecovery,
            refunds: refundRecovery,
            statuses: statuses,
            reported: reported
        )
    }
}
