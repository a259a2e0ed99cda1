// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import FoundationEssentials
import HTTPClient

/// Where Apple is asked about receipts.
public struct ReceiptVerification: Sendable, Codable, Hashable {
    /// Another server instead of Apple's for production, such as a simulator.
    public var productionURL: String?

    /// Another server instead of Apple's for the sandbox, such as a simulator.
    public var sandboxURL: String?

    /// Makes a value; Apple's own servers are asked unless others are named.
    public init(productionURL: String? = nil, sandboxURL: String? = nil) {
        self.productionURL = productionURL
        self.sandboxURL = sandboxURL
    }
}
