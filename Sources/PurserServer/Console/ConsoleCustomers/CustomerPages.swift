// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTTPService
import Persistence

/// A customer: the timeline, the entitlements with their reasons, and support's actions.
struct CustomerPages: Sendable {
    let accounts: EntitlementReader
    let actions: ConsoleActions
    let administration: AdministrationFeature
    let apps: Apps
    let balances: BalanceFeature
    let catalog: CatalogCache
    let pages: ConsoleFrame
    let database: any Database

    var routes: [ConsoleRoute] { customerRoutes + customerActions }

    var customerRoutes: [ConsoleRoute] {
        [
            ConsoleRoute(.get, "/customers/{customer}", .viewer, handler: renderCustomer),
            ConsoleRoute(.get, "/customers/{customer}/why/{entitlement}", .viewer, handler: renderExplanation),
            ConsoleRoute(.get, "/customers/{customer}/export", .admin, handler: exportCustomer),
        ]
    }

    private static let pageLength = 50
    private static let groupsOnPage = 25

    private func renderCustomer(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let named = CustomerID(rawValue: try call.path("customer"))
        let id = try await database.read { try $0.resolve(named) }
        let frame = try await pages.frame(call)
        let known = pages.scopes
        let environments = Set(known.map(\.environment)).sorted { $0.rawValue < $1.rawValue }
        for environment in environments {
            guard let scope = known.first(where: { $0.environment == environment }) else { continue }
            try await balances.expireCredits(id, scope: scope, now: call.now)
        }
        let stored = try await database.read { reader in
            (
                customer: try reader.customer(id), claims: try reader.claims(of: id, limit: 1),
                balances: try environments.flatMap { environment in
                    try reader.balances(of: id, account: LedgerAccountNames.wallet(in: environment)).map {
                        (environment: environment.rawValue, currency: $0.currency, amount: $0.amount)
                    }
                },
                profile: try reader.profile(of: id), aliases: try reader.aliases(of: id),
                notes: try reader.notes(about: id)
            )
        }
        guard stored.customer != nil || !stored.claims.isEmpty else {
            throw ServiceProblem(.notFound, "No customer \(id) is known. Search for a part of the id, or for an order.")
        }
        var page = CustomerPage(
            id: id.rawValue,
            created: stored.customer?.createdDate,
            erased: stored.customer?.erasedDate,
            entitlements: [],
            holdings: [],
            conflicts: [],
            signals: [],
            counts: (0, 0),
            balances: stored.balances,
            timelineEntries: [],
            kind: call.request.query["kind"].flatMap(TimelineEntry.Kind.init(rawValue:)),
            number: max(1, min(200, call.request.query["page"].flatMap { Int($0) } ?? 1)),
            hasMore: false,
            grantable: []
        )
        page.tab = call.request.query["tab"].flatMap(CustomerPage.Tab.init(rawValue:)) ?? .overview
        page.range = call.request.query["range"].flatMap(AccessRange.init(rawValue:)) ?? .year
        page.showsSteps = call.request.query["steps"] == "all"
        page.at = call.request.query["at"].flatMap { CivilDay($0) }
            .map { Self.endOfDay($0.description, now: call.now) }.flatMap { $0 < call.now ? $0 : nil }
        let seen = page.at ?? .distantFuture
        let notes = stored.notes.filter { $0.app.rawValue == frame.scope.app && $0.at <= seen }
        page.notes = notes.reversed().map { note in
            CustomerPage.Note(id: note.id, at: note.at, author: note.author, text: note.text)
        }
        page.aliases = stored.aliases.map { (id: $0.alias.rawValue, merged: $0.merged) }
        try await addTimeline(to: &page, id, in: known, call)
        for scope in known { try await fill(&page, id, scope, stored.profile, now: call.now, at: page.at ?? call.now) }
        try await addSales(to: &page, id, in: known, call)
        page.grantable = Set(page.grantable).sorted()
        page.lastSeen = try await lastSeen(id, in: known)
        return pages.show(page.page(in: frame), in: frame)
    }

