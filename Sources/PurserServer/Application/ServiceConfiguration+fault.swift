// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials

extension ServiceConfiguration {
    /// What cannot be right although each value can be read: the key, the value and how to fix it; nothing when all is
    /// well.
    package var fault: String? {
        if apps.isEmpty { return "the key 'apps' is empty; write apps: [{ bundleID: \"com.example.coffee\" }]" }
        for (index, app) in apps.enumerated() {
            if let fault = fault(of: app, at: "apps[\(index)]") { return fault }
        }
        if let twice = Self.twice(apps.map(\.bundleID.rawValue)) {
            return "'apps' has the bundle identifier \(twice) twice"
        }
        if let publicURL, !Self.isAddress(publicURL) {
            return "the key 'publicURL' is \"\(publicURL)\"; write an address such as \"https://purser.example.com\""
        }
        if let proxy = trustedProxies.first(where: { CIDRBlock($0) == nil }) {
            return "the key 'trustedProxies' has \"\(proxy)\"; write addresses or blocks such as \"10.0.0.0/8\""
        }
        return rangeFault ?? tableFault ?? telemetryFault ?? alerts.fault
    }

    private var telemetryFault: String? {
        if let endpoint = telemetry.endpoint, !Self.isAddress(endpoint) {
            return "the key 'telemetry.endpoint' is \"\(endpoint)\"; write an address such as \"http://127.0.0.1:4318\""
        }
        guard (0...1).contains(telemetry.sampleRatio) else {
            return
                "the key 'telemetry.sampleRatio' is \(telemetry.sampleRatio); write a number from 0 to 1, or leave it out"
        }
        guard telemetry.headerFields != nil else {
            return "the key 'telemetry.headers' is not a list of names and values; write \"name=value,name=value\", or "
                + "\"file:PATH\" of a file with it"
        }
        return nil
    }

    /// What is out of range: a cutoff in the future would remove everything.
    private var rangeFault: String? {
        let lifetime = Int64(exactly: orderLifetimeSeconds.rounded()) ?? -1
        let ranges: [(String, Int64, ClosedRange<Int64>)] = [
            ("requestsPerSecond", Int64(requestsPerSecond), 1...1_000_000),
            ("requestBurst", Int64(requestBurst), 1...1_000_000),
            ("connectionsPerAddress", Int64(connectionsPerAddress), 0...1_000_000),
            ("halfSentRequestsPerAddress", Int64(halfSentRequestsPerAddress), 0...1_000_000),
            ("maxBodyBytes", Int64(maxBodyBytes), 1024...(1 << 30)),
            ("orderLifetimeSeconds", lifetime, 1...(366 * 86_400)),
            ("logRetentionDays", Int64(logRetentionDays), 1...36_500),
            ("requestLogEntries", Int64(requestLogEntries), 0...10_000_000),
            ("auditRetentionDays", Int64(auditRetentionDays), 1...36_500),
            ("notificationConcurrency", Int64(notificationConcurrency), 0...100_000),
            ("liveUpdateStreams", Int64(liveUpdateStreams), 0...3000),
            ("telemetry.metricsIntervalSeconds", Int64(telemetry.metricsIntervalSeconds), 5...3600),
            ("liveUpdateStreamsPerCustomer", Int64(liveUpdateStreamsPerCustomer), 1...1000),
        ]
        return Self.fault(in: ranges)
    }

    /// The first value that is not in its range, in words.
    static func fault(in ranges: [(String, Int64, ClosedRange<Int64>)]) -> String? {
        guard let (key, value, range) = ranges.first(where: { !$0.2.contains($0.1) }) else { return nil }
        return "the key '\(key)' is \(value); write a number from \(range.lowerBound) to \(range.upperBound), "
            + "or leave it out"
    }

    private static func isAddress(_ text: String) -> Bool {
        let rest = text.hasPrefix("https://") ? text.dropFirst(8) : text.hasPrefix("http://") ? text.dropFirst(7) : ""
        return !(rest.first.map { "/?#:".contains($0) } ?? true)
    }

