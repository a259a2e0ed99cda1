// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import HTTPService

/// The OpenAPI document of the controls.
///
/// It is made from the routes themselves, so none is missing; the words are in the table below.
///
/// <https://spec.openapis.org/oas/v3.1.0>
enum ControlDocument {
    /// Describes routes.
    static func make(of routes: [Router.Route]) -> JSONValue {
        var paths: [String: [String: JSONValue]] = [:]
        for route in routes {
            paths[route.pattern, default: [:]][route.method.rawValue.lowercased()] = operation(route)
        }
        return .object([
            "openapi": .string("3.1.0"),
            "info": .object([
                "title": .string("App Store simulator: controls"), "version": .string("1"),
                "description": .string(
                    "What a tester does to the simulated App Store. Instants are milliseconds since 1970; failures "
                        + "are application/problem+json."
                ),
            ]),
            "servers": .array([.object(["url": .string("/simulator/v1")])]),
            "paths": .object(paths.mapValues(JSONValue.object)),
            "components": .object(["schemas": .object(["Problem": problem])]),
        ])
    }

    /// What a route does, or nothing when the table lacks it.
    static func summary(of route: Router.Route) -> String? {
        words["\(route.method) \(route.pattern)"]
    }

    private static func operation(_ route: Router.Route) -> JSONValue {
        var fields: [String: JSONValue] = [
            "summary": .string(summary(of: route) ?? ""),
            "responses": .object([
                "2XX": .object(["description": .string("Done.")]),
                "default": .object([
                    "description": .string("Refused."),
                    "content": .object([
                        "application/problem+json": .object([
                            "schema": .object(["$ref": .string("#/components/schemas/Problem")])
                        ])
                    ]),
                ]),
            ]),
        ]
        let parameters = route.pattern.split(separator: "/").filter { $0.hasPrefix("{") }.map { part in
            JSONValue.object([
                "name": .string(String(part.dropFirst().dropLast())), "in": .string("path"), "required": .bool(true),
                "schema": .object(["type": .string("string")]),
            ])
        }
        if !parameters.isEmpty { fields["parameters"] = .array(parameters) }
        if let example = ControlExamples.bodies["\(route.method) \(route.pattern)"] {
            fields["requestBody"] = .object([
                "content": .object([
                    "application/json": .object(["schema": .object(["type": .string("object")]), "example": example])
                ])
            ])
        }
        return .object(fields)
    }

    private static let problem = JSONValue.object([
        "type": .string("object"),
        "properties": .object([
            "type": .object(["type": .string("string")]), "title": .object(["type": .string("string")]),
            "status": .object(["type": .string("integer")]), "code": .object(["type": .string("string")]),
            "detail": .object(["type": .string("string")]),
        ]),
    ])

