// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// What App Store Connect was found to have, compared with the catalog.
struct CatalogCheck: Hashable, Sendable, Codable {
    var at: Date
    /// Products that App Store Connect has and the catalog has not.
    var unknownHere: [ProductID]

    /// The last comparison of each app's catalog with App Store Connect.
    static let records = RecordStore<BundleID, CatalogCheck>("catalog-checks")
}

extension CatalogFeature {
    /// Compares every app's catalog with App Store Connect, where it may be asked.
    func checkCatalogs() async {
        for app in apps.configuration.apps where app.appStoreConnect != nil && app.appAppleID != nil {
            do {
                try await checkCatalog(of: app)
            } catch {
                // The server stops: nothing failed.
                guard !Task.isCancelled else { return }
                let message = "the catalog of \(app.bundleID) was not compared with App Store Connect: \(error)"
                log(ServiceLogEntry(kind: .warning, message: message))
            }
        }
    }

    /// Asks App Store Connect how far each product is from sale, stores it, and reports what became worse.
    ///
    /// - Throws: A `ServiceProblem` when App Store Connect cannot be asked.
    @discardableResult
    func checkCatalog(of app: AppConfiguration) async throws -> CatalogCheck {
        guard let connect = app.appStoreConnect, let number = app.appAppleID else {
            throw ServiceProblem(
                .notConfigured,
                "Configure the app's App Store number and App Store Connect key first."
            )
        }
        let states = try await productStates(of: number, try apps.connectAPI(connect))
        let now = clock()
        let endpoints = try await endpoints.all(of: app.bundleID, now: now)
        let check = try await database.write { writer in
            let items = try writer.catalog(of: app.bundleID).ordered
            for item in items {
                let state = states[item.product.id] ?? "MISSING"
                guard item.appStoreState != state else { continue }
                var changed = item
                changed.appStoreState = state
                try writer.upsert(changed, of: app.bundleID, now: now)
                for warning in changed.stateWarnings {
                    try writer.enqueueDeliveries(
                        .init(warning, app: app.bundleID, now: now),
                        endpoints: endpoints,
                        now: now
                    )
                }
            }
            let known = Set(items.map(\.product.id))
            let check = CatalogCheck(at: now, unknownHere: states.keys.filter { !known.contains($0) }.sorted())
            try writer.upsert(check, as: app.bundleID, in: CatalogCheck.records, now: now)
            return check
        }
        catalog.invalidate(app.bundleID)
        return check
    }

    /// The state of every product that App Store Connect has for an app.
    private func productStates(of app: AppAppleID, _ api: AppStoreConnectAPI) async throws -> [ProductID: String] {
        try await AppStoreClients.ask {
            var states: [ProductID: String] = [:]
            for product in try await api.inAppPurchases(of: app) {
                guard let id = product.attributes.productId else { continue }
                states[id] = product.attributes.state ?? "UNKNOWN"
            }
            for group in try await api.subscriptionGroups(of: app) {
                for product in try await api.subscriptions(inGroup: group.id) {
                    guard let id = product.attributes.productId else { continue }
                    states[id] = product.attributes.state ?? "UNKNOWN"
                }
            }
            return states
        }
    }

    /// What should be looked at in an app's catalog, automatically and beside App Store Connect.
    func catalogWarnings(of app: BundleID) async throws -> CatalogWarnings {
        try await database.read { reader in
            var warnings = try reader.catalog(of: app).ordered.flatMap(\.warnings)
            if let check = try reader.value(app, in: CatalogCheck.records) {
                let known = Set(try reader.catalog(of: app).ordered.map(\.product.id))
                warnings += check.unknownHere.filter { !known.contains($0) }.map {
                    CatalogWarnings.Warning(
                        product: $0,
                        code: "not-in-catalog",
                        message: "App Store Connect sells it, and this catalog does not know it: import it."
                    )
                }
            }
            return CatalogWarnings(warnings: warnings)
        }
    }
}

extension StoredCatalogProduct {
    /// The warnings that come from App Store Connect's word.
    fileprivate var stateWarnings: [CatalogWarnings.Warning] {
        warnings.filter { ["missing", "not-approved"].contains($0.code) }
    }
}

extension ServerEvent {
    fileprivate init(_ warning: CatalogWarnings.Warning, app: BundleID, now: Date) {
        let scope = AppScope(bundleID: app, environment: .production)
        self.init(
            id: EventID(
                .catalogWarning,
                scope,
                causes: warning.product.rawValue,
                warning.code,
                String(now.millisecondsSince1970)
            ),
            type: .catalogWarning,
            scope: scope,
            customer: nil,
            occurred: now
        )
        product = warning.product
        reason = warning.code
        detail = warning.message
    }
}
