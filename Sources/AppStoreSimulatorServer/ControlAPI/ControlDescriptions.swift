// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What the controls are for, in words.
enum ControlDescriptions {
    /// A parameter of a query.
    struct Query: Sendable {
        var name: String
        var description: String
        var isNumber = false
    }

    static let summaries = [
        "GET /status": "The clock, the apps, and where notifications go.",
        "GET /catalog": "What is sold.",
        "GET /settings": "How the environments behave.",
        "GET /settings/{environment}": "How an environment behaves.",
        "PUT /settings/{environment}": "Change how an environment behaves; what is left out stays.",
        "PUT /settings": "Change how the environments behave; what is left out stays.",
        "GET /customers": "All customers.",
        "POST /customers": "Make an account.",
        "GET /customers/{id}": "An account.",
        "PATCH /customers/{id}": "Change an account: card, storefront, asking to buy, interruptions.",
        "DELETE /customers/{id}": "Delete an account; its subscriptions end with their period.",
        "DELETE /customers/{id}/history": "Clear a sandbox tester's purchase history.",
        "GET /customers/{id}/pending": "The purchases that wait for a parent or for the customer.",
        "GET /customers/{id}/receipt": "The customer's app receipt, and the app's shared secret.",
        "GET /customers/{id}/subscriptions": "The customer's subscriptions as they are now.",
        "PUT /customers/{id}/subscriptions/{group}/renewal": "Turn renewal on or off.",
        "PUT /customers/{id}/subscriptions/{group}/seats": "Change how many seats of a group subscription renew.",
        "POST /customers/{id}/subscriptions/{group}/members":
            "Invite a customer to a seat, who accepts at once unless \"accepts\" is false; an organization assigns it.",
        "POST /customers/{id}/subscriptions/{group}/members/{member}/accept": "Accept an invitation to a seat.",
        "DELETE /customers/{id}/subscriptions/{group}/members/{member}":
            "Remove a member, whose access ends at once, or withdraw the invitation.",
        "GET /customers/{id}/bundles": "The customer's bundles as they are now.",
        "POST /bundles": "Sell several subscriptions together, as a bundle or a suite.",
        "PUT /customers/{id}/bundles/{product}/unbundling":
            "Leave a bundle with the next renewal and keep some of its subscriptions alone.",
        "GET /organizations": "The organizations with their seats and members.",
        "POST /organizations": "Buy seats for an organization, which is made when new; members get them assigned.",
        "PUT /customers/{id}/subscriptions/{group}/consent": "Answer a price increase.",
        "POST /customers/{id}/subscriptions/{group}/renew": "Make a subscription renew now.",
        "POST /customers/{id}/subscriptions/{group}/expire": "Make a subscription end now.",
        "POST /customers/{id}/subscriptions/{group}/cancel-sheet":
            "What the customer sees before canceling: the real-time URL is asked, or the default message stands.",
        "POST /customers/{id}/rescind-consent": "A parent withdraws the consent to the app.",
        "PUT /customers/{id}/family": "Join a family, or leave it with null.",
        "POST /purchases": "Buy; a customer who is new gets an account. 202 when the purchase waits.",
        "POST /offers/signature": "Sign a promotional offer as the app's server would.",
        "POST /offer-codes": "Make an offer code.",
        "POST /external-purchases": "A customer leaves the app to buy elsewhere; answers the token.",
        "POST /extensions": "Extend all subscriptions of a product.",
        "POST /redemptions": "Redeem an offer code.",
        "POST /pending/{id}/complete": "Approve or resolve a purchase that waits.",
        "GET /devices/{customer}": "What a device knows of its customer, with signed documents.",
        "POST /pending/{id}/cancel": "Decline or abandon a purchase that waits.",
        "GET /transactions": "Transactions page by page, the newest first.",
        "GET /transactions/{id}": "A transaction with its signed document.",
        "GET /transactions/{id}/receipt": "The transaction's receipt of the iOS 6 style.",
        "POST /transactions/{id}/finish": "The app is done with a transaction.",
        "POST /transactions/{id}/refund": "Apple's support refunds.",
        "POST /transactions/{id}/refund-request": "The customer asks for a refund.",
        "POST /transactions/{id}/refund-decision": "Apple decides about a refund now.",
        "POST /transactions/{id}/refund-reversal": "Apple takes a refund back.",
        "GET /clock": "The virtual instant, and when something happens next.",
        "POST /clock/advance": "Turn the clock; everything due happens in order and is sent.",
        "POST /clock/run-due": "Wait until nothing that is due remains to be sent.",
        "GET /notifications": "What was sent, with payloads and attempts.",
        "GET /notifications/url": "Where notifications go.",
        "PUT /notifications/url": "Set where an environment's notifications go, and their version.",
        "POST /notifications/test": "Send a test notification.",
        "GET /certificates": "The certificates and their fingerprints.",
        "GET /keys": "The keys for the App Store Server API.",
        "PUT /products/{id}/price": "Change a subscription's price.",
        "PUT /products/{id}/sale": "Put a product on sale, or withdraw it.",
        "PUT /products/{id}/approval": "Apple's review approves a product, or takes the approval back.",
        "PUT /products/{id}/generic": "Let a product represent what is sold through Advanced Commerce, or not.",
        "GET /scenarios": "The scenarios that the catalog has products for, with their steps.",
        "POST /scenarios/{scenario}/play":
            "Play a scenario by a new customer, all of it or its first steps; the clock advances for all customers.",
        "GET /console": "The address of Purser's console, to which the page links.",
        "PUT /console": "Set the address of Purser's console, or remove it with null.",
        "GET /faults": "The interfaces' faults.",
        "PUT /faults": "Set the interfaces' faults.",
        "POST /save": "Keep everything under a name.",
        "POST /load": "Go back to what was kept under a name.",
        "POST /reset": "Begins again; keys, certificates, faults and notification URLs stay.",
        "POST /commands": "Any command of the core, in its own spelling.",
        "GET /openapi.json": "This document.",
    ].merging(
        certificates.map { ("GET /certificates/\($0).cer", "The \($0) certificate in DER.") }
            + certificates.map { ("GET /certificates/\($0).pem", "The \($0) certificate in PEM.") },
        uniquingKeysWith: { first, _ in first }
    )

