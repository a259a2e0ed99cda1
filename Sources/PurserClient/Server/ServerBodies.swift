// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

/// The bodies of the server's API, as far as the app uses them.
enum ServerResponse {
    struct Money: Encodable, Hashable {
        var milliunits: Int64
        var currency: String
    }

    struct OrderRequest: Encodable {
        var customer: String
        var product: String
        var quantity: Int
        var price: Money?
        var environment: String?
        var idempotencyKey: String
        var reference: String?
        var device: String?

        private enum CodingKeys: String, CodingKey {
            case customer, quantity, price, environment, idempotencyKey, reference, device
            case product = "productId"
        }
    }

    struct Order: Decodable {
        var id: String
        var appAccountToken: UUID?
        var state: String
        var created: Date

        private enum CodingKeys: String, CodingKey {
            case id, appAccountToken, state
            case created = "createdAt"
        }
    }

    struct AnonymousTokenRequest: Encodable {
        var secret: String
    }

    struct AnonymousToken: Decodable {
        var token: String
        var expires: Date

        private enum CodingKeys: String, CodingKey {
            case token
            case expires = "expiresAt"
        }
    }

    struct MergeRequest: Encodable {
        var anonymousToken: String
    }

    struct OfferRequest: Encodable {
        var product: String
        var offer: String
        var appAccountToken: String

        private enum CodingKeys: String, CodingKey {
            case offer, appAccountToken
            case product = "productId"
        }
    }

    struct OfferSignature: Decodable {
        var keyIdentifier: String
        var nonce: UUID
        var timestamp: Int
        var signature: Data
    }

    struct PurchaseRequest: Encodable {
        var signedTransaction: String?
        var signedRenewalInfo: String?
        var receipt: String?
        var transactionId: String
        var originalTransactionId: String?
        var productId: String
        var order: String?
        var customer: String?
        var isRestore: Bool?
    }

    struct Purchase: Decodable {
        struct Transaction: Decodable {
            var environment: String
        }

        struct Entitlement: Decodable {
            var id: String
            var isActive: Bool
            var until: Date?
            var willRenew: Bool
            var product: String?
            var store: String?

            private enum CodingKeys: String, CodingKey {
                case id, isActive, store
                case until = "expiresDate"
                case willRenew = "willAutoRenew"
                case product = "productId"
            }
        }

        var state: String
        var transaction: Transaction
        var customer: String?
        var order: Order?
        /// `customer` when the entitlements are all of the customer's; `transaction` when they are the transaction's
        /// alone.
        var entitlementsOf: String?
        var entitlements: [Entitlement]
    }

    struct Failure: Encodable {
        var code: String
        var text: String?
        var product: String?
        var appVersion: String?
        var customer: String?
        var hasReceipt: Bool?
        var stage: String

        private enum CodingKeys: String, CodingKey {
            case code, text, appVersion, customer, hasReceipt, stage
            case product = "productId"
        }
    }

    struct Snapshot: Decodable {
        var snapshot: String
    }

    struct Conflicts: Decodable {
        struct Conflict: Decodable {
            struct Side: Decodable {
                var productID: String?
            }

            var kind: String
            var entitlement: String
            var keptPurchase: Side?
            var redundantPurchase: Side?
            var nextChargeDate: Date?
            var advice: [String]

            private enum CodingKeys: String, CodingKey {
                case kind, entitlement, keptPurchase, redundantPurchase, nextChargeDate, advice
            }
        }

        var conflicts: [Conflict]
    }

    struct Deletion: Decodable {
        struct Subscription: Decodable {
            var originalTransactionId: String
            var product: String
            var nextRenewal: Date

            private enum CodingKeys: String, CodingKey {
                case originalTransactionId, nextRenewal
                case product = "productId"
            }
        }

        var renewingSubscriptions: [Subscription]
    }

    struct Problem: Decodable {
        var code: String?
        var detail: String?
        var check: String?
    }

    struct Products: Decodable {
        struct Product: Decodable {
            var id: String
            var name: String?
            var description: String?
            var help: String?
            var level: Int?
            var entitlements: [String]?
            var isOnSale: Bool?

            private enum CodingKeys: String, CodingKey {
                case id, name, description, level, entitlements, isOnSale
                case help = "helpText"
            }
        }

        var products: [Product]
    }
}
