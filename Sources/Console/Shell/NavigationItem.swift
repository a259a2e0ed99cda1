// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension Page {
    /// The places of the navigation.
    package enum NavigationItem: String, Sendable, CaseIterable {
        /// What needs a look, and how the business does.
        case home = ""
        /// The customers.
        case customers
        /// What is paid and not delivered.
        case undelivered
        /// Refunds.
        case refunds
        /// Apple's questions before refunds.
        case consumption
        /// What is paid for twice, and signs of fraud.
        case findings = "risk"
        /// The business over time.
        case charts
        /// How long subscribers stay.
        case retention = "charts/retention"
        /// Our books beside Apple's.
        case reconciliation
        /// What Apple should pay.
        case payouts
        /// The rates with which charts convert amounts.
        case rates = "exchange-rates"
        /// What is watched.
        case health
        /// Long work.
        case jobs
        /// Another provider's answers beside Purser's.
        case shadow
        /// Renewal dates that are moved for many.
        case extensions
        /// What was recorded of each change.
        case events
        /// What Apple sent.
        case notifications
        /// Products and entitlements.
        case catalog
        /// The settings in effect.
        case configuration
        /// Webhooks and their failed deliveries.
        case webhooks
        /// The API's requests.
        case requests
        /// The keys of apps and backends.
        case keys
        /// Who may sign in.
        case team
        /// The audit log.
        case audit

        /// The address without app and environment.
        package var path: String { self == .home ? "/console" : "/console/" + rawValue }

        /// Whether the navigation shows how much needs a look there.
        var isCounted: Bool { [.undelivered, .consumption, .webhooks].contains(self) }
    }

    /// Places that belong together, as the navigation shows them.
    enum NavigationGroup: CaseIterable {
        case overview, customers, revenue, operations, developers, settings

        var items: [NavigationItem] {
            switch self {
            case .overview: [.home]
            case .customers: [.customers, .undelivered, .refunds, .consumption, .findings]
            case .revenue: [.charts, .retention, .reconciliation, .payouts, .rates]
            case .operations: [.health, .jobs, .extensions, .shadow]
            case .developers: [.events, .webhooks, .notifications, .requests, .keys]
            case .settings: [.catalog, .configuration, .team, .audit]
            }
        }
    }
}

extension PageContext {
    /// What is counted of a place.
    package func matter(of place: Page.NavigationItem) -> String {
        switch place {
        case .consumption: self("Pending consumption requests")
        case .webhooks: self("Failed deliveries")
        case .health: self("Alerts firing")
        default: name(of: place)
        }
    }

    /// The name of a place of the navigation.
    package func name(of place: Page.NavigationItem) -> String {
        switch place {
        case .home: self("Overview")
        case .customers: self("Customers")
        case .undelivered: self("Undelivered orders")
        case .refunds: self("Refunds")
        case .findings: self("Conflicts and fraud")
        case .consumption: self("Consumption requests")
        case .webhooks: self("Webhooks")
        case .extensions: self("Renewal extensions")
        case .charts: self("Charts")
        case .retention: self("Retention")
        case .health: self("Health")
        case .reconciliation: self("Reconciliation")
        case .jobs: self("Jobs")
        case .events: self("Events")
        case .notifications: self("Apple notifications")
        case .catalog: self("Catalog")
        case .configuration: self("Configuration")
        case .payouts: self("Payouts")
        case .rates: self("Exchange rates")
        case .keys: self("API keys")
        case .audit: self("Audit log")
        case .team: self("Team")
        case .requests: self("Request log")
        case .shadow: self("Shadow mode")
        }
    }

    /// The name of places that belong together; the first group has none.
    func name(of group: Page.NavigationGroup) -> String? {
        switch group {
        case .overview: nil
        case .customers: self("Customers")
        case .revenue: self("Revenue")
        case .operations: self("Operations")
        case .developers: self("Developers")
        case .settings: self("Settings")
        }
    }
}
