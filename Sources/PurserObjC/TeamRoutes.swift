// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import PurserClient

/// The routes that the backends of the two tools have.
enum TeamRoutes {
    /// A route that takes what `NTIAPReceiptParams` holds, as JSON.
    static func applePay(
        _ url: URL,
        _ reportURL: URL?,
        transport: any PurserTransport = URLSessionTransport()
    ) -> HTTPVerifier {
        HTTPVerifier(url: url, reportURL: reportURL, transport: transport) { purchase in
            [
                "receipt": purchase.receipt ?? "", "transactionId": purchase.transaction,
                "productId": purchase.product,
            ]
        }
    }

    /// A route that takes what `InpurchaseManager` posts, as a form, without Apple's shared secret: it stays on the
    /// server.
    static func postPay(
        _ url: URL,
        tokens: CloudTokens,
        bundle: String = Bundle.main.bundleIdentifier ?? "",
        transport: any PurserTransport = URLSessionTransport()
    ) -> HTTPVerifier {
        var verifier = HTTPVerifier(url: url, transport: transport) { purchase in
            [
                "token": tokens.token(order: purchase.reference), "receipt-data": purchase.receipt ?? "",
                "product_id": purchase.product, "transaction_id": purchase.transaction,
                "quantity": String(purchase.quantity), "order_id": purchase.reference ?? "",
                "is_sandbox": purchase.environment == "Production" ? "0" : "1", "bundle_id": bundle,
            ]
        }
        verifier.format = .form
        verifier.verdict = { response in
            let byStatus = HTTPVerifier.verdict(byStatus: response)
            guard byStatus == .accepted else { return byStatus }
            let answer = try JSONDecoder().decode(PostPayAnswer.self, from: response.body)
            return answer.status == 200 ? .accepted : .rejected(code: "status-\(answer.status)", detail: answer.code)
        }
        return verifier
    }

    private struct PostPayAnswer: Decodable {
        var status: Int
        var code: String?
    }
}
