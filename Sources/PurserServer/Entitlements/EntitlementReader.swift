// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// Reads what a customer may use, as it was derived last or from the facts.
struct EntitlementReader: Sendable {
    let apps: Apps
    let catalog: CatalogCache
    let database: any Database

    /// A customer's entitlements over all apps of an environment; what two apps give under one name is one entitlement.
    ///
    /// The answer that was derived last is read as long as it holds; past that, for another instant and for one device,
    /// it is derived from the facts.
    func entitlements(
        of customer: CustomerID,
        in scope: AppScope,
        on device: DeviceID? = nil,
        at instant: Date?,
        now: Date,
        within tolerance: ReadStaleness = ReadStaleness()
    ) async throws -> [EntitlementDecision] {
        let environment = scope.environment
        let at = instant ?? now
        if instant == nil, device == nil {
            let stored = try await storedEntitlements(of: customer, in: environment, at: at, within: tolerance)
            if let stored { return stored.answers }
        }
        var answers: [EntitlementDecision] = []
        for app in apps.configuration.apps {
            let appScope = AppScope(bundleID: app.bundleID, environment: environment)
            let account = try await account(of: customer, in: appScope, app: app, now: now, within: tolerance)
            if appScope == scope { try account.requireRegistered(device) }
            answers += account.entitlements(on: device, asOf: at)
        }
        return Self.merged(answers)
    }

    /// The answers that were derived last, with the instants from and until which they hold; nothing when they do not
    /// now.
    func storedEntitlements(
        of customer: CustomerID,
        in environment: Environment,
        at instant: Date,
        within tolerance: ReadStaleness
    ) async throws -> (answers: [EntitlementDecision], from: Date, until: Date?)? {
        let stored = try await database.read(within: tolerance) { reader in
            try reader.entitlements(of: customer).filter { $0.scope.environment == environment }
                .map { try ServiceJSON.decode(CachedEntitlement.self, from: $0.body) }
        }
        let from = stored.map(\.answer.asOf).max() ?? .distantPast
        let until = stored.compactMap(\.validUntil).min()
        guard from <= instant, until.map({ instant < $0 }) ?? true else { return nil }
        return (Self.merged(stored.map(\.answer)), from, until)
    }

    /// One answer for each entitlement: an active one before one that is not, the longer before the shorter.
    static func merged(_ answers: [EntitlementDecision]) -> [EntitlementDecision] {
        Dictionary(grouping: answers, by: \.entitlement).values.compactMap { same in
            same.max { left, right in
                if left.isActive != right.isActive { return right.isActive }
                let (leftEnd, rightEnd) = (left.endDate ?? .distantFuture, right.endDate ?? .distantFuture)
                return left.isActive
                    ? leftEnd < rightEnd
                    : (left.startDate ?? .distantPast) < (right.startDate ?? .distantPast)
            }
        }
        .sorted { $0.entitlement < $1.entitlement }
    }

    /// All that is known of a customer in one app and environment.
    func account(
        of customer: CustomerID,
        in scope: AppScope,
        app: AppConfiguration,
        knownAt: Date? = nil,
        now: Date,
        within tolerance: ReadStaleness = ReadStaleness()
    ) async throws -> CustomerAccount {
        let catalog = try await self.catalog.catalog(of: app.bundleID, now: now)
        let policy = app.policy
        return try await database.read(within: tolerance) { reader in
            try reader.account(
                of: customer,
                in: scope,
                catalog: catalog,
                policy: policy,
                now: now,
                reading: knownAt.map { .knownAt($0) } ?? .folded
            )
        }
    }

    /// The reasons behind an answer, with the documents they rest on.
    func why(
        _ customer: CustomerID,
        _ entitlement: EntitlementID,
        in scope: AppScope,
        on device: DeviceID? = nil,
        at instant: Date,
        knownAt: Date?,
        app: AppConfiguration,
        now: Date
    ) async throws -> EntitlementExplanationBody {
        let account = try await account(of: customer, in: scope, app: app, knownAt: knownAt, now: now)
        try account.requireRegistered(device)
        let answer = account.entitlement(entitlement, on: device, asOf: instant)
        let reasons = [answer.reason] + answer.otherReasons
        let (explanation, aliases) = try await database.read { reader in
            let bodies = try reasons.map { reason in
                try EntitlementExplanationBody.ReasonBody(reason, documentsFrom: reader, in: scope)
            }
            return (bodies, try reader.aliases(of: customer))
        }
        let right = account.derivedEntitlements(asOf: instant).entitlements.first {
            $0.answer.entitlement == entitlement
        }
        let reminders = (right?.schedule(app.reminders).reminders ?? []).map(EntitlementExplanationBody.Reminder.init)
        return EntitlementExplanationBody(
            customer: customer,
            entitlement: entitlement,
            environment: scope.environment,
            at: instant,
            knownAt: knownAt,
            isActive: answer.isActive,
            since: answer.startDate,
            until: answer.endDate,
            reasons: explanation,
            reminders: reminders.isEmpty ? nil : reminders,
            aliases: aliases.isEmpty ? nil : aliases
        )
    }
}

extension CustomerAccount {
    /// Refuses a device that the customer has not registered; absent, it is whichever.
    func requireRegistered(_ device: DeviceID?) throws {
        guard let device, !registeredDevices.contains(where: { $0.device == device }) else { return }
        throw ServiceProblem.invalid("device", "one that the customer has registered")
    }
}

extension EntitlementExplanationBody.ReasonBody {
    init(_ reason: Reason, documentsFrom reader: any DatabaseReader, in scope: AppScope) throws {
        self.init(
            rule: reason.rule,
            from: reason.startDate,
            until: reason.endDate,
            product: reason.productID,
            transaction: reason.transactionID,
            note: reason.note,
            invitation: reason.invitation,
            invitedBy: reason.invitedBy,
            seatClaim: reason.seatClaim,
            store: reason.lineage?.otherStore,
            documents: try reason.evidence.map { evidence in
                let stored = try reader.facts(FactKey(evidence), in: reason.scope ?? scope)
                    .first { $0.fact.kind == evidence.kind }
                let document = try stored?.document.flatMap { try reader.document($0) }
                return EntitlementExplanationBody.Document(
                    kind: evidence.kind,
                    said: evidence.instant,
                    digest: evidence.digest,
                    document: document.map { String(decoding: $0, as: UTF8.self) },
                    statement: stored.flatMap { StatementBody($0.fact) }
                )
            }
        )
    }
}
