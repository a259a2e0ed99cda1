// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

/// A key of the configuration: where it stands, and what it looks like.
struct ConfigurationKey: Hashable, Sendable {
    /// The names that lead to it; `[]` represents any place in a list, `*` for any name.
    let path: [String]

    /// A value as it may be written.
    let example: String

    init(_ path: String, _ example: String) {
        self.path = path.replacing("[]", with: ".[]").split(separator: ".").map(String.init)
        self.example = example
    }

    /// The variable of the environment that sets it.
    var variable: String {
        "PURSER_" + path.map { $0 == "[]" ? "0" : $0 == "*" ? "NAME" : Self.upper($0) }.joined(separator: "__")
    }

    /// Whether its value is text, so that a variable's digits are text, too.
    var isText: Bool { example.hasPrefix("\"") }

    /// The name with its dots, as messages show it.
    var name: String { path.joined(separator: ".").replacing(".[]", with: "[]") }

    /// `bundleID` becomes `BUNDLE_ID`.
    private static func upper(_ name: String) -> String {
        var text = ""
        var last: Character = "A"
        for character in name {
            if character.isUppercase, last.isLowercase { text += "_" }
            text += character.uppercased()
            last = character
        }
        return text
    }
}

extension ConfigurationKey {
    /// Every key.
    static let all: [ConfigurationKey] = service + app + alerts

    private static let service: [ConfigurationKey] = [
        .init("publicURL", "\"https://purser.example.com\""),
        .init("trustedProxies[]", "\"10.0.0.0/8\""),
        .init("requestsPerSecond", "200"),
        .init("requestBurst", "1000"),
        .init("connectionsPerAddress", "256"),
        .init("halfSentRequestsPerAddress", "128"),
        .init("maxBodyBytes", "2097152"),
        .init("allowsPrivateWebhookTargets", "false"),
        .init("orderLifetimeSeconds", "86400"),
        .init("logRetentionDays", "90"),
        .init("requestLogEntries", "100000"),
        .init("auditRetentionDays", "3650"),
        .init("certificateRevocation", "\"off\", \"soft\" or \"hard\""),
        .init("verifiesNestedSignatures", "false"),
        .init("notificationConcurrency", "32"),
        .init("liveUpdateStreams", "2000"),
        .init("liveUpdateStreamsPerCustomer", "10"),
        .init("log.format", "\"text\" or \"json\""),
        .init("log.requests", "true"),
        .init("telemetry.endpoint", "\"http://127.0.0.1:4318\""),
        .init("telemetry.headers", "\"file:/etc/purser/telemetry-headers\""),
        .init("telemetry.metricsIntervalSeconds", "60"),
        .init("telemetry.sampleRatio", "0.1"),
        .init("launchChecklist.*", "\"2026-11-20 Li Wei\""),
        .init("taxRates", "\"file:/etc/purser/taxes-by-date.tsv\""),
        .init("commissionRates", "\"file:/etc/purser/commission-shares.tsv\""),
    ]