    /// When the customer was last seen in any environment.
    private func lastSeen(_ id: CustomerID, in scopes: [AppScope]) async throws -> (date: Date, device: String)? {
        let visits = try await database.read { reader in
            try scopes.compactMap { try reader.visits(of: [id], in: $0)[id] }
        }
        return visits.max { $0.seen < $1.seen }.map { visit in
            (visit.seen, [visit.appVersion, visit.system].filter { !$0.isEmpty }.joined(separator: " · "))
        }
    }

    private func addTimeline(
        to page: inout CustomerPage,
        _ id: CustomerID,
        in scopes: [AppScope],
        _ call: ConsoleRequest
    ) async throws {
        let (found, allOrders) = try await database.read(within: call.tolerance) { reader in
            (try CustomerTimeline(of: id, in: scopes, reader).entries, try reader.orders(of: id, limit: 500))
        }
        let at = page.at ?? .distantFuture
        let entries = found.filter { $0.instant <= at }
        let orders = allOrders.filter { $0.createdDate <= at }
        let kind = page.kind
        let first = page.number - 1
        if page.showsSteps {
            let steps = entries.filter { kind == nil || $0.kind == kind }
            page.timelineEntries = Array(steps.dropFirst(first * Self.pageLength).prefix(Self.pageLength))
            page.hasMore = steps.count > (first + 1) * Self.pageLength
        } else {
            let groups = TimelineGroup.groups(of: entries).filter { group in
                kind == nil || group.steps.contains { $0.kind == kind }
            }
            let length = page.tab == .overview ? Self.groupsOnPage / 2 : Self.groupsOnPage
            page.groups = Array(groups.dropFirst(first * length).prefix(length))
            page.hasMore = groups.count > (first + 1) * length
        }
        page.rows = CustomerRows(orders: orders, entries: entries).rows
    }

    /// Puts what a customer has in one app and environment on the page.
    private func fill(
        _ page: inout CustomerPage,
        _ id: CustomerID,
        _ scope: AppScope,
        _ profile: CustomerProfile,
        now: Date,
        at: Date
    ) async throws {
        guard let app = apps[scope.bundleID] else { return }
        let catalog = try await self.catalog.catalog(of: app.bundleID, now: now)
        page.grantable += catalog.rules.products.flatMap { catalog.rules.entitlements(of: $0.id) }.map(\.rawValue)
        let account = try await accounts.account(of: id, in: scope, app: app, now: now)
        let label = pages.label(scope)
        // What was never bought is said where the customer buys, and not once more for each other environment.
        let isOwn = !account.ownedLineages(asOf: at).isEmpty || scope == pages.scopes.first
        for answer in account.entitlements(asOf: at) where answer.reason.rule != .neverBought || isOwn {
            page.entitlements.append(
                CustomerPage.Entitlement(
                    id: answer.entitlement.rawValue,
                    scope: label,
                    isActive: answer.isActive,
                    since: answer.startDate,
                    until: answer.endDate,
                    rule: answer.reason.rule.rawValue,
                    product: answer.reason.productID?.rawValue,
                    grant: answer.isActive && answer.reason.rule == .granted ? answer.reason.grant?.rawValue : nil
                )
            )
        }
        for key in account.ownedLineages(asOf: at).prefix(200) {
            // A purchase of a later day is not part of the past that the page shows.
            guard let history = account.history(of: key),
                let last = history.transactions.map(\.transaction).last(where: { $0.purchaseDate <= at })
            else { continue }
            let state = history.state(asOf: at)
            AccessLaneMaker(now: at, environment: label).add(key, history, state, to: &page)
            var holding = CustomerPage.Holding(
                lineage: key.lineage.rawValue,
                scope: label,
                product: (state?.period.transaction ?? last).productID.rawValue,
                state: state?.renewalState.rawValue ?? (last.revocation == nil ? nil : "revoked"),
                ends: state?.accessEndDate ?? last.expirationDate,
                willRenew: state?.willAutoRenew,
                storefront: last.storefront?.rawValue
            )
            holding.agreement = state.flatMap(SubscriptionAgreement.init)
            page.holdings.append(holding)
        }
        AccessLaneMaker(now: at, environment: label).add(account, to: &page)
        page.conflicts += ConflictFinder(account, asOf: at).conflicts.map { conflict in
            CustomerPage.Conflict(
                kind: conflict.kind.rawValue,
                entitlement: conflict.entitlement.rawValue,
                keptPurchase: conflict.keptPurchase.productID?.rawValue ?? "",
                redundantPurchase: conflict.redundantPurchase.productID?.rawValue ?? "",
                advice: conflict.advice.map(\.rawValue)
            )
        }
        let risk = FraudSignals(account, profile: profile, asOf: now)
        page.summary.hasTrial =
            page.summary.hasTrial
            || account.entitlements(asOf: at).contains { $0.isActive && $0.reason.rule == .freeTrial }
        page.summary.hasGrace =
            page.summary.hasGrace
            || account.entitlements(asOf: at).contains { $0.isActive && $0.reason.rule == .gracePeriod }
        page.counts.purchases += risk.purchases
        page.counts.refunds += risk.refunds
        page.signals += risk.signals.filter { !page.signals.contains($0) }
    }

