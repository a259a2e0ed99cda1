// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

extension ServerClient {
    func consent(
        _ subject: String,
        of customer: String,
        environment: String
    ) async throws(ServerProblem) -> ServerResponse.Consent {
        let path = "v1/customers/\(Self.escaped(customer))/consents/\(Self.escaped(subject))"
        return try await get(path, ["environment": environment], for: customer)
    }

    func sendConsent(
        _ subject: String,
        _ isGranted: Bool,
        of customer: String,
        environment: String
    ) async throws(ServerProblem) {
        let path = "v1/customers/\(Self.escaped(customer))/consents/\(Self.escaped(subject))"
        let body = try Self.encode(ServerResponse.ConsentRequest(isGranted: isGranted))
        _ = try await response("PUT", path, body, query: ["environment": environment], for: customer)
    }

    func previewConversion(
        _ body: ServerResponse.ConversionRequest,
        of customer: String,
        environment: String
    ) async throws(ServerProblem) -> ServerResponse.Conversion {
        let path = "v1/customers/\(Self.escaped(customer))/conversions/preview"
        return try await send("POST", path, body, query: ["environment": environment], for: customer)
    }

    func convert(
        _ body: ServerResponse.ConversionRequest,
        of customer: String,
        environment: String
    ) async throws(ServerProblem) -> ServerResponse.Conversion {
        let path = "v1/customers/\(Self.escaped(customer))/conversions"
        return try await send("POST", path, body, query: ["environment": environment], for: customer)
    }
}

extension ServerResponse {
    struct ConsentRequest: Encodable {
        var isGranted: Bool
    }

    struct Consent: Decodable {
        var isGranted: Bool
        var changed: Date?

        private enum CodingKeys: String, CodingKey {
            case isGranted
            case changed = "changedAt"
        }
    }

    struct ConversionRequest: Encodable {
        var id: String?
        var product: String
        var device: String?
        var acknowledges: [String]?

        private enum CodingKeys: String, CodingKey {
            case id, device, acknowledges
            case product = "productId"
        }
    }

    struct Conversion: Decodable {
        var product: String
        var sources: [PlanConversion.Source]
        var value: PlanConversion.Amount
        var targetPrice: PlanConversion.Amount
        var gainedMilliseconds: Int64
        var gainedDays: Int
        var ends: Date
        var warnings: [PlanConversion.Warning]

        private enum CodingKeys: String, CodingKey {
            case sources, value, targetPrice, warnings
            case product = "productId"
            case gainedMilliseconds = "durationMilliseconds"
            case gainedDays = "days"
            case ends = "expiresAt"
        }

        func conversion(id: String, device: String?) -> PlanConversion {
            PlanConversion(
                product: product,
                sources: sources,
                value: value,
                targetPrice: targetPrice,
                gainedMilliseconds: gainedMilliseconds,
                gainedDays: gainedDays,
                ends: ends,
                warnings: warnings,
                device: device,
                id: id
            )
        }
    }
}
