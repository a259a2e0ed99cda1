// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import FoundationEssentials

/// A configured URL with its identifier, which stays the same as long as the app and the URL do.
struct ForwardingTarget: Hashable, Sendable, Identifiable {
    let id: String
    let app: BundleID
    let forwarding: NotificationForwarding

    init(_ forwarding: NotificationForwarding, of app: BundleID) {
        self.app = app
        self.forwarding = forwarding
        let digest = SHA256.digest(of: Array("\(app.rawValue)\n\(forwarding.url)".utf8))
        id = "fwd_" + Hexadecimal.encode(digest.prefix(8))
    }

    func accepts(_ environment: Environment) -> Bool {
        forwarding.environments?.contains(environment) ?? true
    }
}

extension AppConfiguration {
    var forwardingTargets: [ForwardingTarget] {
        forwardNotificationsTo.map { ForwardingTarget($0, of: bundleID) }
    }
}
