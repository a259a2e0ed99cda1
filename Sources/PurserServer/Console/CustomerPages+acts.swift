// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTTPService
import Persistence

extension CustomerPages {
    var customerActs: [ConsoleRoute] {
        [
            acts.act("grant", .support, grant), acts.act("revoke-grant", .support, revokeGrant),
            acts.act("transfer", .support, transfer),
            ConsoleRoute(.post, "/acts/erase", .admin, handler: erase),
        ]
    }

    private func grant(_ call: ConsoleCall, _ visitor: ConsoleVisitor) async throws -> String {
        let customer = try call.field("customer", upTo: 200)
        let right = try call.field("entitlement", upTo: 200)
        let days = try call.number("days", in: 0...3660)
        var body: JSONValue = ["entitlement": .string(right), "reason": .string(try call.field("reason"))]
        if days > 0 {
            let end = call.now.addingTimeInterval(TimeInterval(days) * 86_400)
            body = body.with("end", .integer(end.millisecondsSince1970))
        }
        try await acts.perform(
            "grant",
            path: ["customer": customer],
            body: body,
            in: try pages.scope(call.form["scope"]),
            call,
            visitor
        )
        return visitor.session.tongue("\(customer) has “\(right)” now.", "\(customer) 现已拥有“\(right)”。")
    }

    private func revokeGrant(_ call: ConsoleCall, _ visitor: ConsoleVisitor) async throws -> String {
        let grant = try call.field("grant", upTo: 200)
        try await acts.perform(
            "revokeGrant",
            path: ["customer": try call.field("customer", upTo: 200), "grant": grant],
            query: [("reason", try call.field("reason"))],
            in: try pages.scope(call.form["scope"]),
            call,
            visitor
        )
        return visitor.session.tongue("The grant was taken back.", "已收回授予。")
    }

    private func transfer(_ call: ConsoleCall, _ visitor: ConsoleVisitor) async throws -> String {
        let customer = try call.field("customer", upTo: 200)
        let lineage = try call.field("lineage", upTo: 200)
        let reason = try call.field("reason")
        try await acts.perform(
            "transferPurchase",
            path: ["customer": customer],
            body: ["originalTransactionId": .string(lineage), "reason": .string(reason)],
            in: try pages.scope(call.form["scope"]),
            call,
            visitor
        )
        try await acts.note("purchase.transfer", lineage, "→ \(customer): \(reason)", call)
        return visitor.session.tongue("The purchase is \(customer)'s now.", "购买现归 \(customer)。")
    }

    /// Erases a customer whose name was typed; there is no page to go back to afterwards.
    private func erase(_ call: ConsoleCall) async throws -> HTTPResponse {
        var visitor = try call.signedIn
        let customer = try call.field("customer", upTo: 200)
        guard call.form["confirm"] == "yes", call.form["typed"] == customer else {
            let text = visitor.session.tongue(
                "Nothing was erased: tick the box and type the customer's id exactly.",
                "未删除：请勾选并准确输入顾客 ID。"
            )
            return try await pages.goBack(call, saying: text, isBad: true)
        }
        let scope = pages.scope(of: visitor)
        let answer = try await acts.perform("eraseCustomer", path: ["customer": customer], in: scope, call, visitor)
        let pseudonym = try answer.json()["pseudonym"]?.string ?? ""
        visitor.session.notice = Frame.Notice(
            visitor.session.tongue("The customer was erased; the books know \(pseudonym).", "顾客已删除；账目中记为 \(pseudonym)。")
        )
        try await pages.sessions.keep(visitor)
        return .redirect(to: "/console")
    }
}
