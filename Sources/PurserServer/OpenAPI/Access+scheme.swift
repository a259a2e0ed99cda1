// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

extension AccessLevel {
    /// The security requirement of a route in the contract.
    var requirement: JSONValue? {
        switch self {
        case .open, .appStore: .array([])
        case .app: [["publishableKey": []], ["secretKey": []], ["customerToken": []]]
        case .customer: [["secretKey": []], ["customerToken": []]]
        case .backend: [["secretKey": []]]
        }
    }

    /// The schemes that requirements name.
    static let schemes: JSONValue = [
        "publishableKey": [
            "type": "http", "scheme": "bearer",
            "description": "An app's publishable key, pk_…; it may ship inside the app.",
        ],
        "secretKey": [
            "type": "http", "scheme": "bearer", "description": "A backend's secret key, sk_….",
        ],
        "customerToken": [
            "type": "http", "scheme": "bearer",
            "description": "A customer's short-lived token, ct_…, made by the backend.",
        ],
    ]
}
