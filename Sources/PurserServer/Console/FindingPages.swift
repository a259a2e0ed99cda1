// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import HTTPService
import Persistence

/// What was found about customers.
struct FindingPages: Sendable {
    let apps: Apps
    let findings: FindingFeature
    let pages: ConsoleFrame

    var routes: [ConsoleRoute] { [ConsoleRoute(.get, "/risk", .viewer, handler: renderFindings)] }

    private func renderFindings(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let frame = try await pages.frame(call)
        let page = RiskPage(
            conflicts: try await findings(.conflictFound, before: "conflicts-before", frame, call),
            signals: try await findings(.fraudSignal, before: "signals-before", frame, call)
        )
        return pages.show(page.page(in: frame), in: frame)
    }

    private func findings(
        _ type: EventType,
        before name: String,
        _ frame: PageContext,
        _ call: ConsoleRequest
    ) async throws -> RiskPage.List {
        let scope = try pages.scope(of: call)
        guard let app = apps[scope.bundleID] else { throw ServiceProblem.notFound("app") }
        let list = try await findings.findings(
            type,
            in: scope,
            before: call.request.query[name].flatMap { Int64($0) } ?? .max,
            limit: 50,
            app: app,
            now: call.now
        )
        return RiskPage.List(
            findings: list.findings.map { finding in
                RiskPage.Finding(
                    kind: finding.kind,
                    found: finding.found,
                    customer: finding.customer.rawValue,
                    product: finding.product?.rawValue,
                    path: finding.originalTransaction.map {
                        ConsolePaths.path(of: LineageKey(scope: scope, lineage: $0))
                    },
                    advice: finding.advice ?? [],
                    isCurrent: finding.isCurrent
                )
            },
            older: list.next.map { frame.path(to: "/console/risk", [(name, String($0))]) }
        )
    }
}