    private static let certificates = ["root", "intermediate", "leaf", "receipt-root", "xcode"]

    private static let environment = Query(name: "environment", description: "Production, Sandbox or Xcode.")
    private static let app = Query(name: "app", description: "The app's bundle id; the first one by default.")

    /// The parameters of queries.
    static let queries: [String: [Query]] = [
        "GET /customers": [environment],
        "GET /customers/{id}/receipt": [app],
        "GET /devices/{customer}": [app],
        "GET /transactions": [
            Query(name: "customer", description: "Whose."),
            Query(name: "before", description: "What the page before gave as \"next\"."),
            Query(name: "limit", description: "How many, up to 500.", isNumber: true),
        ],
        "GET /notifications": [
            Query(name: "customer", description: "About whom."),
            Query(name: "label", description: "Which, such as DID_RENEW.BILLING_RECOVERY."),
            Query(name: "after", description: "Only those after a number.", isNumber: true),
            Query(name: "order", description: "newest: the newest first."),
        ],
        "POST /notifications/test": [environment, app],
    ]

    /// The statuses of success, where they are not 200 alone.
    static let statuses: [String: [Int]] = [
        "POST /customers": [201],
        "DELETE /customers/{id}": [204],
        "DELETE /customers/{id}/history": [204],
        "PUT /customers/{id}/subscriptions/{group}/renewal": [204],
        "PUT /customers/{id}/subscriptions/{group}/seats": [204],
        "POST /customers/{id}/subscriptions/{group}/members": [201, 204],
        "POST /customers/{id}/subscriptions/{group}/members/{member}/accept": [201],
        "DELETE /customers/{id}/subscriptions/{group}/members/{member}": [204],
        "POST /bundles": [204],
        "PUT /customers/{id}/bundles/{product}/unbundling": [204],
        "POST /organizations": [201],
        "PUT /customers/{id}/subscriptions/{group}/consent": [204],
        "POST /customers/{id}/subscriptions/{group}/renew": [204],
        "POST /customers/{id}/subscriptions/{group}/expire": [204],
        "POST /customers/{id}/rescind-consent": [204],
        "PUT /customers/{id}/family": [204],
        "POST /purchases": [201, 202],
        "POST /redemptions": [201, 202],
        "POST /external-purchases": [201],
        "POST /offer-codes": [204],
        "POST /extensions": [204],
        "POST /pending/{id}/complete": [201],
        "POST /pending/{id}/cancel": [204],
        "POST /transactions/{id}/finish": [204],
        "POST /transactions/{id}/refund": [204],
        "POST /transactions/{id}/refund-request": [204],
        "POST /transactions/{id}/refund-decision": [204],
        "POST /transactions/{id}/refund-reversal": [204],
        "POST /clock/run-due": [204],
        "PUT /products/{id}/price": [204],
        "PUT /products/{id}/sale": [204],
        "PUT /products/{id}/approval": [204],
        "PUT /products/{id}/generic": [204],
        "POST /notifications/test": [204],
        "POST /save": [204],
        "POST /load": [204],
        "POST /reset": [204],
        "POST /commands": [201, 202, 204],
    ]

    /// The operations that may be asked for without a body.
    static let optionalBodies: Set<String> = [
        "POST /transactions/{id}/refund", "POST /transactions/{id}/refund-request",
        "POST /scenarios/{scenario}/play", "POST /customers/{id}/subscriptions/{group}/cancel-sheet",
        "POST /customers/{id}/rescind-consent",
    ]

    /// The operations whose bodies have members within members: whoever decodes them looks for what was passed over.
    static let openBodies: Set<String> = [
        "PUT /settings", "PUT /settings/{environment}", "PUT /faults", "POST /commands",
    ]

    /// What an operation answers that is not JSON.
    static func mediaType(of name: String) -> String? {
        if name.hasSuffix(".cer") { return "application/pkix-cert" }
        return name.hasSuffix(".pem") ? "application/x-pem-file" : nil
    }
}
