// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import HTTPService

/// The features: each is made of the parts that it uses.
extension PurserService {
    /// The routes that the router serves and the contract describes.
    var routes: [Route] {
        serviceFeature.routes(beside: describedRoutes) + describedRoutes
    }

    /// The routes of everything but the service itself.
    private var describedRoutes: [Route] {
        catalog.routes + orderFeature.routes + purchases.routes + entitlementFeature.routes + notificationFeature.routes
            + keyFeature.routes + webhooks.routes + orderReports.routes + customerRoutes
            + administration.routes + choreFeature.routes + storage.routes
            + compatibility.routes + legacy.routes + recovery.routes + apple.routes + moneyRoutes
            + monitoring.routes + alerts.routes
    }

    private var customerRoutes: [Route] {
        grants.routes + consents.routes + usage.routes + subscriptions.routes + content.routes + conversions.routes
            + snapshots.routes + refundAdvice.routes + offers.routes + findings.routes
    }

    private var moneyRoutes: [Route] {
        reportFeature.routes + reconciliation.routes + figureFeature.routes + proceeds.routes + balances.routes
            + goods.routes + prices.routes
    }

    /// The background jobs, in the order of a round.
    var chores: [Chore] {
        notificationFeature.chores + lifecycle.chores + ruleChanges.chores + reminders.chores + orderExpiry.chores
            + purchaseRecovery.chores + webhooks.chores + consumption.chores + refundQuestions.chores + catalog.chores
            + storage.chores + reconciliation.chores + rounds.chores + monitoring.chores + alerts.chores
    }

    var keyFeature: KeyFeature {
        KeyFeature(
            apps: apps,
            clock: clock,
            keys: keys,
            random: random,
            snapshotKeys: snapshotKeys,
            store: store,
            tokenSecrets: tokenSecrets
        )
    }
    var administration: AdministrationFeature {
        AdministrationFeature(
            apps: apps,
            desk: desk,
            random: random,
            rebuilder: rebuilder,
            store: store
        )
    }
    var storage: StorageFeature { StorageFeature(apps: apps, clock: clock, store: store) }
    var alerts: AlertFeature {
        AlertFeature(
            alertBoard: alertBoard,
            apps: apps,
            clock: clock,
            measurement: measurement,
            monitors: monitors,
            sender: sender,
            store: store,
            tallies: tallies
        )
    }
    var apple: AppleFeature {
        AppleFeature(
            apps: apps,
            desk: desk,
            offerChecks: offerChecks,
            random: random,
            store: store,
            verifiers: verifiers
        )
    }
    var catalog: CatalogFeature {
        CatalogFeature(
            apps: apps,
            catalogue: catalogue,
            clock: clock,
            endpoints: endpoints,
            log: log,
            store: store
        )
    }
    var compatibility: CompatibilityFeature {
        CompatibilityFeature(
            accounts: accounts,
            catalogue: catalogue,
            store: store
        )
    }
    var people: PeopleFeature { PeopleFeature(clock: clock, consoleState: consoleState, random: random, store: store) }
    var consumption: ConsumptionFeature { ConsumptionFeature(apps: apps, clock: clock, leases: leases, store: store) }
    var consents: ConsentFeature { ConsentFeature(commands: commands, store: store) }
    var content: ContentFeature { ContentFeature(accounts: accounts, commands: commands, store: store) }
    var conversions: ConversionFeature { ConversionFeature(accounts: accounts, commands: commands, random: random) }
    var findings: FindingFeature { FindingFeature(catalogue: catalogue, store: store) }
    var grants: GrantFeature { GrantFeature(commands: commands, random: random) }
    var offers: OfferFeature { OfferFeature(accounts: accounts, offerChecks: offerChecks, random: random) }
    var refundAdvice: RefundAdviceFeature { RefundAdviceFeature(accounts: accounts) }
    var subscriptions: SubscriptionFeature { SubscriptionFeature(accounts: accounts, desk: desk, store: store) }
    var usage: UsageFeature { UsageFeature(balances: balances, commands: commands, store: store) }
    var entitlementFeature: EntitlementFeature { EntitlementFeature(accounts: accounts, rightsCache: rightsCache) }
    var reminders: ReminderFeature { ReminderFeature(apps: apps, clock: clock, desk: desk, store: store) }
    var ruleChanges: RuleChangeFeature {
        RuleChangeFeature(
            apps: apps,
            catalogue: catalogue,
            clock: clock,
            desk: desk,
            followedRules: followedRules,
            store: store
        )
    }
    var legacy: LegacyFeature {
        LegacyFeature(
            answers: answers,
            apps: apps,
            catalogue: catalogue,
            claimants: claimants,
            receipts: receipts,
            reported: reported,
            store: store,
            tokenSecrets: tokenSecrets
        )
    }
    var balances: BalanceFeature { BalanceFeature(store: store) }
    var figureFeature: FigureFeature { FigureFeature(reports: reports, sales: sales) }
    var goods: GoodsFeature { GoodsFeature(catalogue: catalogue, orders: orders, store: store) }
    var prices: PriceFeature { PriceFeature(apps: apps, store: store) }
    var proceeds: ProceedsFeature { ProceedsFeature(apps: apps, sales: sales) }
    var reconciliation: ReconciliationFeature {
        ReconciliationFeature(
            apps: apps,
            clock: clock,
            desk: desk,
            fetcher: fetcher,
            log: log,
            reconciliations: reconciliations,
            store: store
        )
    }
    var reportFeature: ReportFeature { ReportFeature(apps: apps, fetcher: fetcher, reports: reports, store: store) }
    var monitoring: MonitoringFeature {
        MonitoringFeature(
            anchors: anchors,
            apps: apps,
            keys: keys,
            machine: machine,
            monitors: monitors,
            state: state,
            store: store,
            transport: transport
        )
    }
    var refundQuestions: RefundQuestionFeature {
        RefundQuestionFeature(
            apps: apps,
            clock: clock,
            desk: desk,
            leases: leases,
            log: log,
            refundRecovery: refundRecovery,
            store: store
        )
    }
    var orderFeature: OrderFeature { OrderFeature(orders: orders, store: store) }
    var orderReports: OrderReportFeature {
        OrderReportFeature(desk: desk, monitors: monitors, random: random, store: store)
    }
    var purchases: PurchaseFeature {
        PurchaseFeature(
            answers: answers,
            claimants: claimants,
            desk: desk,
            receipts: receipts,
            statuses: statuses,
            store: store,
            verifiers: verifiers
        )
    }
    var recovery: RecoveryFeature {
        RecoveryFeature(
            apps: apps,
            backfiller: backfiller,
            catalogue: catalogue,
            rounds: rounds,
            store: store
        )
    }
    var choreFeature: ChoreFeature {
        ChoreFeature(
            apps: apps,
            board: board,
            chores: watchedChores,
            log: log,
            store: store
        )
    }
    var lifecycle: LifecycleFeature {
        LifecycleFeature(
            apps: apps,
            clock: clock,
            desk: desk,
            log: log,
            statuses: statuses,
            store: store
        )
    }
    var serviceFeature: ServiceFeature { ServiceFeature(anchors: anchors, apps: apps, store: store) }
    var snapshots: SnapshotFeature { SnapshotFeature(accounts: accounts, snapshotKeys: snapshotKeys) }
    var webhooks: WebhookFeature {
        WebhookFeature(
            apps: apps,
            courier: courier,
            endpoints: endpoints,
            random: random,
            store: store
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
