// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

extension AlertRule {
    /// Every rule.
    static let all: [AlertRule] = business + purchases + delivery + apple + machine

    private static func failures(of operation: BusinessOperation, _ english: String, _ chinese: String) -> AlertRule {
        AlertRule(
            name: operation.rawValue.replacing("_", with: "-") + "-failures",
            severity: .critical,
            unit: .share,
            threshold: 0.05,
            windowMinutes: 5,
            minimum: 10,
            english: english,
            chinese: chinese
        ) { input, rule in
            let name = operation.rawValue
            return share(of: ["\(name) failed"], among: Outcome.allCases.map { "\(name) \($0)" }, input, rule)
        }
    }

    private static func slowness(of operation: BusinessOperation, _ english: String, _ chinese: String) -> AlertRule {
        AlertRule(
            name: operation.rawValue.replacing("_", with: "-") + "-latency",
            severity: .warning,
            unit: .seconds,
            threshold: 2,
            windowMinutes: 10,
            minimum: 10,
            english: english,
            chinese: chinese
        ) { input, rule in slowest([operation.rawValue], input, rule) }
    }

    private static let business: [AlertRule] = [
        failures(of: .productList, "The product list fails.", "商品列表请求失败。"),
        slowness(of: .productList, "The product list is slow.", "商品列表响应缓慢。"),
        failures(of: .order, "Orders cannot be created.", "无法下单。"),
        slowness(of: .order, "Creating orders is slow.", "下单缓慢。"),
        failures(of: .verification, "Purchases cannot be verified.", "无法验证购买。"),
        slowness(of: .verification, "Verifying purchases is slow.", "验证购买缓慢。"),
        AlertRule(
            name: "verification-rejections",
            severity: .warning,
            unit: .share,
            threshold: 0.3,
            windowMinutes: 30,
            minimum: 20,
            english: "Purser rejects many purchases that apps submit.",
            chinese: "App 提交的大量购买被拒绝。"
        ) { input, rule in
            share(
                of: ["verification rejected"],
                among: Outcome.allCases.map { "verification \($0.rawValue)" },
                input,
                rule
            )
        },
        AlertRule(
            name: "server-errors",
            severity: .critical,
            unit: .share,
            threshold: 0.02,
            windowMinutes: 5,
            minimum: 50,
            english: "Requests of all kinds fail.",
            chinese: "各类请求出错。"
        ) { input, rule in share(of: ["http failed"], among: Outcome.allCases.map { "http \($0)" }, input, rule) },
    ]

    private static let purchases: [AlertRule] = [
        AlertRule(
            name: "purchase-failures",
            severity: .warning,
            unit: .share,
            threshold: 0.5,
            windowMinutes: 60,
            minimum: 20,
            english: "Many purchases fail on the customers' devices.",
            chinese: "大量购买在用户设备上失败。"
        ) { input, rule in
            let counts = input.bucket(rule.windowMinutes)
            let failed = counts["purchase failed"]
            return failed < rule.minimum ? nil : Double(failed) / Double(max(failed, counts["order ok"], 1))
        },
        AlertRule(
            name: "refunds",
            severity: .warning,
            unit: .share,
            threshold: 0.2,
            windowMinutes: 24 * 60,
            minimum: 10,
            english: "The share of refunds is unusually high.",
            chinese: "退款占比异常偏高。"
        ) { input, rule in
            let counts = input.bucket(rule.windowMinutes)
            let refunded = counts["refunded Production"]
            return refunded < rule.minimum ? nil : Double(refunded) / Double(max(1, counts["delivered Production"]))
        },
        AlertRule(
            name: "sandbox-purchases",
            severity: .warning,
            unit: .count,
            threshold: 200,
            windowMinutes: 24 * 60,
            english: "The number of sandbox purchases is unusually high.",
            chinese: "沙盒购买数量异常偏高。"
        ) { input, rule in Double(input.bucket(rule.windowMinutes)["delivered Sandbox"]) },
    ]

