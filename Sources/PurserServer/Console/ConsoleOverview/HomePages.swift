// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTTPService
import Persistence

/// What needs a look.
struct HomePages: Sendable {
    let alerts: AlertFeature
    let charts: ChartPages
    let counter: ConsoleCounter
    let pages: ConsoleFrame
    let database: any Database

    var routes: [ConsoleRoute] {
        [
            ConsoleRoute(.get, "", .viewer, handler: renderOverview)
        ]
    }

    private func renderOverview(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let frame = try await pages.frame(call)
        let scope = try pages.scope(of: call)
        let counts = try await counter.counts(in: scope)
        let events = try await database.read(within: call.tolerance) { try $0.newestEvents(limit: 100) }
        // What one renewal leads to is one line: the order and the entitlement follow from it.
        let own = events.filter { $0.event.scope == scope && !Self.isConsequence($0.event.kind) }.prefix(12)
        let updates = try own.map { stored in
            let event: ServerEvent = try ServiceJSON.decode(from: stored.event.body)
            return (
                instant: event.occurred,
                type: event.type.rawValue,
                customer: event.customer?.rawValue,
                product: event.product?.rawValue
            )
        }
        let raised = try await alerts.alertList(now: call.now).alerts.count(where: \.isFiring)
        let matters = [
            (Page.NavigationItem.undelivered, counts.undelivered), (.consumption, counts.consumption),
            (.webhooks, counts.webhooks), (.health, raised),
        ].map { place, count in
            OverviewPage.Matter(
                place: place,
                count: count
            )
        }
        let today = ReportingZone.pacific.day(of: call.now)
        let month = ChartQuery(HTTPQuery([("last", "28d")]), of: .revenue, today: today)
        let view = try await charts.view(.revenue, month, call)
        let page = OverviewPage(matters: matters, changes: updates, business: view.digest(in: frame))
        return pages.show(page.page(in: frame), in: frame)
    }

    private static func isConsequence(_ kind: String) -> Bool {
        kind.hasPrefix("entitlement.") || kind == "order.delivered" || kind == "apple.notification_received"
    }
}