    /// What is wrong with the team's own tables.
    private var tableFault: String? {
        do {
            _ = try saleTerms
            return nil
        } catch {
            let keys = [("taxRates", taxRates), ("commissionRates", commissionRates)].filter { $0.1 != nil }
            return "the table of \(keys.map { "'\($0.0)'" }.joined(separator: " or ")) cannot be read: \(error); "
                + "Documentation/Reconciliation.md shows its columns"
        }
    }

    private func fault(of app: AppConfiguration, at place: String) -> String? {
        if app.bundleID.rawValue.isEmpty || app.bundleID.rawValue.contains(" ") {
            return "the key '\(place).bundleID' is \"\(app.bundleID)\"; write it as App Store Connect shows it"
        }
        if let credentials = app.appStoreServerAPI, (try? PrivateKey(pem: credentials.privateKeyPEM)) == nil {
            return "the key '\(place).appStoreServerAPI.privateKeyPEM' is not a private key in PEM; "
                + "write \"file:PATH\" of the .p8 file that App Store Connect gave"
        }
        if let connect = app.appStoreConnect, (try? PrivateKey(pem: connect.privateKeyPEM)) == nil {
            return "the key '\(place).appStoreConnect.privateKeyPEM' is not a private key in PEM; "
                + "write \"file:PATH\" of the .p8 file that App Store Connect gave"
        }
        let numbers: [(String, Int64, ClosedRange<Int64>)] = [
            (place + ".appAppleID", app.appAppleID?.rawValue ?? 1, 1...Int64.max),
            (place + ".renewalLeewaySeconds", Int64(app.renewalLeewaySeconds), 0...(366 * 86_400)),
            (place + ".consumption.version", Int64(app.consumption.version), 1...2),
            (
                place + ".appStoreConnect.reportBackfillDays", Int64(app.appStoreConnect?.reportBackfillDays ?? 1),
                1...365
            ),
            (
                place + ".appStoreConnect.reconciliationAlertThreshold",
                app.appStoreConnect?.reconciliationAlertThreshold ?? 0, 0...Int64.max
            ),
        ]
        if let fault = Self.fault(in: numbers) { return fault }
        for (key, leads) in [("beforeEnd", app.reminders.beforeEnd), ("beforeRenewal", app.reminders.beforeRenewal)] {
            if leads.count > ReminderPolicy.maximumReminders {
                return "the key '\(place).reminders.\(key)' has \(leads.count) lead times; "
                    + "write at most \(ReminderPolicy.maximumReminders)"
            }
            if let twice = Self.twice(leads.map(\.description)) {
                return "the key '\(place).reminders.\(key)' has \"\(twice)\" twice; write each lead time once"
            }
        }
        let preferences = [RefundPreference.decline, .grantFull, .grantProrated].map(\.rawValue)
        if let preference = app.consumption.refundPreference, !preferences.contains(preference) {
            return "the key '\(place).consumption.refundPreference' is \"\(preference)\"; "
                + "write \(preferences.joined(separator: ", ")), or leave it out"
        }
        let addresses: [(String, String?)] = [
            ("appStoreServerAPI.productionURL", app.appStoreServerAPI?.productionURL),
            ("appStoreServerAPI.sandboxURL", app.appStoreServerAPI?.sandboxURL),
            ("verifyReceipt.productionURL", app.verifyReceipt?.productionURL),
            ("verifyReceipt.sandboxURL", app.verifyReceipt?.sandboxURL),
            ("appStoreConnect.url", app.appStoreConnect?.url),
        ]
        for case (let key, let text?) in addresses where !Self.isAddress(text) {
            return "the key '\(place).\(key)' is \"\(text)\"; write an address such as \"http://127.0.0.1:8081\""
        }
        if let fault = forwardingFault(of: app, at: place + ".forwardNotificationsTo") { return fault }
        if app.smallBusinessProgram != nil, app.isSmallBusinessProgramMember {
            return
                "'\(place)' has both 'isSmallBusinessProgramMember' and 'smallBusinessProgram'; leave out the one without dates"
        }
        if let span = app.smallBusinessProgram?.first(where: { !$0.isPossible }) {
            return "'\(place).smallBusinessProgram' has a span from \(span.from?.description ?? "") until "
                + "\(span.until?.description ?? ""), which ends before it begins"
        }
        return nil
    }