    private static let delivery: [AlertRule] = [
        AlertRule(
            name: "delivery-delay",
            severity: .warning,
            unit: .seconds,
            threshold: 900,
            windowMinutes: 60,
            minimum: 5,
            english: "The time from payment to delivery is too long.",
            chinese: "从付款到发货的时间过长。"
        ) { input, rule in slowest(["delivery Production"], input, rule) },
        AlertRule(
            name: "undelivered-orders",
            severity: .critical,
            unit: .seconds,
            threshold: 900,
            english: "There are paid, undelivered orders.",
            chinese: "有订单已付款但未发货（掉单）。"
        ) { input, _ in input.age(input.state.undelivered(in: .production)) },
        AlertRule(
            name: "unclaimed-purchases",
            severity: .warning,
            unit: .count,
            threshold: 20,
            english: "Paid purchases without a known customer accumulate.",
            chinese: "无法确定归属用户的付款不断积压。"
        ) { input, _ in
            let production = input.state.unclaimed.filter { $0.key.environment == .production }
            return Double(production.values.reduce(0) { $0 + $1.count })
        },
        AlertRule(
            name: "webhook-backlog",
            severity: .warning,
            unit: .seconds,
            threshold: 900,
            english: "Events have waited for delivery to a backend for too long.",
            chinese: "业务后端长时间未收到事件通知。"
        ) { input, _ in input.state.servedWebhooks.map { input.age($0.pending) }.max() ?? 0 },
        AlertRule(
            name: "webhook-failed-deliveries",
            severity: .critical,
            unit: .count,
            threshold: 0,
            english: "Deliveries of some events failed permanently: resend them.",
            chinese: "部分事件投递失败，请重新投递。"
        ) { input, _ in Double(input.state.servedWebhooks.reduce(0) { $0 + $1.failed.count }) },
    ]

    private static let apple: [AlertRule] = [
        AlertRule(
            name: "notification-failures",
            severity: .critical,
            unit: .count,
            threshold: 0,
            windowMinutes: 10,
            english: "Apple's notifications cannot be stored.",
            chinese: "无法保存 Apple 的服务器通知。"
        ) { input, rule in Double(input.bucket(rule.windowMinutes)["notification failed"]) },
        AlertRule(
            name: "notification-rejections",
            severity: .warning,
            unit: .count,
            threshold: 10,
            windowMinutes: 30,
            english: "Purser receives notifications that are invalid, or not for this server's apps.",
            chinese: "收到大量无效或不属于本服务器应用的通知。"
        ) { input, rule in Double(input.bucket(rule.windowMinutes)["notification rejected"]) },
        AlertRule(
            name: "notification-queue",
            severity: .warning,
            unit: .seconds,
            threshold: 600,
            english: "Apple's notifications are stored, but their processing is late.",
            chinese: "Apple 的服务器通知已保存，但处理严重滞后。"
        ) { input, _ in input.age(input.state.waitingNotifications) },
        AlertRule(
            name: "consumption-requests",
            severity: .warning,
            unit: .count,
            threshold: 0,
            holdMinutes: 6 * 60,
            english: "Consumption requests wait for a response; after 12 hours, Apple decides without it.",
            chinese: "Apple 的消耗信息请求等待回复；超过 12 小时，Apple 将自行决定。"
        ) { input, _ in Double(input.state.consumptionRequests.count) },
        AlertRule(
            name: "seat-discrepancies",
            severity: .warning,
            unit: .count,
            threshold: 0,
            windowMinutes: 24 * 60,
            english: "Apple's list of claimed seats differs from Purser's record.",
            chinese: "Apple 的席位列表与 Purser 的记录不一致。"
        ) { input, rule in Double(input.bucket(rule.windowMinutes)["seat discrepancies"]) },
        AlertRule(
            name: "shadow-differences",
            severity: .warning,
            unit: .count,
            threshold: 0,
            english: "Shadow mode has differences that Purser causes, or that no rule explains.",
            chinese: "影子模式发现由 Purser 引起或无法解释的差异。"
        ) { input, _ in Double(input.state.blockingDifferences) },
        AlertRule(
            name: "unconfirmed-refunds",
            severity: .critical,
            unit: .count,
            threshold: 0,
            holdMinutes: 10,
            english:
                "Version 1 notifications report refunds that Purser cannot confirm with Apple: configure a Server API key.",
            chinese: "V1 通知报告了退款，但无法向 Apple 查询确认：请配置 Server API 密钥。"
        ) { input, _ in Double(input.state.refundQuestions.count) },
        AlertRule(
            name: "app-store-unreachable",
            severity: .critical,
            unit: .share,
            threshold: 0.5,
            windowMinutes: 5,
            minimum: 3,
            english: "Apple's servers do not answer.",
            chinese: "无法连接 Apple 服务器。"
        ) { input, rule in
            worst(input, rule) { counts, link, total in Double(counts["link \(link) failed"]) / Double(total) }
        },
        AlertRule(
            name: "app-store-latency",
            severity: .warning,
            unit: .seconds,
            threshold: 5,
            windowMinutes: 10,
            minimum: 3,
            english: "Apple's servers answer slowly.",
            chinese: "Apple 服务器响应缓慢。"
        ) { input, rule in
            worst(input, rule) { counts, link, _ in counts.times["link \(link)"]?.quantile(0.95) ?? 0 }
        },
        AlertRule(
            name: "app-store-key",
            severity: .critical,
            unit: .share,
            threshold: 0.5,
            windowMinutes: 10,
            minimum: 2,
            english: "Apple rejects the API key: it was revoked, or the clock is wrong.",
            chinese: "Apple 拒绝了 API 密钥：密钥被吊销，或服务器时钟不准。"
        ) { input, rule in
            worst(input, rule) { counts, link, total in Double(counts["link \(link) unauthenticated"]) / Double(total) }
        },
        AlertRule(
            name: "clock-skew",
            severity: .critical,
            unit: .seconds,
            threshold: 30,
            english: "This server's clock differs from Apple's.",
            chinese: "服务器时钟与 Apple 不一致。"
        ) { input, _ in
            input.links.values.filter { input.now.timeIntervalSince($0.at) < 600 }.compactMap(\.clockSkew).map(abs)
                .max()
        },
    ]