    private func renderExplanation(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let frame = try await pages.frame(call)
        let value = call.request.query["scope"] ?? frame.scope.value
        let scope = try pages.scope(value)
        guard let app = apps[scope.bundleID] else { throw ServiceProblem.notFound("app") }
        let at = Self.endOfDay(call.request.query["at"], now: call.now)
        let customer = CustomerID(rawValue: try call.path("customer"))
        let answer = try await accounts.why(
            customer,
            EntitlementID(rawValue: try call.path("entitlement")),
            in: scope,
            at: at,
            knownAt: nil,
            app: app,
            now: call.now
        )
        let reasons = answer.reasons.map { reason in
            EntitlementExplanationPage.Explanation(
                rule: reason.rule.rawValue,
                from: reason.from,
                until: reason.until,
                product: reason.product?.rawValue,
                transaction: reason.transaction?.rawValue,
                detail: reason.note
                    ?? reason.store.map { store in
                        frame(
                            "Stated by the team about \(store.name(in: frame.language.rawValue)); Apple does not prove it."
                        )
                    }
                    ?? reason.invitation.map { invitation in
                        [invitation.rawValue, reason.invitedBy, reason.seatClaim?.description].compactMap(\.self)
                            .joined(separator: " · ")
                    },
                proofs: reason.documents.map { document in
                    EntitlementExplanationPage.EvidenceRow(
                        kind: document.kind.rawValue,
                        said: document.said,
                        path: ConsolePaths.path(
                            ofDocument: FactKey(document.kind, said: document.said, digest: document.digest),
                            in: scope
                        )
                    )
                }
            )
        }
        let page = EntitlementExplanationPage(
            customer: customer.rawValue,
            entitlement: answer.entitlement.rawValue,
            scope: value,
            at: at,
            isActive: answer.isActive,
            reasons: reasons
        )
        return pages.show(page.page(in: frame), in: frame)
    }

    /// The end of a day in UTC, today being now.
    static func endOfDay(_ text: String?, now: Date) -> Date {
        guard let text, let day = CivilDay(text) else { return now }
        let end = day.adding(days: 1).startInUTC.addingTimeInterval(-0.001)
        return end > now && day.startInUTC <= now ? now : end
    }

    private func exportCustomer(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let customer = CustomerID(rawValue: try call.path("customer"))
        let visitor = try call.signedIn
        guard let app = apps[try pages.scope(of: call).bundleID] else { throw ServiceProblem.notFound("app") }
        let export = try await administration.export(customer, app: app)
        let audit = AuditRecord(
            actor: visitor.actor,
            action: "console.export",
            target: customer.rawValue,
            instant: call.now,
            app: app.bundleID
        )
        try await database.write { try $0.record(audit) }
        var response = try HTTPResponse.json(export)
        response.headers["Content-Disposition"] = "attachment; filename=\"customer.json\""
        return response
    }
}

extension CivilDay {
    /// The instant at which the day begins in UTC.
    var startInUTC: Date {
        Date(timeIntervalSince1970: TimeInterval(daysSince1970) * 86_400)
    }
}
