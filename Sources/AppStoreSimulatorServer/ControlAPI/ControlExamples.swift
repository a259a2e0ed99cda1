// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

/// Bodies and answers of the controls, as examples.
enum ControlExamples {
    /// What is sent.
    static let bodies: [String: JSONValue] = [
        "POST /customers": [
            "id": "bob", "environment": "Production", "storefront": "USA", "payment": "works", "asksToBuy": false,
            "interruptsPurchases": false, "allowsPurchases": true,
        ],
        "PATCH /customers/{id}": ["payment": "works", "storefront": "USA", "sharesPurchases": true],
        "POST /purchases": [
            "customer": "alice", "product": "coins", "quantity": 2,
            "appAccountToken": "7e3fb20b-4cdb-47cc-936d-99d65f608138", "origin": "app", "simulatesAskToBuy": false,
        ],
        "POST /offers/signature": ["product": "silver", "offer": "three-for-two"],
        "POST /redemptions": ["customer": "carol", "code": "WELCOME"],
        "POST /offer-codes": ["code": "SPRING", "product": "silver", "offer": "half-price", "redemptions": 100],
        "POST /external-purchases": ["customer": "alice", "app": "com.example.app"],
        "POST /extensions": ["product": "silver", "days": 14, "reason": 3, "environment": "Production"],
        "POST /scenarios/{scenario}/play": ["steps": 2],
        "PUT /console": ["url": "http://127.0.0.1:8080/console"],
        "POST /clock/advance": ["by": "P1M"],
        "PUT /notifications/url": [
            "environment": "Production", "url": "https://example.com/apple", "version": "version2",
        ],
        "POST /transactions/{id}/refund": ["reason": 1, "percentage": 50_000, "cancels": true],
        "POST /transactions/{id}/refund-request": ["reason": "UNINTENDED_PURCHASE", "inApp": true],
        "POST /transactions/{id}/refund-decision": ["decision": "declined", "reason": 0, "percentage": 50_000],
        "PUT /customers/{id}/subscriptions/{group}/renewal": ["on": false],
        "PUT /customers/{id}/subscriptions/{group}/seats": ["seats": 6],
        "POST /customers/{id}/subscriptions/{group}/members": ["customer": "bob", "accepts": true],
        "POST /bundles": ["product": "both", "kind": "bundle", "price": 8990, "members": ["silver"]],
        "PUT /customers/{id}/bundles/{product}/unbundling": ["keeping": ["silver"]],
        "POST /organizations": ["organization": "acme", "product": "silver", "seats": 50],
        "PUT /customers/{id}/subscriptions/{group}/consent": ["agrees": true],
        "POST /customers/{id}/subscriptions/{group}/cancel-sheet": ["locale": "en-US"],
        "POST /customers/{id}/rescind-consent": ["app": "com.example.app"],
        "PUT /customers/{id}/family": ["family": "the-smiths"],
        "PUT /products/{id}/price": ["price": 14_990, "preservesExisting": false],
        "PUT /products/{id}/sale": ["on": true],
        "PUT /products/{id}/approval": ["on": true],
        "PUT /products/{id}/generic": ["on": true],
        "PUT /settings": ["sandbox": ["grace": ["days": 16, "onlyAfterPaidPeriods": false]]],
        "PUT /settings/{environment}": [
            "grace": ["days": 16, "onlyAfterPaidPeriods": true], "faults": ["delayedPerMille": 100],
        ],
        "PUT /faults": [
            "api": ["next": [500, 429], "failedPerMille": 10, "status": 503, "delayMilliseconds": 0],
            "ocsp": "works", "intermediate": "works", "verifyReceipt": 21_005, "droppedConnectionsPerMille": 0,
            "tlsRefusedPerMille": 0,
        ],
        "POST /commands": ["forceRenewal": ["_0": "alice", "group": "group"]],
        "POST /save": ["name": "monday"],
        "POST /load": ["name": "monday"],
    ]

