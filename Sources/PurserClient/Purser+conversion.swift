// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

/// What converting the rest of other plans into days of a new plan would give, or gave.
public struct PlanConversion: Hashable, Sendable {
    /// An amount of money.
    public struct Amount: Hashable, Sendable, Codable {
        /// The amount in thousandths of the currency's unit.
        public var milliunits: Int64

        /// The currency's ISO 4217 code, such as `USD`.
        public var currency: String
    }

    /// Something that is converted.
    public struct Source: Hashable, Sendable, Codable {
        /// The product whose time it is, when it is known.
        public var product: String?

        /// The transaction whose rest it is; `nil` for the rest of an earlier conversion.
        public var transaction: String?

        /// The earlier conversion whose rest it is.
        public var conversion: String?

        /// The time that is left, in milliseconds.
        public var remainingMilliseconds: Int64

        /// What that time is worth.
        public var value: Amount

        private enum CodingKeys: String, CodingKey {
            case conversion, remainingMilliseconds, value
            case product = "productId"
            case transaction = "transactionId"
        }
    }

    /// Something that the customer must confirm first.
    public struct Warning: Hashable, Sendable, Codable {
        /// What it is about, such as `subscription-renews`: Apple charges for a source again, as converting does not
        /// cancel.
        public var code: String

        /// The product.
        public var product: String

        /// When Apple charges next.
        public var nextCharge: Date

        /// What Apple charges then, when it is known.
        public var nextPrice: Amount?

        /// An explanation for developers, in English.
        public var message: String

        private enum CodingKeys: String, CodingKey {
            case code, nextPrice, message
            case product = "productId"
            case nextCharge = "nextChargeAt"
        }
    }

    /// The product whose plan is gained.
    public var product: String

    /// What is converted, with its value.
    public var sources: [Source]

    /// What all sources are worth.
    public var value: Amount

    /// What one period of the product costs.
    public var targetPrice: Amount

    /// The time gained, in milliseconds.
    public var gainedMilliseconds: Int64

    /// Whole days of the time gained.
    public var gainedDays: Int

    /// When the gained time ends if nothing else of the plan runs.
    public var ends: Date

    /// What the customer must confirm first; empty once it is performed.
    public var warnings: [Warning]

    /// The device whose plans are converted; `nil` for all of them.
    public var device: String?

    /// The conversion's identifier: performing it twice converts once.
    public var id: String
}

extension Purser {
    /// Previews what the rest of the customer's other plans would give as days of a product's plan.
    ///
    /// The server wants the customer's token: set ``PurserConfiguration/customerToken``.
    ///
    /// - Parameters:
    ///   - product: The product whose plan is wanted.
    ///   - device: The registered device whose plans are converted; `nil` for all of them.
    /// - Returns: The preview; pass it to ``convertPlan(_:acknowledging:)``.
    /// - Throws: ``PurserError`` with `notSignedIn`, `serverUnavailable`, or `serverRefused` and the problem
    ///   `conversion-not-allowed` when nothing of value is left.
    public func conversionPreview(to product: String, device: String? = nil) async throws -> PlanConversion {
        let environment = await knownEnvironment()
        let request = ServerResponse.ConversionRequest(product: product, device: device)
        let body = try await asCustomer { server, customer throws(ServerProblem) in
            try await server.previewConversion(request, of: customer, environment: environment)
        }
        return body.conversion(id: UUID().uuidString, device: device)
    }

    /// Performs a conversion that was previewed.
    ///
    /// It is safe to repeat after an error: the same preview converts once.
    ///
    /// - Parameters:
    ///   - preview: The preview.
    ///   - warnings: The codes of the preview's warnings that the customer confirmed.
    /// - Returns: What was gained; it is calculated again, so a preview that has grown old gives fewer days.
    /// - Throws: ``PurserError`` with `notSignedIn`, `serverUnavailable`, or `serverRefused` and the problem
    ///   `acknowledgment-required` when a warning was not confirmed.
    @discardableResult
    public func convertPlan(
        _ preview: PlanConversion,
        acknowledging warnings: Set<String> = []
    ) async throws -> PlanConversion {
        let environment = await knownEnvironment()
        let request = ServerResponse.ConversionRequest(
            id: preview.id,
            product: preview.product,
            device: preview.device,
            acknowledges: warnings.isEmpty ? nil : warnings.sorted()
        )
        let body = try await asCustomer { server, customer throws(ServerProblem) in
            try await server.convert(request, of: customer, environment: environment)
        }
        await refreshEntitlements()
        return body.conversion(id: preview.id, device: preview.device)
    }
}
