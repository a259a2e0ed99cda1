// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// A document or command that something stored follows from.
struct RecordedCause: Codable, Hashable, Sendable {
    /// The kind of the document, or the name of the command.
    var kind: String
    /// When Apple signed the document, or the command was recorded.
    var said: Date
    /// The SHA-256 of the document or command.
    var digest: FactDigest
    /// The source of the document, or the actor of the command.
    var by: String

    init(_ record: LoggedFact) {
        switch record.fact.content {
        case .command(.order(let step)): kind = "order." + step.action.name
        case .command(let command): kind = command.name
        default: kind = record.fact.kind.rawValue
        }
        said = record.fact.order.instant
        digest = record.fact.digest
        by = record.source
    }

    static let schema = Schema.object([
        "kind": .string.described("The kind of the document, or the name of the command."),
        "said": .instant, "digest": .string, "by": .string,
    ])
}

/// Why an order is in its state: what was recorded, and the states that follow from it.
struct OrderExplanation: Codable, Sendable, SchemaDescribed {
    struct Moment: Codable, Sendable {
        var state: String
        var at: Date
        var causes: [RecordedCause]
    }

    var order: OrderID
    var at: Date
    /// The state at the instant; absent when the order did not exist yet.
    var state: String?
    var transaction: TransactionID?
    var moments: [Moment]

    static let schema = Schema.object(
        [
            "order": .string, "at": .instant,
            "moments": .array(
                of: .object(["state": .string, "at": .instant, "causes": .array(of: RecordedCause.schema)])
            ),
        ],
        optional: [
            "state": .string.described("The state at that time; absent if the order did not exist."),
            "transaction": .string,
        ]
    )
}

extension DatabaseReader {
    /// Recomputes how an order reached its state, with what was recorded until an instant.
    func explain(_ order: Order, _ rules: RulesHistory, at instant: Date) throws -> OrderExplanation {
        let replay: PurchaseReplay
        if let lineage = order.lineage {
            let key = LineageKey(scope: order.scope, lineage: lineage)
            replay = try self.replay(key, rules) { $0.receivedDate <= instant }
        } else {
            let customer = order.customer
            let log = try customer.map { try orderSteps(of: $0, in: order.scope.bundleID) } ?? []
            replay = try PurchaseReplay(
                LineageKey(scope: order.scope, lineage: ""),
                log: log.filter { $0.orderStep?.order == order.id && $0.receivedDate <= instant },
                policy: rules.policy,
                rules: rules.rules(at:),
                ledger: { _, _, _ in [] }
            )
        }
        let known = replay.orders[order.id]
        var moments = replay.history.filter { $0.order.id == order.id }.map {
            OrderExplanation.Moment(
                state: $0.order.storedState,
                at: $0.order.updatedDate,
                causes: $0.causes.map(RecordedCause.init)
            )
        }
        if let known, known.storedState(asOf: instant) != known.storedState, let end = known.expiresDate {
            moments.append(OrderExplanation.Moment(state: known.storedState(asOf: instant), at: end, causes: []))
        }
        return OrderExplanation(
            order: order.id,
            at: instant,
            state: known?.storedState(asOf: instant),
            transaction: known?.transaction,
            moments: moments
        )
    }
}

extension OrderStep.Action {
    /// The action's name.
    fileprivate var name: String {
        switch self {
        case .created: "created"
        case .paid: "paid"
        case .delivered: "delivered"
        case .finished: "finished"
        case .failed: "failed"
        case .credited: "credited"
        default: "canceled"
        }
    }
}