    private func forwardingFault(of app: AppConfiguration, at place: String) -> String? {
        let targets = app.forwardNotificationsTo
        if targets.count > NotificationForwarding.maximumCount {
            return "the key '\(place)' has \(targets.count) URLs; write at most \(NotificationForwarding.maximumCount)"
        }
        if let twice = Self.twice(targets.map(\.url)) { return "the key '\(place)' has \"\(twice)\" twice" }
        for (index, target) in targets.enumerated() {
            if (try? WebhookTarget(target.url, allowsPrivate: allowsPrivateWebhookTargets)) == nil {
                return "the key '\(place)[\(index)].url' is \"\(target.url)\"; write a public address such as "
                    + "\"https://api.example.com/apple\", or set 'allowsPrivateWebhookTargets'"
            }
            if let other = target.environments?.first(where: { ![.production, .sandbox].contains($0) }) {
                return "the key '\(place)[\(index)].environments' has \"\(other)\"; write Production or Sandbox"
            }
            if target.authorization?.contains(where: \.isNewline) == true {
                return "the key '\(place)[\(index)].authorization' has a line break; write one line"
            }
        }
        return nil
    }

    static func twice(_ names: [String]) -> String? {
        var seen: Set<String> = []
        return names.first { !seen.insert($0).inserted }
    }
}

extension AlertConfiguration {
    /// What cannot be right, or nothing.
    var fault: String? {
        if let twice = ServiceConfiguration.twice(channels.map(\.name)) {
            return "'alerts.channels' has the name \"\(twice)\" twice"
        }
        for (index, channel) in channels.enumerated() {
            let place = "alerts.channels[\(index)]"
            if channel.kind == .email {
                if (channel.to ?? []).isEmpty {
                    return "the key '\(place).to' is missing; write [\"duty@example.com\"]"
                }
                if mail == nil {
                    return "'\(place)' is mail, and the key 'alerts.mail' is missing; it names the mail server"
                }
            } else if channel.url?.hasPrefix("http") != true {
                return "the key '\(place).url' is missing or no address; write the one that the place shows"
            }
        }
        if let mail, !mail.url.hasPrefix("smtp://"), !mail.url.hasPrefix("smtps://") {
            return "the key 'alerts.mail.url' is \"\(mail.url)\"; write smtps://HOST, or smtp://HOST:587"
        }
        let known = AlertRule.all.map(\.name) + [AlertRule.databaseRule]
        for (name, settings) in rules.sorted(by: { $0.key < $1.key }) {
            guard known.contains(name) else {
                return
                    "'alerts.rules' has \"\(name)\", which is not a rule; there are \(known.sorted().joined(separator: ", "))"
            }
            if let minutes = settings.windowMinutes, !(1...527_040).contains(minutes) {
                return "the key 'alerts.rules.\(name).windowMinutes' is \(minutes); write a number from 1 to 527040"
            }
            if let missing = settings.channels?.first(where: { wanted in !channels.contains { $0.name == wanted } }) {
                return "the key 'alerts.rules.\(name).channels' has \"\(missing)\", which 'alerts.channels' does not"
            }
            if let fault = settings.quietHours?.lazy.compactMap(\.fault).first {
                return "the key 'alerts.rules.\(name).quietHours': \(fault)"
            }
        }
        return quietHours.lazy.compactMap(\.fault).first.map { "the key 'alerts.quietHours': \($0)" }
    }
}
