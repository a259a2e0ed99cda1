// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import HTTPService
import Synchronization

/// The features: each is made of the parts that it uses.
extension PurserService {
    /// The routes that the router serves, the contract describes and the console's pages perform; made once.
    var routes: [Route] {
        routeTable.withLock { table in
            if let table { return table }
            let described = describedRoutes
            let routes = serviceFeature.routes(beside: described) + described
            table = routes
            return routes
        }
    }

    /// The routes of everything but the service itself.
    private var describedRoutes: [Route] {
        catalogFeature.routes + orderFeature.routes + purchases.routes + externalPurchases.routes
            + entitlementFeature.routes
            + liveUpdateFeature.routes
            + notificationFeature.routes + forwarding.routes
            + keyFeature.routes + webhooks.routes + orderReports.routes + customerRoutes
            + administration.routes + savedViews.routes + backgroundJobFeature.routes + storage.routes
            + compatibility.routes + shadow.routes + legacy.routes + recovery.routes + apple.routes + moneyRoutes
            + monitoring.routes + requestLogFeature.routes + alerts.routes
    }

    private var customerRoutes: [Route] {
        grants.routes + notes.routes + consents.routes + usage.routes
            + subscriptions.routes + endingSubscriptions.routes + customerLists.routes + content.routes
            + conversions.routes
            + aliases.routes + snapshots.routes + refundAdvice.routes + offers.routes + findings.routes + seats.routes
    }

    private var moneyRoutes: [Route] {
        reportFeature.routes + reconciliation.routes + chartFeature.routes + activeCustomers.routes
            + chartAnnotations.routes
            + closedMonths.routes + exchangeRates.routes + proceeds.routes
            + balances.routes
            + customPrices.routes + prices.routes
    }

    /// The background jobs, in the order of a round.
    var backgroundJobs: [BackgroundJob] {
        notificationFeature.backgroundJobs + liveUpdateFeature.backgroundJobs + lifecycle.backgroundJobs
            + ruleChanges.backgroundJobs
            + reminders.backgroundJobs + orderExpiry.backgroundJobs
            + purchaseRecovery.backgroundJobs + webhooks.backgroundJobs + forwarding.backgroundJobs
            + shadow.backgroundJobs
            + consumption.backgroundJobs
            + refundQuestions.backgroundJobs + seats.backgroundJobs + catalogFeature.backgroundJobs
            + requestLogFeature.backgroundJobs + telemetry.backgroundJobs
            + storage.backgroundJobs + reconciliation.backgroundJobs + chartTotals.backgroundJobs
            + customerLists.backgroundJobs
            + rounds.backgroundJobs + monitoring.backgroundJobs
            + alerts.backgroundJobs
    }