    private static let machine: [AlertRule] = [
        AlertRule(
            name: "certificate-expiry",
            severity: .warning,
            unit: .days,
            side: .below,
            threshold: 14,
            english: "A certificate of this server expires soon.",
            chinese: "服务器证书即将过期。"
        ) { input, _ in
            input.machine.certificates.map { $0.date.timeIntervalSince(input.now) / 86_400 }.min()
        },
        AlertRule(
            name: "database-failures",
            severity: .critical,
            unit: .share,
            threshold: 0.01,
            windowMinutes: 5,
            minimum: 20,
            english: "Database operations fail.",
            chinese: "数据库出错。"
        ) { input, rule in share(of: ["database failed"], among: ["database ok", "database failed"], input, rule) },
        AlertRule(
            name: "database-latency",
            severity: .warning,
            unit: .seconds,
            threshold: 1,
            windowMinutes: 10,
            minimum: 20,
            english: "Database writes are slow.",
            chinese: "数据库写入缓慢。"
        ) { input, rule in slowest(["database write"], input, rule) },
        AlertRule(
            name: "disk-space",
            severity: .critical,
            unit: .share,
            side: .below,
            threshold: 0.1,
            english: "The disk with the database is almost full.",
            chinese: "数据库所在磁盘空间不足。"
        ) { input, _ in
            guard let free = input.machine.freeBytes, let total = input.machine.totalBytes, total > 0 else {
                return nil
            }
            return Double(free) / Double(total)
        },
        AlertRule(
            name: "disk-growth",
            severity: .warning,
            unit: .days,
            side: .below,
            threshold: 7,
            windowMinutes: 24 * 60,
            english: "At the current growth, the disk will be full in a few days.",
            chinese: "按目前的增长速度，磁盘几天内将被写满。"
        ) { input, rule in
            let current = MetricsWindow.number(of: input.now, .hour)
            let first = current - Int64(rule.windowMinutes / 60)
            let sizes = input.hours.filter { $0.key >= first }.compactMapValues { $0.levels["database bytes"] }
            guard let free = input.machine.freeBytes, let start = sizes.min(by: { $0.key < $1.key }),
                current - start.key >= 6
            else { return nil }
            let daily = Double(input.state.databaseBytes - start.value) / Double(current - start.key) * 24
            return daily > 0 ? Double(free) / daily : nil
        },
    ]
}

extension AlertRule {
    /// What part of something went wrong; nothing when there was too little of it.
    private static func share(
        of bad: [String],
        among all: [String],
        _ input: AlertMeasurements,
        _ rule: AlertRule
    ) -> Double? {
        let counts = input.bucket(rule.windowMinutes)
        let total = all.reduce(0) { $0 + counts[$1] }
        guard total >= max(1, rule.minimum) else { return nil }
        return Double(bad.reduce(0) { $0 + counts[$1] }) / Double(total)
    }

    /// How long all but the slowest twentieth took.
    private static func slowest(_ names: [String], _ input: AlertMeasurements, _ rule: AlertRule) -> Double? {
        let counts = input.bucket(rule.windowMinutes)
        let times = names.compactMap { counts.times[$0] }.filter { $0.count >= max(1, rule.minimum) }
        return times.compactMap { $0.quantile(0.95) }.max()
    }

    /// The worst of the ways to Apple.
    private static func worst(
        _ input: AlertMeasurements,
        _ rule: AlertRule,
        _ value: (MetricsBucket, String, Int) -> Double
    ) -> Double? {
        let counts = input.bucket(rule.windowMinutes)
        let links = counts.times.keys.filter { $0.hasPrefix("link ") }.map { String($0.dropFirst(5)) }
        let values = links.compactMap { link -> Double? in
            let total = counts["link \(link) ok"] + counts["link \(link) failed"]
            return total >= max(1, rule.minimum) ? value(counts, link, total) : nil
        }
        return values.max()
    }
}
