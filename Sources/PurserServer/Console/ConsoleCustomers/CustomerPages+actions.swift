// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTTPService
import Persistence

extension CustomerPages {
    var customerActions: [ConsoleRoute] {
        [
            actions.perform("grant", .support, grant), actions.perform("revoke-grant", .support, revokeGrant),
            actions.perform("transfer", .support, transfer),
            // A note changes nothing for the customer: no tick is asked for.
            actions.perform("add-note", .support, isConfirmed: false, addNote),
            actions.perform("remove-note", .support, isConfirmed: false, removeNote),
            ConsoleRoute(.post, "/actions/erase", .admin, handler: erase),
        ]
    }

    private func grant(_ call: ConsoleRequest, _ visitor: SignedInUser) async throws -> String {
        let customer = try call.field("customer", upTo: 200)
        let entitlement = try call.field("entitlement", upTo: 200)
        let days = try call.number("days", in: 0...3660)
        var body: JSONValue = ["entitlement": .string(entitlement), "reason": .string(try call.field("reason"))]
        if days > 0 {
            let end = call.now.addingTimeInterval(TimeInterval(days) * 86_400)
            body = body.with("end", .integer(end.millisecondsSince1970))
        }
        try await actions.perform(
            "createGrant",
            path: ["customer": customer],
            body: body,
            in: try pages.scope(call.form["scope"]),
            call,
            visitor
        )
        return visitor.session.language("\(customer) has “\(entitlement)” now.")
    }

    private func addNote(_ call: ConsoleRequest, _ visitor: SignedInUser) async throws -> String {
        try await actions.perform(
            "addNote",
            path: ["customer": try call.field("customer", upTo: 200)],
            body: ["text": .string(try call.field("text", upTo: 4000))],
            in: try pages.scope(call.form["scope"]),
            call,
            visitor
        )
        return visitor.session.language("The note is stored.")
    }

    private func removeNote(_ call: ConsoleRequest, _ visitor: SignedInUser) async throws -> String {
        try await actions.perform(
            "removeNote",
            path: [
                "customer": try call.field("customer", upTo: 200), "note": try call.field("note", upTo: 100),
            ],
            in: try pages.scope(call.form["scope"]),
            call,
            visitor
        )
        return visitor.session.language("The note was removed.")
    }

    private func revokeGrant(_ call: ConsoleRequest, _ visitor: SignedInUser) async throws -> String {
        let grant = try call.field("grant", upTo: 200)
        try await actions.perform(
            "revokeGrant",
            path: ["customer": try call.field("customer", upTo: 200), "grant": grant],
            query: [("reason", try call.field("reason"))],
            in: try pages.scope(call.form["scope"]),
            call,
            visitor
        )
        return visitor.session.language("The grant was revoked.")
    }

    private func transfer(_ call: ConsoleRequest, _ visitor: SignedInUser) async throws -> String {
        let customer = try call.field("customer", upTo: 200)
        let lineage = try call.field("lineage", upTo: 200)
        let reason = try call.field("reason")
        try await actions.perform(
            "transferPurchase",
            path: ["customer": customer],
            body: ["originalTransactionId": .string(lineage), "reason": .string(reason)],
            in: try pages.scope(call.form["scope"]),
            call,
            visitor
        )
        try await actions.record("purchase.transfer", lineage, "→ \(customer): \(reason)", call)
        return visitor.session.language("The purchase is \(customer)'s now.")
    }

    /// Erases a customer whose name was typed; there is no page to go back to afterward.
    private func erase(_ call: ConsoleRequest) async throws -> HTTPResponse {
        var visitor = try call.signedIn
        let customer = try call.field("customer", upTo: 200)
        guard call.form["confirm"] == "yes", call.form["typed"] == customer else {
            let text = visitor.session.language("Nothing was erased: tick the box and type the customer's id exactly.")
            return try await pages.goBack(call, saying: text, isBad: true)
        }
        let scope = try call.form["scope"].map { try pages.scope($0) } ?? pages.scope(of: call)
        let answer = try await actions.perform("eraseCustomer", path: ["customer": customer], in: scope, call, visitor)
        let pseudonym = try answer.json()["pseudonym"]?.string ?? ""
        visitor.session.notice = PageContext.FlashMessage(
            visitor.session.language("The customer was erased; the books know \(pseudonym).")
        )
        try await pages.sessions.save(visitor)
        return .redirect(to: "/console/customers")
    }
}