    private static let app: [ConfigurationKey] = [
        .init("apps[].bundleID", "\"com.example.coffee\""),
        .init("apps[].appAppleID", "1234567890"),
        .init("apps[].name", "\"Coffee\""),
        .init("apps[].appStoreServerAPI.issuerID", "\"57246542-96fe-1a63-e053-0824d011072a\""),
        .init("apps[].appStoreServerAPI.keyID", "\"2X9R4HXF34\""),
        .init("apps[].appStoreServerAPI.privateKeyPEM", "\"file:/etc/purser/SubscriptionKey_2X9R4HXF34.p8\""),
        .init("apps[].appStoreServerAPI.productionURL", "\"http://127.0.0.1:8081\""),
        .init("apps[].appStoreServerAPI.sandboxURL", "\"http://127.0.0.1:8082\""),
        .init("apps[].sandboxPurchases", "\"accept\", \"reject\" or \"testers-only\""),
        .init("apps[].sandboxFulfillsProductionOrders", "false"),
        .init("apps[].claimsSeatsInProduction", "false"),
        .init("apps[].testers[]", "\"customer-1\""),
        .init("apps[].acceptsXcodeTransactions", "false"),
        .init("apps[].restoreBehavior", "\"keep\", \"transfer\", \"transfer-if-lapsed\" or \"share\""),
        .init("apps[].requiresCustomerTokens", "\"never\", \"reads\" or \"always\""),
        .init("apps[].consumption.isEnabled", "true"),
        .init("apps[].consumption.providesSampleContent", "false"),
        .init("apps[].consumption.version", "2"),
        .init("apps[].consumption.refundPreference", "\"DECLINE\""),
        .init("apps[].sharedSecret", "\"file:/etc/purser/shared-secret\""),
        .init("apps[].verifyReceipt.productionURL", "\"http://127.0.0.1:8081/verifyReceipt\""),
        .init("apps[].verifyReceipt.sandboxURL", "\"http://127.0.0.1:8082/verifyReceipt\""),
        .init("apps[].refundPolicy.full", "\"retroactive\" or \"from-refund-date\""),
        .init("apps[].refundPolicy.prorated", "\"retroactive\" or \"from-refund-date\""),
        .init("apps[].refundPolicy.clawback", "\"full\", \"up-to-balance\" or \"none\""),
        .init("apps[].familySharingRevocation", "\"from-revocation-date\" or \"retroactive\""),
        .init("apps[].honorsGracePeriod", "true"),
        .init("apps[].renewalLeewaySeconds", "3600"),
        .init("apps[].conversion", "\"manual\" or \"on-upgrade\""),
        .init("apps[].reminders.beforeEnd[]", "\"P3D\""),
        .init("apps[].reminders.beforeRenewal[]", "\"P10D\""),
        .init("apps[].appStoreConnect.issuerID", "\"57246542-96fe-1a63-e053-0824d011072a\""),
        .init("apps[].appStoreConnect.keyID", "\"2X9R4HXF34\""),
        .init("apps[].appStoreConnect.privateKeyPEM", "\"file:/etc/purser/AuthKey_2X9R4HXF34.p8\""),
        .init("apps[].appStoreConnect.vendorNumber", "\"80000001\""),
        .init("apps[].appStoreConnect.url", "\"http://127.0.0.1:8081\""),
        .init("apps[].appStoreConnect.reportBackfillDays", "30"),
        .init("apps[].appStoreConnect.reconciliationAlertThreshold", "10000"),
        .init("apps[].isSmallBusinessProgramMember", "false"),
        .init("apps[].smallBusinessProgram[].from", "\"2024-02-18\""),
        .init("apps[].smallBusinessProgram[].until", "\"2025-08-31\""),
        .init("apps[].forwardNotificationsTo[].url", "\"https://api.example.com/apple\""),
        .init("apps[].forwardNotificationsTo[].environments[]", "\"Production\" or \"Sandbox\""),
        .init("apps[].forwardNotificationsTo[].authorization", "\"file:/etc/purser/forwarding-authorization\""),
    ]

    private static let alerts: [ConfigurationKey] =
        [
            .init("alerts.channels[].name", "\"duty\""),
            .init("alerts.channels[].kind", "\"webhook\", \"slack\", \"feishu\", \"dingtalk\", \"wecom\" or \"email\""),
            .init("alerts.channels[].url", "\"https://hooks.slack.com/services/…\""),
            .init("alerts.channels[].secret", "\"file:/etc/purser/robot-secret\""),
            .init("alerts.channels[].to[]", "\"duty@example.com\""),
            .init("alerts.channels[].language", "\"en\" or \"zh-Hans\""),
            .init("alerts.channels[].criticalOnly", "true"),
            .init("alerts.reminderIntervalHours", "6"),
            .init("alerts.mail.url", "\"smtps://mail.example.com\""),
            .init("alerts.mail.from", "\"purser@example.com\""),
            .init("alerts.mail.user", "\"purser\""),
            .init("alerts.mail.password", "\"file:/etc/purser/mail-password\""),
            .init("alerts.mail.requiresTLS", "true"),
            .init("alerts.rules.*.isEnabled", "false"),
            .init("alerts.rules.*.threshold", "0.05"),
            .init("alerts.rules.*.windowMinutes", "5"),
            .init("alerts.rules.*.minimumCount", "10"),
            .init("alerts.rules.*.severity", "\"warning\" or \"critical\""),
            .init("alerts.rules.*.channels[]", "\"duty\""),
        ] + quiet("alerts.quietHours[]") + quiet("alerts.rules.*.quietHours[]")

    private static func quiet(_ place: String) -> [ConfigurationKey] {
        [
            .init(place + ".days[]", "\"sat\""), .init(place + ".from", "\"22:00\""),
            .init(place + ".until", "\"08:00\""), .init(place + ".utcOffset", "\"+08:00\""),
        ]
    }

    /// The key at a path of names and places, or nothing.
    static func find(_ path: [String]) -> ConfigurationKey? {
        all.first { key in key.path.count == path.count && fits(key.path[...], path[...]) }
    }

    /// The names that may be behind others; empty when nothing may.
    static func names(after path: [String]) -> [String] {
        let behind = all.filter { $0.path.count > path.count && fits($0.path.prefix(path.count), path[...]) }
        return Array(Set(behind.map { $0.path[path.count] })).sorted()
    }

    private static func fits(_ pattern: ArraySlice<String>, _ path: ArraySlice<String>) -> Bool {
        zip(pattern, path).allSatisfy { $0 == $1 || $0 == "*" || ($0 == "[]" && ($1 == "[]" || Int($1) != nil)) }
    }
}
