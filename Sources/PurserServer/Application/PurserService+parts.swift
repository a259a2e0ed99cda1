// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The parts that features share.
extension PurserService {
    var rebuilder: Rebuilder {
        Rebuilder(
            catalog: catalog,
            charts: chartTotals,
            clock: clock,
            pipeline: pipeline,
            summaries: customerSummaries,
            database: database
        )
    }
    var sender: AlertSender {
        AlertSender(
            apps: apps,
            clock: clock,
            log: log,
            mail: mail,
            random: random,
            database: database,
            transport: transport
        )
    }
    var offerChecks: OfferChecks {
        OfferChecks(
            accounts: accounts,
            apps: apps,
            catalog: catalog,
            database: database,
            verifiers: verifiers
        )
    }
    var commands: CustomerCommands { CustomerCommands(pipeline: pipeline, database: database) }
    var dueCustomers: DueCustomers {
        DueCustomers(apps: apps, clock: clock, pipeline: pipeline, database: database)
    }
    var accounts: EntitlementReader { EntitlementReader(apps: apps, catalog: catalog, database: database) }
    var sales: SalesReaders { SalesReaders(apps: apps, catalog: catalog, clock: clock, database: database) }
    var endingSubscriptionReader: EndingSubscriptionReader { EndingSubscriptionReader(database: database) }
    var storedCharts: StoredCharts { StoredCharts(cache: chartTotalsCache, database: database) }
    var reports: ReportReader { ReportReader(apps: apps, catalog: catalog, clock: clock, database: database) }
    var reconciliations: Reconciliations { Reconciliations(reports: reports, sales: sales) }
    var fetcher: ReportFetcher { ReportFetcher(apps: apps, clock: clock, database: database) }
    var buckets: MetricsStore {
        MetricsStore(clock: clock, metrics: metricsRecorder, serverName: serverName, database: database)
    }
    var state: StateReader { StateReader(apps: apps, clock: clock, endpoints: endpoints, database: database) }
    var legacyNotifications: LegacyNotifications {
        LegacyNotifications(
            apps: apps,
            clock: clock,
            pipeline: pipeline,
            log: log,
            receipts: receipts,
            database: database,
            verifiers: verifiers
        )
    }
    var notifications: NotificationIntake {
        NotificationIntake(
            apps: apps,
            pipeline: pipeline,
            metrics: metricsRecorder,
            database: database,
            verifiers: verifiers,
            versions: appVersions
        )
    }
    var waiting: WaitingNotifications {
        WaitingNotifications(
            clock: clock,
            log: log,
            metrics: metricsRecorder,
            notificationGate: notificationGate,
            notifications: notifications,
            random: random,
            database: database
        )
    }
    var receipts: ReceiptIntake {
        ReceiptIntake(
            apps: apps,
            askedReceipts: askedReceipts,
            catalog: catalog,
            pipeline: pipeline,
            database: database,
            verifiers: verifiers
        )
    }
    var history: AppleHistory { AppleHistory(apps: apps, clock: clock, pipeline: pipeline, verifiers: verifiers) }
    var rounds: RecoveryRounds {
        RecoveryRounds(
            apps: apps,
            clock: clock,
            log: log,
            recoveryMemory: recoveryMemory,
            serverName: serverName,
            sources: recoverySources,
            database: database
        )
    }
    var backfiller: Backfill {
        Backfill(
            apps: apps,
            clock: clock,
            pipeline: pipeline,
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
            pipeline: pipeline,
            history: history,
            log: log,
            database: database
        )
    }
    var refundRecovery: RefundRecovery {
        RefundRecovery(
            apps: apps,
            clock: clock,
            cursors: cursors,
            history: history,
            log: log,
            database: database
        )
    }
    var statuses: StatusRecovery {
        StatusRecovery(
            apps: apps,
            clock: clock,
            cursors: cursors,
            pipeline: pipeline,
            log: log,
            receipts: receipts,
            database: database,
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
            database: database
        )
    }
    var orderExpiry: OrderExpiry { OrderExpiry(apps: apps, clock: clock, pipeline: pipeline, database: database) }
    var leases: LeasedJobs { LeasedJobs(clock: clock, random: random, database: database) }
    var claimants: Claimants { Claimants(database: database) }
    var answers: PurchaseAnswers {
        PurchaseAnswers(accounts: accounts, apps: apps, catalog: catalog, database: database)
    }
    var cursors: RoundCursors { RoundCursors(clock: clock, database: database) }
    var measurement: AlertMeasurement {
        AlertMeasurement(
            alertBoard: alertBoard,
            machine: machine,
            metrics: metricsRecorder,
            state: state,
            database: database
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
