// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTTPService
import Persistence

/// Shadow mode in the console: the report, the differences, and one difference.
struct ShadowPages: Sendable {
    let actions: ConsoleActions
    let apps: Apps
    let feature: ShadowFeature
    let pages: ConsoleFrame
    let database: any Database

    private static let pageLength = 50

    var routes: [ConsoleRoute] {
        [
            ConsoleRoute(.get, "/shadow", .viewer, handler: render),
            ConsoleRoute(.get, "/shadow/{difference}", .viewer, handler: renderDifference),
            actions.perform("shadow-check", .support, isConfirmed: false, check),
        ]
    }

    private func render(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let frame = try await pages.frame(call)
        let app = try pages.scope(of: call).bundleID
        let language = frame.language.rawValue
        let query = call.request.query
        func text(_ name: String) -> String? { query[name].flatMap { (1...200).contains($0.utf8.count) ? $0 : nil } }
        let state = text("state").flatMap(ObservedDivergence.State.init(rawValue:))
        let filter = ShadowPage.Filter(
            kind: text("class"),
            state: state?.rawValue,
            customer: text("customer").map(ConsoleRequest.trimmed)
        )
        guard try await database.read({ try $0.record(app, in: ShadowSettings.records) }) != nil else {
            return pages.show(ShadowPage(status: nil, filter: filter).page(in: frame), in: frame)
        }
        let status = try await feature.status(of: app)
        let report = ShadowReportBody(try await feature.report(of: app, now: call.now), language: language)
        let before = query["before"].flatMap { Int64($0) } ?? .max
        let meant = ShadowFilter(
            kind: filter.kind.map(DivergenceKind.init(rawValue:)),
            state: state,
            customer: filter.customer.map(CustomerID.init(rawValue:))
        )
        let found = try await database.read {
            try $0.shadowDifferences(of: app, meant, before: before, limit: Self.pageLength)
        }
        let last = found.count == Self.pageLength ? found.last?.number : nil
        let page = ShadowPage(
            status: ShadowPage.Status(status),
            isGo: report.verdict == "go",
            obstacles: report.obstacles.map(\.text),
            classes: report.classes.map(ShadowPage.ClassRow.init),
            differences: found.map { ShadowDifference(ShadowDifferenceBody($0, language: language)) },
            kinds: DivergenceKind.all.map { (name: $0.rawValue, title: $0.title(in: language)) },
            filter: filter,
            older: last.map { frame.path(to: "/console/shadow", filter.items + [("before", String($0))]) }
        )
        return pages.show(page.page(in: frame), in: frame)
    }

    private func renderDifference(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let frame = try await pages.frame(call)
        let scope = try pages.scope(of: call)
        guard let app = apps[scope.bundleID],
            let found = try await feature.difference(try call.path("difference"), of: app, now: call.now)
        else { throw ServiceProblem.notFound("difference") }
        let body = ShadowDifferenceBody(found.stored, language: frame.language.rawValue)
        let customer = "/console/customers/" + HTMLSegment.escape(body.customer.rawValue)
        let compared = AppScope(bundleID: scope.bundleID, environment: found.why.environment)
        let page = ShadowDifferencePage(
            difference: ShadowDifference(body),
            why: customer + "/why/" + HTMLSegment.escape(body.entitlement.rawValue) + "?scope="
                + HTMLSegment.escape(pages.label(compared).value),
            rules: found.why.reasons.map(\.rule.rawValue)
        )
        return pages.show(page.page(in: frame), in: frame)
    }

    private func check(_ call: ConsoleRequest, _ visitor: SignedInUser) async throws -> String {
        let scope = try pages.scope(call.form["scope"])
        let customer = try call.field("customer", upTo: 200)
        let response = try await actions.perform(
            "checkShadowCustomers",
            body: ["customers": [.string(customer)]],
            in: scope,
            call,
            visitor
        )
        let body: ShadowCheckBody = try ServiceJSON.decode(from: ServiceJSON.encode(try response.json()))
        if let failure = body.failure { throw ServiceProblem(.invalidParameter, failure) }
        let language = visitor.session.language
        return body.differences.isEmpty
            ? language("The two agree about \(customer).")
            : language("\(customer): \(body.differences.count) differences.")
    }
}

extension ShadowPage.Status {
    fileprivate init(_ body: ShadowStatusBody) {
        self.init(
            url: body.url,
            environment: body.environment.rawValue,
            isEnabled: body.isEnabled,
            started: body.started,
            compared: body.compared,
            delays: body.delays,
            customers: body.lastRoundCustomers,
            lastRound: body.lastRound,
            failure: body.lastFailure,
            failed: body.lastFailureAt
        )
    }
}

extension ShadowPage.ClassRow {
    fileprivate init(_ body: ShadowReportBody.Class) {
        self.init(
            kind: body.kind.rawValue,
            title: body.title,
            cause: body.cause,
            isAccepted: body.isAccepted,
            pending: body.pending,
            confirmed: body.confirmed,
            resolved: body.resolved,
            customers: body.customers,
            atStake: body.atStake.map { (milliunits: $0.milliunits, currency: $0.currency.rawValue) }
        )
    }
}

extension ShadowDifference {
    fileprivate init(_ body: ShadowDifferenceBody) {
        self.init(
            id: body.id,
            customer: body.customer.rawValue,
            entitlement: body.entitlement.rawValue,
            title: body.title,
            explanation: body.explanation,
            cause: body.cause,
            state: body.state,
            own: Side(body.purser),
            theirs: body.provider.map(Side.init),
            atStake: body.atStake.map { (milliunits: $0.milliunits, currency: $0.currency.rawValue) },
            firstSeen: body.firstSeen,
            lastSeen: body.lastSeen
        )
    }
}

extension ShadowDifference.Side {
    fileprivate init(_ body: ShadowDifferenceBody.Side) {
        self.init(
            isEntitled: body.isEntitled,
            until: body.until,
            product: body.product?.rawValue,
            transaction: body.transaction?.rawValue,
            environment: body.environment?.rawValue,
            rule: body.rule?.rawValue
        )
    }
}
