// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The console: its pages are made of the parts that they use.
extension PurserService {
    /// The console with all its pages.
    var console: ConsoleController {
        ConsoleController(
            apps: apps,
            pages: pages,
            routes: signInPages.routes + assetPages.routes + homePages.routes + searchPages.routes
                + customerListPages.routes + endingSubscriptionPages.routes + customerPages.routes
                + conversionPages.routes + purchasePages.routes + listPages.routes + findingPages.routes
                + workPages.routes + extensionPages.routes + chartEvidencePages.routes + chartPages.routes
                + chartAnnotationPages.routes + savedViewPages.routes
                + ratePages.routes + payoutPages.routes + reconciliationPages.routes
                + healthPages.routes + shadowPages.routes + recoveryPages.routes
                + keyPages.routes + endpointPages.routes + eventPages.routes + requestPages.routes + catalogPages.routes
                + teamPages.routes
                + accountPages.routes + guidePages.routes + livePages.routes,
            database: database
        )
    }

    var consoleCounter: ConsoleCounter { ConsoleCounter(clock: clock, endpoints: endpoints, database: database) }
    var consoleWork: ConsoleWork { ConsoleWork(pages: pages, state: consoleState, database: database) }
    var pages: ConsoleFrame {
        ConsoleFrame(
            anchors: anchors,
            apps: apps,
            clock: clock,
            counter: consoleCounter,
            log: log,
            release: release,
            sessionClock: sessionClock,
            database: database
        )
    }
    var actions: ConsoleActions { ConsoleActions(apiRoutes: routes, apps: apps, pages: pages, database: database) }
    var assetPages: AssetPages { AssetPages() }
    var signInPages: SignInPages {
        SignInPages(
            anchors: anchors,
            pages: pages,
            state: consoleState,
            database: database,
            factors: secondFactors
        )
    }
    var homePages: HomePages {
        HomePages(alerts: alerts, charts: chartPages, counter: consoleCounter, pages: pages, database: database)
    }
    var searchPages: SearchPages {
        SearchPages(
            apps: apps,
            catalog: catalog,
            endpoints: endpoints,
            pages: pages,
            requests: requestLogFeature,
            database: database
        )
    }
    var customerListPages: CustomerListPages {
        CustomerListPages(
            accounts: accounts,
            catalog: catalog,
            lists: customerLists,
            pages: pages,
            database: database
        )
    }
    var endingSubscriptionPages: EndingSubscriptionPages {
        EndingSubscriptionPages(catalog: catalog, pages: pages, reader: endingSubscriptionReader, database: database)
    }
    var customerPages: CustomerPages {
        CustomerPages(
            accounts: accounts,
            actions: actions,
            administration: administration,
            apps: apps,
            balances: balances,
            catalog: catalog,
            pages: pages,
            database: database
        )
    }
    var conversionPages: ConversionPages {
        ConversionPages(accounts: accounts, actions: actions, apps: apps, catalog: catalog, pages: pages)
    }
    var purchasePages: PurchasePages {
        PurchasePages(
            accounts: accounts,
            actions: actions,
            apps: apps,
            pipeline: pipeline,
            endpoints: endpoints,
            pages: pages,
            database: database
        )
    }
    var listPages: ListPages { ListPages(actions: actions, consumption: consumption, pages: pages, database: database) }
    var findingPages: FindingPages { FindingPages(apps: apps, findings: findings, pages: pages) }
    var workPages: WorkPages {
        WorkPages(
            actions: actions,
            apps: apps,
            backfiller: backfiller,
            pages: pages,
            rebuilder: rebuilder,
            reconciliations: reconciliations,
            database: database,
            work: consoleWork
        )
    }
    var extensionPages: ExtensionPages {
        ExtensionPages(
            actions: actions,
            apps: apps,
            catalog: catalog,
            log: log,
            pages: pages,
            random: random,
            database: database
        )
    }
    var chartSource: ChartSource {
        ChartSource(
            cache: chartCells,
            stored: storedCharts,
            pages: pages,
            sales: sales,
            database: database,
            work: consoleWork
        )
    }
    var chartPages: ChartPages { ChartPages(pages: pages, source: chartSource) }
    var chartEvidencePages: ChartEvidencePages {
        ChartEvidencePages(
            charts: chartPages,
            pages: pages,
            reader: ChartEvidenceReader(sales: sales),
            reconciliations: reconciliations,
            database: database
        )
    }
    var chartAnnotationPages: ChartAnnotationPages { ChartAnnotationPages(actions: actions, pages: pages) }
    var savedViewPages: SavedViewPages { SavedViewPages(actions: actions, pages: pages) }
    var payoutPages: PayoutPages {
        PayoutPages(
            actions: actions,
            charts: chartFeature,
            closing: monthClosing,
            pages: pages,
            stored: storedCharts,
            work: consoleWork,
            database: database
        )
    }
    var ratePages: RatePages { RatePages(actions: actions, pages: pages, database: database) }
    var reconciliationPages: ReconciliationPages { ReconciliationPages(pages: pages, work: consoleWork) }
    var healthPages: HealthPages {
        HealthPages(
            actions: actions,
            alerts: alerts,
            counter: consoleCounter,
            metrics: metricsRecorder,
            pages: pages,
            work: consoleWork,
            database: database,
            buckets: buckets
        )
    }
    var shadowPages: ShadowPages {
        ShadowPages(actions: actions, apps: apps, feature: shadow, pages: pages, database: database)
    }
    var recoveryPages: RecoveryPages {
        RecoveryPages(
            actions: actions,
            apps: apps,
            history: backfiller.history,
            rounds: rounds,
            statuses: statuses,
            clock: clock,
            pages: pages,
            database: database,
            work: consoleWork
        )
    }
    var keyPages: KeyPages { KeyPages(actions: actions, pages: pages, database: database) }
    var endpointPages: EndpointPages { EndpointPages(actions: actions, pages: pages, database: database) }
    var eventPages: EventPages {
        EventPages(apps: apps, endpoints: endpoints, pages: pages, database: database)
    }
    var requestPages: RequestPages {
        RequestPages(
            feature: requestLogFeature,
            paths: Set(routes.map(\.path)).sorted(),
            pages: pages,
            database: database
        )
    }
    var catalogPages: CatalogPages {
        CatalogPages(actions: actions, apps: apps, catalog: catalog, pages: pages)
    }
    var secondFactors: SecondFactorFeature { SecondFactorFeature(database: database) }
    var accountPages: AccountPages {
        AccountPages(
            actions: actions,
            factors: secondFactors,
            pages: pages,
            state: consoleState,
            database: database
        )
    }
    var teamPages: TeamPages {
        TeamPages(actions: actions, pages: pages, team: team, state: consoleState, database: database)
    }
    var guidePages: GuidePages { GuidePages(pages: pages) }
    var livePages: LivePages {
        LivePages(counter: consoleCounter, pages: pages, state: consoleState, database: database)
    }
}
