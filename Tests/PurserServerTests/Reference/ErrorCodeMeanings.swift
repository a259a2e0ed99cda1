// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What each error code means and what a client does about it, for the reference page.
enum ErrorCodeMeanings {
    /// One code's texts.
    struct Meaning: Sendable {
        var cause: String
        var action: String

        init(_ cause: String, _ action: String) {
            self.cause = cause
            self.action = action
        }
    }

    /// The texts by code.
    static let all: [String: Meaning] = [
        "malformed-body": Meaning(
            "The body is not JSON, or not of the shape that the route describes.",
            "Correct the body; `detail` names the member."
        ),
        "invalid-parameter": Meaning(
            "A parameter, a member or a header field has a value that is not allowed.",
            "Correct the value that `detail` shows."
        ),
        "body-too-large": Meaning(
            "The body is larger than `maxBodyBytes`.",
            "Send less, or raise the limit."
        ),
        "header-fields-too-large": Meaning(
            "The address and the header fields are too long.",
            "Send fewer or shorter header fields."
        ),
        "request-timeout": Meaning(
            "The request did not arrive in full in time.",
            "Send it again."
        ),
        "unauthenticated": Meaning(
            "The key or the token is missing, unknown, revoked or expired.",
            "Send a valid key as `Authorization: Bearer …`."
        ),
        "forbidden": Meaning(
            "The key may not use this route, or not for this app.",
            "Use a secret key of the app, from your backend."
        ),
        "customer-merged": Meaning(
            "The customer without an account has signed in.",
            "Use a token of the account."
        ),
        "customer-token-required": Meaning(
            "A publishable key alone is not enough for this customer.",
            "Send the customer's token, or a secret key from your backend."
        ),
        "not-found": Meaning(
            "The resource does not exist, or belongs to another app.",
            "Check the path and the identifier."
        ),
        "too-many-requests": Meaning(
            "The key or the address sent more than `requestsPerSecond` and `requestBurst` allow.",
            "Wait for `Retry-After`, then retry."
        ),
        "unknown-product": Meaning(
            "The catalog has no product with this identifier.",
            "Import the catalog, or correct the identifier."
        ),
        "product-not-available": Meaning(
            "The product is in the catalog, but is not for sale in this storefront.",
            "Offer another product."
        ),
        "idempotency-conflict": Meaning(
            "The idempotency key was used for a different request.",
            "Use a new key for a new order."
        ),
        "order-not-found": Meaning(
            "The app has no order with this identifier.",
            "Create the order first, or correct the identifier."
        ),
        "insufficient-balance": Meaning(
            "The customer's balance is lower than the amount.",
            "Let the customer buy more."
        ),
        "conversion-not-allowed": Meaning(
            "The plans cannot be converted into each other, or nothing is left to convert.",
            "See `detail`; the plan conversion guide lists the rules."
        ),
        "acknowledgment-required": Meaning(
            "The purchase conflicts with a subscription that the customer has.",
            "Ask the customer, then repeat the order with the acknowledgment."
        ),
        "unknown-consent-subject": Meaning(
            "The path names a consent that Purser does not know.",
            "Use a subject from the consents guide."
        ),
        "malformed-document": Meaning(
            "The signed document or receipt cannot be parsed.",
            "Send it as StoreKit returns it."
        ),
        "signature-invalid": Meaning(
            "The signature of the document does not match its content.",
            "Do not deliver. The document is forged or damaged."
        ),
        "certificate-chain-invalid": Meaning(
            "The certificates of the document do not lead to a trusted root.",
            "Check which roots the server trusts: Apple's, or a simulator's (`/readyz`)."
        ),
        "wrong-bundle-id": Meaning(
            "The document is about another app.",
            "Check `bundleID` in the configuration."
        ),
        "wrong-app-apple-id": Meaning(
            "The document names another app in the App Store.",
            "Check `appAppleID` in the configuration."
        ),
        "wrong-environment": Meaning(
            "The document is from an environment that this route does not accept.",
            "Use the address of the document's environment."
        ),
        "wrong-item-id": Meaning(
            "The document names another item of the App Store than the catalog.",
            "Correct the item identifier in the catalog."
        ),
        "sandbox-not-accepted": Meaning(
            "The app's `sandboxPurchases` does not accept this sandbox purchase.",
            "Add the tester, or change the setting."
        ),
        "token-mismatch": Meaning(
            "The `appAccountToken` of the transaction is not that of the order or customer.",
            "Pass the order's token to StoreKit."
        ),
        "product-mismatch": Meaning(
            "The transaction is for another product than the order.",
            "Verify it with its own order, or without one."
        ),
        "quantity-mismatch": Meaning(
            "The transaction has another quantity than the order.",
            "Create an order with the correct quantity."
        ),
        "transaction-mismatch": Meaning(
            "The transaction is not the one that the request names.",
            "Send the identifier of this transaction."
        ),
        "transaction-already-used": Meaning(
            "Another order already delivered this transaction.",
            "Finish the transaction; do not deliver it again."
        ),
        "transaction-revoked": Meaning(
            "Apple refunded or revoked this transaction.",
            "Do not deliver. Finish the transaction."
        ),
        "receipt-empty": Meaning(
            "The receipt has no purchase.",
            "Refresh the receipt in the app, then send it again."
        ),
        "receipt-rejected": Meaning(
            "Apple's `verifyReceipt` rejected the receipt.",
            "See `detail` for Apple's status."
        ),
        "used-by-another-app": Meaning(
            "The change would affect a customer of another app.",
            "Use the key of that app."
        ),
        "owned-by-another-customer": Meaning(
            "The purchase belongs to another customer, and `restoreBehavior` keeps it there.",
            "Ask the customer to sign in with the other account, or transfer the purchase."
        ),
        "statement-contradicts": Meaning(
            "An earlier statement about this purchase in another store has another value of a member that never changes.",
            "`detail` names the member and both values. Send the first value, or another `id` or `transactionId`."
        ),
        "overloaded": Meaning(
            "The server has too many requests in progress.",
            "Retry after `Retry-After`."
        ),
        "database-unavailable": Meaning(
            "The database does not answer.",
            "Retry. The runbook has `database-latency`."
        ),
        "app-store-unavailable": Meaning(
            "Apple's server does not answer.",
            "Retry later."
        ),
        "app-store-rejected": Meaning(
            "Apple's server rejected the request.",
            "See `detail` for Apple's error."
        ),
        "not-configured": Meaning(
            "The request needs a part of the configuration that is missing, such as an App Store Connect key.",
            "Add the key that `detail` names."
        ),
        "seats-not-managed": Meaning(
            "The subscription is not sold by seats, or the App Store invites its members.",
            "Invite through the App Store, or sell seats with the app's invitation mode."
        ),
        "subscription-inactive": Meaning(
            "The group subscription gives no access now.",
            "Wait for its renewal, or let the buyer subscribe again."
        ),
        "no-seat-available": Meaning(
            "Every seat is claimed, or held by an open invitation.",
            "Release a seat, cancel an invitation, or add seats."
        ),
        "too-many-invitations": Meaning(
            "The purchase has as many members and invitations as are allowed.",
            "Cancel open invitations."
        ),
        "invitation-expired": Meaning(
            "The invitation was not accepted in its time.",
            "Ask for another invitation."
        ),
        "invitation-canceled": Meaning(
            "The invitation was canceled.",
            "Ask for another invitation."
        ),
        "invitation-used": Meaning(
            "Another member accepted the invitation.",
            "Ask for another invitation."
        ),
        "already-a-member": Meaning(
            "The customer has a seat of this subscription, or is its buyer.",
            "Nothing: the customer has access."
        ),
        "app-transaction-not-found": Meaning(
            "Apple does not know the download of the app that the request names.",
            "Send the `appTransactionId` of the member's own app transaction."
        ),
        "internal-error": Meaning(
            "A bug in Purser.",
            "Retry, and report it with the `X-Request-ID` of the response."
        ),
    ]
}
