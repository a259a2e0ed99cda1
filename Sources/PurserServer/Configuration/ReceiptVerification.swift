// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import FoundationEssentials
import HTTPClient

/// Where Apple is asked about receipts.
public struct ReceiptVerification: Sendable, Codable, Hashable {
    /// Another server in place of Apple's for production, such as a simulator.
    public var productionURL: String?

    /// Another server in place of Apple's for the sandbox, such as a simulator.
    public var sandboxURL: String?

    /// Makes a value; Apple's own servers are asked unless others are named.
    public init(productionURL: String? = nil, sandboxURL: String? = nil) {
        self.productionURL = productionURL
        self.sandboxURL = sandboxURL
    }
}

extension AppConfiguration {
    /// The client that asks production first, and the sandbox about what production says is the sandbox's.
    func receiptClient(
        _ receipts: ReceiptVerification,
        transport: any HTTPTransport,
        runtime: APIRuntime,
        monitors: Monitors
    ) -> VerifyReceiptClient {
        VerifyReceiptClient(
            password: sharedSecret,
            productionURL: receipts.productionURL ?? VerifyReceiptClient.productionURL,
            sandboxURL: receipts.sandboxURL ?? VerifyReceiptClient.sandboxURL,
            transport: MeasuredTransport(
                base: transport,
                name: LinkName(service: "verify-receipt", environment: "any"),
                monitors: monitors
            ),
            runtime: runtime
        )
    }
}
