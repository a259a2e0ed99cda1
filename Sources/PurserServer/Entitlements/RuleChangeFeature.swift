// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence
import Synchronization

/// The round in which all customers' entitlements in an app are derived again, because the catalog or the policy is
/// another one.
struct EntitlementRecomputation: Hashable, Sendable, Codable {
    /// The digest of the rules that the entitlements follow from.
    var rules: String
    /// Whom it came to.
    var after: CustomerID?
    var isDone: Bool

    /// The round of each app.
    static let records = RecordStore<BundleID, EntitlementRecomputation>("entitlement-recomputations")
}

/// The digest of the rules that this instance last recomputed each app's entitlements by.
final class FollowedRules: Sendable {
    private let digests = Mutex<[BundleID: String]>([:])

    /// Notes the rules of an app; answers those of before.
    func follow(_ rules: String, of app: BundleID) -> String? {
        digests.withLock { $0.updateValue(rules, forKey: app) }
    }
}

/// Recomputes entitlements when the catalog or the policies change.
struct RuleChangeFeature: Sendable {
    let apps: Apps
    let catalog: CatalogCache
    let clock: @Sendable () -> Date
    let pipeline: IntakePipeline
    let followedRules: FollowedRules
    let database: any Database

    var backgroundJobs: [BackgroundJob] {
        [
            BackgroundJob(name: "entitlements", interval: .seconds(10)) { [self] in
                try await recomputeAfterRuleChanges()
            }
        ]
    }

    /// How many customers are read at once, and how many of them share a commit.
    private static let customersOfPage = 200
    private static let customersOfCommit = 20

    /// Recomputes the entitlements of all customers where the rules changed since they were derived, and reports
    /// what changes: a product that gives more, or less, gives it to those who bought it before, too.
    ///
    /// A round that is stopped continues where it stood; one that meets still other rules begins again. An instance
    /// that has followed its rules does not bring them back when another one, which knows newer ones, follows those.
    func recomputeAfterRuleChanges() async throws {
        for app in apps.configuration.apps {
            let rules = try await rulesDigest(of: app)
            while !Task.isCancelled, try await recomputePage(app, rules) {}
        }
    }

    /// - Returns: Whether there is more to be done.
    private func recomputePage(_ app: AppConfiguration, _ rules: String) async throws -> Bool {
        let known = try await database.read { try $0.value(app.bundleID, in: EntitlementRecomputation.records) }
        let hasNewInformation = followedRules.follow(rules, of: app.bundleID) != rules
        guard let known else {
            // Whoever bought until now was given what these rules give.
            try await save(EntitlementRecomputation(rules: rules, isDone: true), of: app)
            return false
        }
        guard known.rules == rules else {
            guard hasNewInformation else { return false }
            // Purchases are processed by the stored catalog from now on, wherever that happens.
            try await save(EntitlementRecomputation(rules: rules, isDone: false), of: app)
            return true
        }
        guard !known.isDone else { return false }
        let page = try await database.read { try $0.customers(after: known.after, limit: Self.customersOfPage) }
        var rest = page[...]
        while !rest.isEmpty, !Task.isCancelled {
            let some = Array(rest.prefix(Self.customersOfCommit))
            try await deriveEntitlements(of: some, app: app)
            rest = rest.dropFirst(some.count)
        }
        guard rest.isEmpty else { return false }
        let isDone = page.count < Self.customersOfPage
        try await save(EntitlementRecomputation(rules: rules, after: isDone ? nil : page.last, isDone: isDone), of: app)
        return !isDone
    }

    private func deriveEntitlements(of customers: [CustomerID], app: AppConfiguration) async throws {
        let context = try await pipeline.context(app: app, now: clock())
        try await database.write(locking: .deciding(aboutCustomers: customers)) { writer in
            let session = try FulfillmentSession(writer: writer, context: context)
            for scope in try writer.scopes() where scope.bundleID == app.bundleID {
                for customer in customers {
                    try session.followRules(for: customer, in: scope)
                    try session.updateEntitlements(of: [customer], in: scope, .command())
                }
            }
        }
    }

    private func save(_ round: EntitlementRecomputation, of app: AppConfiguration) async throws {
        let now = clock()
        try await database.write { writer in
            try writer.upsert(round, as: app.bundleID, in: EntitlementRecomputation.records, now: now)
        }
    }

    /// What entitlements follow from besides the facts: not the products' names, prices and offers.
    private func rulesDigest(of app: AppConfiguration) async throws -> String {
        let rules = try await catalog.current(of: app.bundleID, now: clock()).rules
        let products = rules.products.map { product in
            var product = product
            product.referenceName = nil
            product.texts = []
            product.price = nil
            product.prices = []
            product.storefronts = nil
            product.introductoryOffer = nil
            product.offers = []
            product.isShown = true
            product.isOnSale = true
            return product
        }
        .sorted { $0.id < $1.id }
        var parts = [
            try ServiceJSON.encode(products), try ServiceJSON.encode(rules.groups),
            try ServiceJSON.encode(rules.entitlements), try ServiceJSON.encode(app.policy),
        ]
        // Reminders are planned with the entitlements. Without any, the digest is the one of before there were
        // reminders.
        if !app.reminders.isEmpty { parts.append(try ServiceJSON.encode(app.reminders)) }
        return Hexadecimal.encode(SHA256.digest(of: parts.flatMap { Array($0) + [0] }))
    }
}
