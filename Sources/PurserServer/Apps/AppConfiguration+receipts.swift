// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import FoundationEssentials
import HTTPClient

extension AppConfiguration {
    /// The client that asks production first, and the sandbox about what production says is the sandbox's.
    func receiptClient(
        _ receipts: ReceiptVerification,
        transport: any HTTPTransport,
        runtime: APIEnvironment,
        metrics: MetricsRecorder
    ) -> VerifyReceiptClient {
        VerifyReceiptClient(
            password: sharedSecret,
            productionURL: receipts.productionURL ?? VerifyReceiptClient.productionURL,
            sandboxURL: receipts.sandboxURL ?? VerifyReceiptClient.sandboxURL,
            transport: InstrumentedTransport(
                base: transport,
                name: AppleService(service: "verify-receipt", environment: "any"),
                metrics: metrics
            ),
            runtime: runtime
        )
    }
}
