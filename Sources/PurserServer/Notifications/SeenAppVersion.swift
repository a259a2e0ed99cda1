// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence
import Synchronization

/// A version of an app, and when a document named it first.
struct SeenAppVersion: Hashable, Sendable {
    /// Where the version is named: in what Apple signs, or in the reports of failures by the app itself.
    enum Source: String, Sendable {
        case signed = ""
        case reported = " reported"
    }

    var scope: AppScope
    var version: AppVersion
    var at: Date
    var source = Source.signed

    /// How many versions an app has at most in an environment, of each source.
    static let maximumCount = 500

    private static let records = OwnedRecordStore<String, String, Date>("app-versions")

    /// Where the versions of an app are stored: when each was seen first.
    static func records(in scope: AppScope, _ source: Source) -> RecordStore<String, Date> {
        records[scope.recordKey + source.rawValue]
    }

    /// The versions that Apple names in a notification and in what it carries.
    static func all(in notification: CheckedNotification) -> [SeenAppVersion] {
        let payload = notification.verified.notification.payload
        let scope = AppScope(
            bundleID: notification.app.bundleID,
            environment: payload.documentEnvironment ?? notification.environment
        )
        let texts = [
            payload.data?.bundleVersion, notification.verified.appTransaction?.payload.applicationVersion,
        ]
        return Set(texts.compactMap { $0.flatMap(AppVersion.init) })
            .map { SeenAppVersion(scope: scope, version: $0, at: payload.signedDate) }
    }

    /// The version that an app states in its report of a failure, which does not say in which environment.
    init?(reported text: String?, app: BundleID, at: Date) {
        guard let version = text.flatMap(AppVersion.init) else { return nil }
        self.init(
            scope: AppScope(bundleID: app, environment: .production),
            version: version,
            at: at,
            source: .reported
        )
    }

    init(scope: AppScope, version: AppVersion, at: Date, source: Source = .signed) {
        (self.scope, self.version, self.at, self.source) = (scope, version, at, source)
    }
}

/// The versions of apps that are known to be stored, so that intake reads and writes only of new ones.
final class AppVersionCache: Sendable {
    private struct Key: Hashable {
        var scope: AppScope
        var source: SeenAppVersion.Source
    }

    private let known = Mutex<[Key: [String: Date]]>([:])

    /// Whether a version is not known yet, or not from so early.
    func isNew(_ seen: SeenAppVersion) -> Bool {
        known.withLock { known in
            let own = known[Key(scope: seen.scope, source: seen.source)] ?? [:]
            guard let at = own[seen.version.text] else { return own.count < SeenAppVersion.maximumCount }
            return seen.at < at
        }
    }

    /// Caches what is stored.
    func store(_ seen: SeenAppVersion) {
        known.withLock { $0[Key(scope: seen.scope, source: seen.source), default: [:]][seen.version.text] = seen.at }
    }
}

extension DatabaseWriter {
    /// Records that a version was seen: the first time, and where a document is from earlier.
    func record(_ seen: SeenAppVersion, now: Date) throws {
        let store = SeenAppVersion.records(in: seen.scope, seen.source)
        if let stored = try value(seen.version.text, in: store) {
            guard seen.at < stored else { return }
        } else {
            guard try records(in: store, limit: SeenAppVersion.maximumCount).count < SeenAppVersion.maximumCount else {
                return
            }
        }
        try upsert(seen.at, as: seen.version.text, in: store, now: now)
    }
}

extension DatabaseReader {
    /// The releases of an app, by when their first document was signed; by the app's own reports where Apple signed none.
    func appReleases(in scope: AppScope) throws -> [(version: AppVersion, instant: Date)] {
        for source in [SeenAppVersion.Source.signed, .reported] {
            let stored = try records(in: SeenAppVersion.records(in: scope, source), limit: SeenAppVersion.maximumCount)
            let seen = try stored.compactMap { record in
                let instant = try record.value
                return AppVersion(record.name).map { (version: $0, instant: instant) }
            }
            if !seen.isEmpty { return AppVersion.releases(among: seen) }
        }
        return []
    }
}
