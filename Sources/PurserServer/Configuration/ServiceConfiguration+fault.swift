// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials

extension ServiceConfiguration {
    /// What cannot be right although each value can be read: the key, the value and how to mend it; nothing when all is well.
    package var fault: String? {
        if apps.isEmpty { return "the key 'apps' is empty; write apps: [{ bundleID: \"com.example.coffee\" }]" }
        for (index, app) in apps.enumerated() {
            if let fault = fault(of: app, at: "apps[\(index)]") { return fault }
        }
        if let twice = Self.twice(apps.map(\.bundleID.rawValue)) {
            return "'apps' has the bundle identifier \(twice) twice"
        }
        if let publicURL, !publicURL.hasPrefix("https://"), !publicURL.hasPrefix("http://") {
            return "the key 'publicURL' is \"\(publicURL)\"; write an address such as \"https://purser.example.com\""
        }
        if let proxy = trustedProxies.first(where: { NetworkBlock($0) == nil }) {
            return "the key 'trustedProxies' has \"\(proxy)\"; write addresses or blocks such as \"10.0.0.0/8\""
        }
        if requestsPerSecond < 1 || requestBurst < 1 {
            return
                "the keys 'requestsPerSecond' and 'requestBurst' must be at least 1; leave them out for the usual limits"
        }
        if notificationsAtOnce < 0 {
            return "the key 'notificationsAtOnce' is \(notificationsAtOnce); write 0 or more, or leave it out"
        }
        return tableFault ?? alerts.fault
    }

    /// What is wrong with the team's own tables.
    private var tableFault: String? {
        do {
            _ = try saleTerms
            return nil
        } catch {
            let keys = [("taxesByDate", taxesByDate), ("commissionShares", commissionShares)].filter { $0.1 != nil }
            return "the table of \(keys.map { "'\($0.0)'" }.joined(separator: " or ")) cannot be read: \(error); "
                + "Documentation/Reconciliation.md shows its columns"
        }
    }

    private func fault(of app: AppConfiguration, at place: String) -> String? {
        if app.bundleID.rawValue.isEmpty || app.bundleID.rawValue.contains(" ") {
            return "the key '\(place).bundleID' is \"\(app.bundleID)\"; write it as App Store Connect shows it"
        }
        if let credentials = app.appStoreServerAPI, (try? PrivateKey(pem: credentials.privateKeyPEM)) == nil {
            return "the key '\(place).appStoreServerAPI.privateKeyPEM' is no private key in PEM; "
                + "write \"file:PATH\" of the .p8 file that App Store Connect gave"
        }
        if let connect = app.appStoreConnect, (try? PrivateKey(pem: connect.privateKeyPEM)) == nil {
            return "the key '\(place).appStoreConnect.privateKeyPEM' is no private key in PEM; "
                + "write \"file:PATH\" of the .p8 file that App Store Connect gave"
        }
        if app.smallBusiness != nil, app.isSmallBusiness {
            return "'\(place)' has both 'isSmallBusiness' and 'smallBusiness'; leave out the one without dates"
        }
        if let span = app.smallBusiness?.first(where: { !$0.isPossible }) {
            return "'\(place).smallBusiness' has a span from \(span.from?.description ?? "") until "
                + "\(span.until?.description ?? ""), which ends before it begins"
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
        let known = AlertRule.all.map(\.name) + [PurserService.databaseRule]
        for (name, settings) in rules.sorted(by: { $0.key < $1.key }) {
            guard known.contains(name) else {
                return
                    "'alerts.rules' has \"\(name)\", which is no rule; there are \(known.sorted().joined(separator: ", "))"
            }
            if let missing = settings.channels?.first(where: { wanted in !channels.contains { $0.name == wanted } }) {
                return "the key 'alerts.rules.\(name).channels' has \"\(missing)\", which 'alerts.channels' does not"
            }
            if let fault = settings.quiet?.lazy.compactMap(\.fault).first {
                return "the key 'alerts.rules.\(name).quiet': \(fault)"
            }
        }
        return quiet.lazy.compactMap(\.fault).first.map { "the key 'alerts.quiet': \($0)" }
    }
}