    private static let words = [
        "GET /status": "The clock, the apps, and where notifications go.",
        "GET /catalog": "What is sold.",
        "GET /settings": "How the environments behave.",
        "GET /settings/{environment}": "How an environment behaves.",
        "PUT /settings/{environment}": "Change how an environment behaves.",
        "GET /customers": "All customers; ?environment= chooses.",
        "POST /customers": "Make an account.",
        "GET /customers/{id}": "An account.",
        "PATCH /customers/{id}": "Change an account: card, storefront, asking to buy, interruptions.",
        "DELETE /customers/{id}": "Delete an account; its subscriptions end with their period.",
        "DELETE /customers/{id}/history": "Clear a sandbox tester's purchase history.",
        "GET /customers/{id}/pending": "The purchases that wait for a parent or for the customer.",
        "GET /customers/{id}/receipt": "The customer's app receipt, and the app's shared secret.",
        "GET /customers/{id}/subscriptions": "The customer's subscriptions as they are now.",
        "PUT /customers/{id}/subscriptions/{group}/renewal": "Turn renewal on or off.",
        "PUT /customers/{id}/subscriptions/{group}/consent": "Answer a price increase.",
        "POST /customers/{id}/subscriptions/{group}/renew": "Make a subscription renew now.",
        "POST /customers/{id}/subscriptions/{group}/expire": "Make a subscription end now.",
        "PUT /customers/{id}/family": "Join a family, or leave it with null.",
        "POST /purchases": "Buy; a customer who is new gets an account. 202 when the purchase waits.",
        "POST /redemptions": "Redeem an offer code.",
        "POST /pending/{id}/complete": "Approve or resolve a purchase that waits.",
        "GET /devices/{customer}": "What a device knows of its customer, with signed documents.",
        "POST /pending/{id}/cancel": "Decline or give up a purchase that waits.",
        "GET /transactions": "The newest transactions; ?customer= chooses.",
        "GET /transactions/{id}": "A transaction with its signed document.",
        "GET /transactions/{id}/receipt": "The transaction's receipt of the iOS 6 style.",
        "POST /transactions/{id}/finish": "The app is done with a transaction.",
        "POST /transactions/{id}/refund": "Apple's support refunds.",
        "POST /transactions/{id}/refund-request": "The customer asks for a refund.",
        "POST /transactions/{id}/refund-decision": "Apple decides about a refund now.",
        "POST /transactions/{id}/refund-reversal": "Apple takes a refund back.",
        "GET /clock": "The virtual instant, and when something happens next.",
        "POST /clock/advance": "Turn the clock; everything due happens in order and is sent.",
        "POST /settle": "Wait until nothing that is due remains to be sent.",
        "GET /notifications": "What was sent, with payloads and attempts; ?customer=, ?label=, ?after=, ?order=newest.",
        "GET /notifications/url": "Where notifications go.",
        "PUT /notifications/url": "Set where an environment's notifications go, and their version.",
        "POST /notifications/test": "Send a test notification.",
        "GET /certificates": "The certificates and their fingerprints.",
        "GET /keys": "The keys for the App Store Server API.",
        "PUT /products/{id}/price": "Change a subscription's price.",
        "PUT /products/{id}/sale": "Put a product on sale, or withdraw it.",
        "GET /faults": "The interfaces' faults.",
        "PUT /faults": "Set the interfaces' faults.",
        "POST /save": "Keep everything under a name.",
        "POST /load": "Go back to what was kept under a name.",
        "POST /reset": "Begin anew; keys and certificates stay.",
        "POST /commands": "Any command of the core, in its own spelling.",
        "GET /openapi.json": "This document.",
    ].merging(
        ["root", "intermediate", "leaf", "receipt-root", "xcode"].flatMap { name in
            ["cer", "pem"].map { ("GET /certificates/\(name).\($0)", "The \(name) certificate as \($0).") }
        },
        uniquingKeysWith: { first, _ in first }
    )
}

/// Bodies that the controls take, as examples.
enum ControlExamples {
    static let bodies: [String: JSONValue] = [
        "POST /customers": .object([
            "id": .string("alice"), "storefront": .string("USA"), "payment": .string("works"),
            "asksToBuy": .bool(false),
        ]),
        "PATCH /customers/{id}": .object(["payment": .string("fails")]),
        "POST /purchases": .object([
            "customer": .string("alice"), "product": .string("coffee.beans.100"), "quantity": .integer(1),
            "appAccountToken": .string("7e3fb20b-4cdb-47cc-936d-99d65f608138"),
        ]),
        "POST /redemptions": .object(["customer": .string("alice"), "code": .string("WELCOME")]),
        "POST /clock/advance": .object(["by": .string("P1M")]),
        "PUT /notifications/url": .object([
            "environment": .string("Production"), "url": .string("https://example.com/apple"),
            "version": .string("version2"),
        ]),
        "POST /transactions/{id}/refund": .object([
            "reason": .integer(1), "percentage": .integer(50_000), "cancels": .bool(true),
        ]),
        "POST /transactions/{id}/refund-request": .object([
            "reason": .string("UNINTENDED_PURCHASE"), "inApp": .bool(true),
        ]),
        "POST /transactions/{id}/refund-decision": .object(["decision": .string("declined")]),
        "PUT /customers/{id}/subscriptions/{group}/renewal": .object(["on": .bool(false)]),
        "PUT /customers/{id}/subscriptions/{group}/consent": .object(["agrees": .bool(true)]),
        "PUT /customers/{id}/family": .object(["family": .string("the-smiths")]),
        "PUT /products/{id}/price": .object(["price": .integer(5990), "preservesExisting": .bool(false)]),
        "PUT /products/{id}/sale": .object(["on": .bool(false)]),
        "PUT /faults": .object([
            "api": .object(["next": .array([.integer(500)]), "failedPerMille": .integer(10)]),
            "ocsp": .string("works"), "cutOffPerMille": .integer(0),
        ]),
        "POST /save": .object(["name": .string("monday")]),
        "POST /load": .object(["name": .string("monday")]),
    ]
}
