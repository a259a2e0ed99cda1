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
            case .operations: [.health, .jobs, .extensions]
            case .developers: [.events, .webhooks, .notifications, .keys]
            case .settings: [.catalog, .configuration, .team, .audit]
            }
        }
    }
}

extension PageContext {
    /// What is counted of a place.
    package func matter(of place: Page.NavigationItem) -> String {
        switch place {
        case .consumption: self("Pending consumption requests", "待回复的消耗信息请求")
        case .webhooks: self("Failed deliveries", "投递失败的事件")
        case .health: self("Alerts firing", "正在告警")
        default: name(of: place)
        }
    }

    /// The name of a place of the navigation.
    package func name(of place: Page.NavigationItem) -> String {
        switch place {
        case .home: self("Overview", "概览")
        case .customers: self("Customers", "用户")
        case .undelivered: self("Undelivered orders", "未发货订单")
        case .refunds: self("Refunds", "退款")
        case .findings: self("Conflicts and fraud", "重复付费与欺诈")
        case .consumption: self("Consumption requests", "消耗信息请求")
        case .webhooks: self("Webhooks", "Webhook")
        case .extensions: self("Renewal extensions", "续期延长")
        case .charts: self("Charts", "图表")
        case .retention: self("Retention", "留存")
        case .health: self("Health", "运行状况")
        case .reconciliation: self("Reconciliation", "对账")
        case .jobs: self("Jobs", "任务")
        case .events: self("Events", "事件")
        case .notifications: self("Apple notifications", "Apple 通知")
        case .catalog: self("Catalog", "商品目录")
        case .configuration: self("Configuration", "配置")
        case .payouts: self("Payouts", "Apple 付款")
        case .rates: self("Exchange rates", "汇率")
        case .keys: self("API keys", "API 密钥")
        case .audit: self("Audit log", "审计日志")
        case .team: self("Team", "成员")
        }
    }

    /// The name of places that belong together; the first group has none.
    func name(of group: Page.NavigationGroup) -> String? {
        switch group {
        case .overview: nil
        case .customers: self("Customers", "用户")
        case .revenue: self("Revenue", "收入")
        case .operations: self("Operations", "运营")
        case .developers: self("Developers", "开发者")
        case .settings: self("Settings", "设置")
        }
    }
}