    /// Members of bodies that their example leaves out, each with a value of its own: no body has any but these.
    static let furtherMembers: [String: [String: JSONValue]] = [
        "PATCH /customers/{id}": ["asksToBuy": true, "interruptsPurchases": true, "allowsPurchases": false],
        "POST /customers/{id}/subscriptions/{group}/members": ["role": "ADMIN"],
        "POST /organizations": ["environment": "Production", "storefront": "USA"],
        "POST /bundles": [
            "referenceName": "Both", "group": "bundles",
            "partners": [["product": "maps", "developer": "Maps Ltd", "displayName": "Maps", "price": 4990]],
        ],
        "POST /transactions/{id}/refund": ["seats": 3],
        "POST /purchases": [
            "seats": 8, "billingPlan": "MONTHLY", "applicationUsername": "user-77", "promotionalOffer": "three-for-two",
            "promotionalOfferSignature": ["keyIdentifier": "SIMKEY0001", "nonce": "", "timestamp": 0, "signature": ""],
            "promotionalOfferJWS": "eyJ", "winBackOffer": "come-back", "introductoryEligibility": true,
            "introductoryEligibilityJWS": "eyJ", "advancedCommerceJWS": "eyJ",
        ],
        "POST /offers/signature": [
            "appAccountToken": "7e3fb20b-4cdb-47cc-936d-99d65f608138", "applicationUsername": "user-77",
        ],
        "POST /redemptions": ["appAccountToken": "7e3fb20b-4cdb-47cc-936d-99d65f608138"],
        "POST /clock/advance": ["to": 1_780_000_000_000],
    ]

    /// What is answered; more than these members may be there.
    static let answers: [String: JSONValue] = [
        "GET /status": [
            "now": 1_750_000_000_000, "seed": "7", "environment": "Production", "customers": 1, "apps": [],
            "notificationURLs": [:], "rootCertificateFingerprint": "",
        ],
        "GET /customers": ["customers": [["id": "alice", "environment": "Production"]]],
        "POST /customers": ["id": "bob", "environment": "Production", "storefront": "USA", "payment": "works"],
        "GET /customers/{id}": ["id": "alice", "environment": "Production", "storefront": "USA"],
        "PATCH /customers/{id}": ["id": "alice", "environment": "Production", "storefront": "USA"],
        "GET /customers/{id}/pending": ["pending": []],
        "GET /customers/{id}/receipt": ["receipt": "MII", "sharedSecret": "0123456789abcdef0123456789abcdef"],
        "GET /customers/{id}/subscriptions": [
            "subscriptions": [["group": "group", "status": 1, "product": "silver", "expiresDate": 1_752_592_000_000]]
        ],
        "GET /customers/{id}/bundles": [
            "bundles": [["product": "news.bundle", "status": 1, "willRenew": true, "members": ["silver"]]]
        ],
        "GET /organizations": ["organizations": [["id": "acme", "environment": "Production", "subscriptions": []]]],
        "POST /organizations": ["id": "acme", "environment": "Production", "storefront": "USA", "subscriptions": []],
        "POST /customers/{id}/subscriptions/{group}/members": [
            "transactionId": "1", "originalTransactionId": "1", "signedTransactionInfo": "eyJ",
            "transaction": ["inAppOwnershipType": "ASSIGNED"],
        ],
        "POST /customers/{id}/subscriptions/{group}/cancel-sheet": ["source": "none"],
        "POST /purchases": [
            "transactionId": "1", "originalTransactionId": "1", "signedTransactionInfo": "eyJ",
            "transaction": ["productId": "coins"],
        ],
        "POST /offers/signature": ["keyIdentifier": "SIMKEY0001", "nonce": "", "timestamp": 0, "signature": ""],
        "POST /external-purchases": ["externalPurchaseId": "", "token": ""],
        "GET /devices/{customer}": ["app": "com.example.app", "transactions": [], "subscriptions": [], "pending": []],
        "GET /transactions": ["transactions": [["customer": "alice", "isFinished": false]]],
        "GET /transactions/{id}": ["customer": "alice", "isFinished": false, "signedTransactionInfo": "eyJ"],
        "GET /transactions/{id}/receipt": ["receipt": "ewo", "sharedSecret": "0123456789abcdef0123456789abcdef"],
        "GET /scenarios": ["scenarios": [["id": "first-month", "product": "silver", "steps": []]]],
        "POST /scenarios/{scenario}/play": ["customer": "first-month-1", "steps": [], "isMet": true],
        "PUT /console": ["url": "http://127.0.0.1:8080/console"],
        "GET /clock": ["now": 1_750_000_000_000],
        "POST /clock/advance": ["now": 1_752_592_000_000, "transactions": 1, "notificationCount": 1],
        "GET /notifications": ["notifications": []],
        "GET /keys": ["keys": [["issuerId": "", "keyId": "SIMKEY0001", "bundleId": "com.example.app"]]],
    ]
}