    var keyFeature: KeyFeature {
        KeyFeature(
            apps: apps,
            clock: clock,
            keys: keys,
            random: random,
            snapshotKeys: snapshotKeys,
            database: database,
            tokenSecrets: tokenSecrets
        )
    }
    var requestLogFeature: RequestLogFeature {
        RequestLogFeature(apps: apps, log: requestLog, database: database)
    }
    var telemetry: TelemetryFeature {
        TelemetryFeature(
            clock: clock,
            configuration: configuration.telemetry,
            document: OTLPDocument(instance: serverName),
            families: { [monitoring] in try await monitoring.families() },
            metrics: metricsRecorder,
            spans: spans,
            started: started,
            transport: transport
        )
    }
    var aliases: AliasFeature {
        AliasFeature(apps: apps, pipeline: pipeline, database: database, tokenSecrets: tokenSecrets)
    }
    var administration: AdministrationFeature {
        AdministrationFeature(
            apps: apps,
            pipeline: pipeline,
            random: random,
            rebuilder: rebuilder,
            database: database
        )
    }
    var savedViews: SavedViewFeature { SavedViewFeature(random: random, database: database) }
    var storage: StorageFeature { StorageFeature(apps: apps, clock: clock, database: database) }
    var alerts: AlertFeature {
        AlertFeature(
            alertBoard: alertBoard,
            apps: apps,
            clock: clock,
            measurement: measurement,
            metrics: metricsRecorder,
            sender: sender,
            database: database,
            buckets: buckets
        )
    }
    var apple: AppleFeature {
        AppleFeature(
            apps: apps,
            pipeline: pipeline,
            offerChecks: offerChecks,
            random: random,
            database: database,
            verifiers: verifiers
        )
    }
    var catalogFeature: CatalogFeature {
        CatalogFeature(
            apps: apps,
            catalog: catalog,
            clock: clock,
            endpoints: endpoints,
            log: log,
            database: database
        )
    }
    var compatibility: CompatibilityFeature {
        CompatibilityFeature(
            accounts: accounts,
            catalog: catalog,
            database: database
        )
    }
    var team: TeamFeature { TeamFeature(clock: clock, consoleState: consoleState, random: random, database: database) }
    var consumption: ConsumptionFeature {
        ConsumptionFeature(apps: apps, clock: clock, leases: leases, database: database)
    }
    var consents: ConsentFeature { ConsentFeature(commands: commands, database: database) }
    var content: ContentFeature { ContentFeature(accounts: accounts, commands: commands, database: database) }
    var conversions: ConversionFeature { ConversionFeature(accounts: accounts, commands: commands, random: random) }
    var findings: FindingFeature { FindingFeature(catalog: catalog, database: database) }
    var grants: GrantFeature { GrantFeature(commands: commands, random: random) }
    var offers: OfferFeature { OfferFeature(accounts: accounts, offerChecks: offerChecks, random: random) }
    var refundAdvice: RefundAdviceFeature { RefundAdviceFeature(accounts: accounts) }
    var endingSubscriptions: EndingSubscriptionFeature { EndingSubscriptionFeature(reader: endingSubscriptionReader) }
    var subscriptions: SubscriptionFeature {
        SubscriptionFeature(accounts: accounts, pipeline: pipeline, database: database)
    }
    var seats: SeatFeature {
        SeatFeature(
            accounts: accounts,
            apps: apps,
            claims: SeatClaims(apps: apps, clock: clock, metrics: metricsRecorder, recorder: seatRecorder),
            clock: clock,
            recorder: seatRecorder,
            leases: leases,
            log: log,
            random: random
        )
    }
    private var seatRecorder: SeatRecorder { SeatRecorder(pipeline: pipeline, database: database) }
    var notes: NoteFeature { NoteFeature(random: random, database: database) }
    var usage: UsageFeature { UsageFeature(balances: balances, commands: commands, database: database) }
    var entitlementFeature: EntitlementFeature {
        EntitlementFeature(accounts: accounts, entitlementCache: entitlementCache)
    }
    var liveUpdateFeature: LiveUpdateFeature {
        LiveUpdateFeature(apps: apps, clock: clock, updates: liveUpdates, database: database)
    }
    var reminders: ReminderFeature { ReminderFeature(dueCustomers: dueCustomers) }
    var ruleChanges: RuleChangeFeature {
        RuleChangeFeature(
            apps: apps,
            catalog: catalog,
            clock: clock,
            pipeline: pipeline,
            followedRules: followedRules,
            database: database
        )
    }
    var legacy: LegacyFeature {
        LegacyFeature(
            answers: answers,
            apps: apps,
            catalog: catalog,
            claimants: claimants,
            receipts: receipts,
            reported: reported,
            database: database,
            tokenSecrets: tokenSecrets
        )
    }
    var balances: BalanceFeature { BalanceFeature(database: database) }
    var chartTotals: ChartTotalsFeature {
        ChartTotalsFeature(
            apps: apps,
            catalog: catalog,
            clock: clock,
            owner: serverName,
            release: release,
            sales: sales,
            database: database
        )
    }
    var activeCustomers: ActiveCustomerFeature { ActiveCustomerFeature(database: database) }
    var customerSummaries: CustomerSummaryFeature {
        CustomerSummaryFeature(apps: apps, catalog: catalog, clock: clock, release: release, database: database)
    }
    var customerLists: CustomerListFeature {
        CustomerListFeature(summaries: customerSummaries, visits: customerVisits, database: database)
    }
    var chartFeature: ChartFeature { ChartFeature(reports: reports, sales: sales) }
    var monthClosing: MonthClosing { MonthClosing(charts: chartFeature, database: database) }
    var closedMonths: ClosedMonthFeature { ClosedMonthFeature(closing: monthClosing, database: database) }
    var chartAnnotations: ChartAnnotationFeature { ChartAnnotationFeature(random: random, database: database) }
    var exchangeRates: ExchangeRateFeature { ExchangeRateFeature(database: database) }
    var customPrices: CustomPriceFeature { CustomPriceFeature(catalog: catalog, orders: orders, database: database) }
    var prices: PriceFeature { PriceFeature(apps: apps, database: database, stopwatch: metricsRecorder.stopwatch) }
    var proceeds: ProceedsFeature { ProceedsFeature(apps: apps, sales: sales) }
    var reconciliation: ReconciliationFeature {
        ReconciliationFeature(
            apps: apps,
            clock: clock,
            pipeline: pipeline,
            fetcher: fetcher,
            log: log,
            reconciliations: reconciliations,
            database: database
        )
    }
    var reportFeature: ReportFeature {
        ReportFeature(
            apps: apps,
            fetcher: fetcher,
            reports: reports,
            database: database,
            stopwatch: metricsRecorder.stopwatch
        )
    }
    var monitoring: MonitoringFeature {
        MonitoringFeature(
            anchors: anchors,
            apps: apps,
            keys: keys,
            liveUpdates: liveUpdates,
            machine: machine,
            metrics: metricsRecorder,
            state: state,
            database: database,
            transport: transport
        )
    }
    var refundQuestions: RefundQuestionFeature {
        RefundQuestionFeature(
            apps: apps,
            clock: clock,
            pipeline: pipeline,
            leases: leases,
            log: log,
            refundRecovery: refundRecovery,
            database: database
        )
    }
    var orderFeature: OrderFeature { OrderFeature(orders: orders, catalog: catalog, database: database) }
    var orderReports: OrderReportFeature {
        OrderReportFeature(
            pipeline: pipeline,
            metrics: metricsRecorder,
            random: random,
            database: database,
            versions: appVersions
        )
    }
    var purchases: PurchaseFeature {
        PurchaseFeature(
            answers: answers,
            claimants: claimants,
            pipeline: pipeline,
            receipts: receipts,
            statuses: statuses,
            database: database,
            verifiers: verifiers
        )
    }
    var externalPurchases: ExternalPurchaseFeature {
        ExternalPurchaseFeature(answers: answers, catalog: catalog, pipeline: pipeline, database: database)
    }
    var recovery: RecoveryFeature {
        RecoveryFeature(
            apps: apps,
            backfiller: backfiller,
            catalog: catalog,
            rounds: rounds,
            database: database
        )
    }
    var backgroundJobFeature: BackgroundJobFeature {
        BackgroundJobFeature(
            apps: apps,
            board: board,
            backgroundJobs: watchedJobs,
            log: log,
            database: database
        )
    }
    var lifecycle: LifecycleFeature {
        LifecycleFeature(
            apps: apps,
            clock: clock,
            dueCustomers: dueCustomers,
            pipeline: pipeline,
            log: log,
            statuses: statuses,
            database: database
        )
    }
    var serviceFeature: ServiceFeature { ServiceFeature(anchors: anchors, apps: apps, database: database) }
    var snapshots: SnapshotFeature { SnapshotFeature(accounts: accounts, snapshotKeys: snapshotKeys) }
    var webhooks: WebhookFeature {
        WebhookFeature(
            apps: apps,
            courier: courier,
            endpoints: endpoints,
            jobs: consoleState.jobs,
            surroundings: pages.surroundings,
            random: random,
            database: database
        )
    }
    var forwarding: ForwardingFeature { ForwardingFeature(forwarder: forwarder, clock: clock, database: database) }
    var shadow: ShadowFeature {
        ShadowFeature(
            accounts: accounts,
            apps: apps,
            checker: shadowChecker,
            rounds: ShadowRounds(
                apps: apps,
                checker: shadowChecker,
                clock: clock,
                leases: leases,
                log: log,
                database: database
            ),
            database: database
        )
    }
    private var shadowChecker: ShadowChecker {
        ShadowChecker(
            accounts: accounts,
            apps: apps,
            clock: clock,
            metrics: metricsRecorder,
            provider: ShadowProvider(policy: webhookTargets, transport: transport),
            database: database
        )
    }
    var notificationFeature: NotificationFeature {
        NotificationFeature(
            legacyNotifications: legacyNotifications,
            notificationGate: notificationGate,
            waiting: waiting
        )
    }
}
