// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The console: its pages are made of the parts that they use.
extension PurserService {
    /// The console with all its pages.
    var console: ConsoleFace {
        ConsoleFace(
            apps: apps,
            pages: pages,
            routes: signInPages.routes + assetPages.routes + homePages.routes + customerPages.routes
                + conversionPages.routes + purchasePages.routes + listPages.routes + findingPages.routes
                + workPages.routes + extensionPages.routes + figurePages.routes + monitorPages.routes
                + peoplePages.routes + livePages.routes,
            store: store
        )
    }

    var consoleCounter: ConsoleCounter { ConsoleCounter(clock: clock, endpoints: endpoints, store: store) }
    var consoleWork: ConsoleWork { ConsoleWork(pages: pages, state: consoleState, store: store) }
    var pages: ConsoleFrame {
        ConsoleFrame(anchors: anchors, apps: apps, clock: clock, log: log, sessionClock: sessionClock, store: store)
    }
    var acts: ConsoleActs { ConsoleActs(apiRoutes: routes, apps: apps, pages: pages, store: store) }
    var assetPages: AssetPages { AssetPages() }
    var signInPages: SignInPages { SignInPages(anchors: anchors, pages: pages, state: consoleState, store: store) }
    var homePages: HomePages {
        HomePages(alerts: alerts, apps: apps, counter: consoleCounter, pages: pages, store: store)
    }
    var customerPages: CustomerPages {
        CustomerPages(
            accounts: accounts,
            acts: acts,
            administration: administration,
            apps: apps,
            balances: balances,
            catalogue: catalogue,
            pages: pages,
            store: store
        )
    }
    var conversionPages: ConversionPages {
        ConversionPages(accounts: accounts, acts: acts, apps: apps, catalogue: catalogue, pages: pages)
    }
    var purchasePages: PurchasePages {
        PurchasePages(
            accounts: accounts,
            acts: acts,
            apps: apps,
            desk: desk,
            endpoints: endpoints,
            pages: pages,
            store: store
        )
    }
    var listPages: ListPages { ListPages(acts: acts, consumption: consumption, pages: pages, store: store) }
    var findingPages: FindingPages { FindingPages(apps: apps, findings: findings, pages: pages) }
    var workPages: WorkPages {
        WorkPages(
            acts: acts,
            apps: apps,
            backfiller: backfiller,
            pages: pages,
            rebuilder: rebuilder,
            reconciliations: reconciliations,
            store: store,
            work: consoleWork
        )
    }
    var extensionPages: ExtensionPages {
        ExtensionPages(
            acts: acts,
            apps: apps,
            catalogue: catalogue,
            log: log,
            pages: pages,
            random: random,
            store: store
        )
    }
    var figurePages: FigurePages {
        FigurePages(acts: acts, pages: pages, sales: sales, store: store, work: consoleWork)
    }
    var monitorPages: MonitorPages {
        MonitorPages(
            alerts: alerts,
            counter: consoleCounter,
            monitors: monitors,
            pages: pages,
            store: store,
            tallies: tallies
        )
    }
    var peoplePages: PeoplePages {
        PeoplePages(acts: acts, pages: pages, people: people, state: consoleState, store: store)
    }
    var livePages: LivePages { LivePages(counter: consoleCounter, pages: pages, state: consoleState, store: store) }
}
