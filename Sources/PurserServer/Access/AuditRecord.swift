// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import Persistence

/// A record of a manual change: the actor, the change and the date.
struct AuditRecord: Hashable, Sendable {
    var actor: String
    var action: String
    var target: String
    var instant: Date
    var detail: String?
    /// The app in which it was done; nothing for what is of the whole server.
    var app: BundleID?

    init(
        actor: String,
        action: String,
        target: String,
        instant: Date,
        detail: String? = nil,
        app: BundleID? = nil
    ) {
        self.actor = actor
        self.action = action
        self.target = target
        self.instant = instant
        self.detail = detail
        self.app = app
    }

    init(_ call: RequestContext, _ action: String, target: String, detail: String? = nil) {
        self.init(
            actor: call.caller.name,
            action: action,
            target: target,
            instant: call.now,
            detail: detail,
            app: call.caller.app?.bundleID
        )
    }
}

extension DatabaseWriter {
    /// Writes who changed what to the audit log.
    func record(_ record: AuditRecord) throws {
        try append(
            AuditEntry(
                instant: record.instant,
                actor: record.actor,
                action: record.action,
                target: record.target,
                app: record.app,
                body: record.detail.map { Data($0.utf8) }
            )
        )
    }
}
