// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTML
import HTTPService
import Persistence

/// What waits for somebody: orders, refunds, questions and endpoints.
struct ListPages: Sendable {
    let actions: ConsoleActions
    let consumption: ConsumptionFeature
    let pages: ConsoleFrame
    let database: any Database

    var routes: [ConsoleRoute] { listRoutes + listActions }

    var listRoutes: [ConsoleRoute] {
        [
            ConsoleRoute(.get, "/undelivered", .viewer, handler: renderUndelivered),
            ConsoleRoute(.get, "/refunds", .viewer, handler: renderRefunds),
            ConsoleRoute(.get, "/consumption", .viewer, handler: renderConsumption),
            ConsoleRoute(.get, "/webhooks", .viewer, handler: renderWebhooks),
        ]
    }

    private func renderUndelivered(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let frame = try await pages.frame(call)
        let scope = try pages.scope(of: call)
        let page = try await database.read(within: call.tolerance) { reader in
            // One more than is shown tells whether that is all.
            let orders = try reader.undeliveredOrders(in: scope, limit: UndeliveredPage.maximumRows + 1)
            let unclaimed = try reader.values(
                in: UnclaimedPurchase.records[scope],
                limit: UndeliveredPage.maximumRows + 1
            )
            // Which app a receipt is of that does not verify is not known, so the team sees all of them.
            let reported = try reader.reportedPurchases(after: nil, limit: UndeliveredPage.maximumRows + 1)
            return UndeliveredPage(
                orders: orders.map { order in
                    UndeliveredPage.Order(
                        id: order.id.rawValue,
                        created: order.createdDate,
                        customer: order.customer?.rawValue,
                        product: order.product.rawValue
                    )
                },
                unclaimed: unclaimed.map { purchase in
                    UndeliveredPage.Unclaimed(
                        path: ConsolePaths.path(of: LineageKey(scope: scope, lineage: purchase.originalTransaction)),
                        lineage: purchase.originalTransaction.rawValue,
                        purchased: purchase.purchased,
                        product: purchase.product.rawValue,
                        token: purchase.appAccountToken?.rawValue.uuidString.lowercased()
                    )
                },
                reported: reported.sorted { $0.at > $1.at }.map { receipt in
                    UndeliveredPage.Reported(
                        reported: receipt.at,
                        transaction: receipt.transaction?.rawValue,
                        product: receipt.product?.rawValue,
                        attempts: receipt.attempts,
                        isOver: receipt.status == .abandoned
                    )
                }
            )
        }
        return pages.show(page.page(in: frame), in: frame)
    }

    private static let refundKinds: [EventType] = [
        .orderRefunded, .orderRevoked, .refundRequested, .refundDeclined, .refundReversed,
    ]

    private func renderRefunds(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let frame = try await pages.frame(call)
        let scope = try pages.scope(of: call)
        let before = call.request.query["before"].flatMap { Int64($0) } ?? .max
        let (refunds, last) = try await database.read(within: call.tolerance) { reader in
            let events = try reader.events(
                ofKinds: Self.refundKinds.map(\.rawValue),
                in: scope,
                before: before,
                limit: 50
            )
            let refunds = try events.map { stored in
                let event: ServerEvent = try ServiceJSON.decode(from: stored.event.body)
                let delivery = try event.transaction.flatMap { try reader.delivery(of: $0, in: scope) }
                return RefundsPage.Refund(
                    type: event.type.rawValue,
                    instant: event.occurred,
                    customer: event.customer?.rawValue,
                    product: event.product?.rawValue,
                    path: event.originalTransaction.map {
                        ConsolePaths.path(of: LineageKey(scope: scope, lineage: $0))
                    },
                    transaction: event.transaction?.rawValue,
                    withdrawn: delivery?.revokedDate
                )
            }
            return (refunds, events.count == 50 ? events.last?.number : nil)
        }
        let page = RefundsPage(
            refunds: refunds,
            older: last.map { frame.path(to: "/console/refunds", [("before", String($0))]) }
        )
        return pages.show(page.page(in: frame), in: frame)
    }

    private func renderConsumption(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let frame = try await pages.frame(call)
        let scope = try pages.scope(of: call)
        let now = call.now
        let page = try await database.read(within: call.tolerance) { reader in
            func customer(_ transaction: TransactionID) throws -> String? {
                guard let lineage = try reader.lineage(of: transaction, in: scope) else { return nil }
                return try reader.claim(on: lineage, in: scope)?.customer.rawValue
            }
            let waiting = try reader.waitingConsumption(in: scope, now: now)
            let names = Set(waiting.map(\.job.notification))
            let over = try reader.newestRecords(in: ConsumptionRecord.records[scope], limit: 100 + names.count)
                .filter { !names.contains($0.name) }.prefix(100)
            return ConsumptionPage(
                waiting: try waiting.map { item in
                    ConsumptionPage.Question(
                        notification: item.job.notification.description,
                        transaction: item.job.transaction.rawValue,
                        customer: try customer(item.job.transaction),
                        asked: item.job.asked,
                        ends: item.job.asked.addingTimeInterval(PendingConsumptionRequest.time),
                        outcome: item.outcome,
                        used: nil
                    )
                },
                answered: try over.map { record in
                    let answer = try record.value
                    return ConsumptionPage.Question(
                        notification: record.name.description,
                        transaction: answer.transaction.rawValue,
                        customer: try customer(answer.transaction),
                        asked: answer.asked,
                        ends: answer.asked.addingTimeInterval(PendingConsumptionRequest.time),
                        outcome: answer.outcome,
                        used: answer.usedPercentage
                    )
                }
            )
        }
        return pages.show(page.page(in: frame), in: frame)
    }

    private func renderWebhooks(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let frame = try await pages.frame(call)
        let app = try pages.scope(of: call).bundleID
        let page = try await database.read(within: call.tolerance) { reader in
            WebhooksPage(
                endpoints: try reader.webhookEndpoints(of: app).map { endpoint in
                    let letters = try [DeliveryState.failed, .pending].flatMap { state in
                        try reader.webhookDeliveries(of: endpoint.id, WebhookDeliveryFilter(state: state), limit: 50)
                    }
                    return WebhooksPage.Endpoint(
                        id: endpoint.id,
                        url: endpoint.url,
                        isEnabled: endpoint.isEnabled,
                        pending: try reader.webhookBacklog(of: endpoint.id, state: .pending).count,
                        failed: try reader.webhookBacklog(of: endpoint.id, state: .failed).count,
                        letters: letters.map { letter in
                            WebhooksPage.FailedDelivery(
                                event: letter.event.event.id,
                                type: letter.event.event.kind,
                                customer: letter.event.event.customer?.rawValue,
                                state: letter.state.rawValue,
                                attempts: letter.attempts,
                                lastAttempt: letter.lastAttemptDate,
                                answer: letter.lastResponse
                            )
                        }
                    )
                }
            )
        }
        return pages.show(page.page(in: frame), in: frame)
    }
}
