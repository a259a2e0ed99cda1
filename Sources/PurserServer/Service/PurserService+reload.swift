// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreTypes
import Commerce
import Synchronization

/// What a running service may take anew: the settings, and the ways to Apple that are made of them.
struct LiveSettings: Sendable {
    var configuration: ServiceConfiguration
    var links: [BundleID: AppStoreLink]
    var receiptClients: [BundleID: VerifyReceiptClient]
    var terms: SaleTerms
}

extension PurserService {
    /// Takes keys, secrets, policies and alerts anew while it runs; requests under way finish with the old ones.
    ///
    /// - Returns: The keys whose change needs a restart.
    /// - Throws: What is wrong with the new settings; then nothing has changed.
    package func reload(_ wanted: ServiceConfiguration) throws -> [String] {
        let old = configuration
        var fixed: [String] = []
        func keep<Value: Equatable>(
            _ name: String,
            _ path: WritableKeyPath<ServiceConfiguration, Value>,
            in new: inout ServiceConfiguration
        ) {
            guard new[keyPath: path] != old[keyPath: path] else { return }
            new[keyPath: path] = old[keyPath: path]
            fixed.append(name)
        }
        var new = wanted
        keep("trustedProxies", \.trustedProxies, in: &new)
        keep("requestsPerSecond", \.requestsPerSecond, in: &new)
        keep("requestBurst", \.requestBurst, in: &new)
        keep("connectionsPerAddress", \.connectionsPerAddress, in: &new)
        keep("halfSentRequestsPerAddress", \.halfSentRequestsPerAddress, in: &new)
        keep("largestBody", \.largestBody, in: &new)
        keep("allowsPrivateWebhookTargets", \.allowsPrivateWebhookTargets, in: &new)
        keep("orderLifetime", \.orderLifetime, in: &new)
        keep("certificateRevocation", \.certificateRevocation, in: &new)
        keep("log", \.log, in: &new)
        keep("strictNotifications", \.strictNotifications, in: &new)
        keep("notificationsAtOnce", \.notificationsAtOnce, in: &new)
        let isSame = new.apps.map(\.bundleID) == old.apps.map(\.bundleID)
        if !isSame {
            new.apps = old.apps
            fixed.append("apps")
        }
        for index in new.apps.indices {
            let before = old.apps[index]
            if new.apps[index].appAppleID != before.appAppleID || new.apps[index].acceptsXcode != before.acceptsXcode {
                (new.apps[index].appAppleID, new.apps[index].acceptsXcode) = (before.appAppleID, before.acceptsXcode)
                fixed.append("apps[\(index)].appAppleID and acceptsXcode")
            }
        }
        let settings = try settings(new)
        live.withLock { $0 = settings }
        return fixed
    }

    /// The ways to Apple that settings make.
    private func settings(_ configuration: ServiceConfiguration) throws -> LiveSettings {
        try Self.settings(configuration, transport: transport, runtime: runtime, monitors: monitors)
    }
}
