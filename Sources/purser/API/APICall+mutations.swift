// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreTypes
import Foundation

extension APICall {
    /// The JSON that is sent.
    static let body = Option("body", value: "FILE|-", "The JSON body in Apple's format.")

    private static let extensionOptions = [
        Option("days", value: "N", "The number of days, 1 to 90."),
        Option("reason", value: "N", "0 undeclared, 1 customer satisfaction, 2 other, 3 outage (default: 0)."),
        Option("request-id", value: "ID", "Your request identifier (default: a new UUID)."),
    ]

    /// Calls that change something for a customer.
    static let mutations: [APICall] = [
        APICall(
            "extend",
            ["ORIGINAL-TRANSACTION-ID"],
            "PUT /inApps/v1/subscriptions/extend/{originalTransactionId}",
            "Extend a subscription's renewal date.",
            options: extensionOptions,
            example: "extend 2000000000000001 --days 7 --reason 3"
        ) { session in
            let request = ExtendRenewalDateRequest(
                extendByDays: try session.days(),
                extendReasonCode: try session.reason(),
                requestIdentifier: session.requestIdentifier()
            )
            try session.print(
                try await session.anywhere { try await $0.extendRenewalDate(of: session.originalID, request) }
            )
        },
        APICall(
            "mass-extend",
            ["PRODUCT-ID"],
            "POST /inApps/v1/subscriptions/extend/mass",
            "Extend the renewal dates of all subscribers of a product.",
            options: extensionOptions + [
                Option("storefront", value: "CODE", repeats: true, "Only in this storefront, such as USA.")
            ],
            example: "mass-extend com.example.gold.monthly --days 1 --reason 3 --storefront USA --storefront CAN"
        ) { session in
            let storefronts = session.arguments.all("storefront").map(StorefrontCountryCode.init(rawValue:))
            let request = MassExtendRenewalDateRequest(
                extendByDays: try session.days(),
                extendReasonCode: try session.reason(),
                requestIdentifier: session.requestIdentifier(),
                storefrontCountryCodes: storefronts.isEmpty ? nil : storefronts,
                productId: ProductID(rawValue: session.operands[0])
            )
            try session.print(try await session.server().extendRenewalDates(request))
        },
        APICall(
            "extension-status",
            ["PRODUCT-ID", "REQUEST-ID"],
            "GET /inApps/v1/subscriptions/extend/mass/{productId}/{requestIdentifier}",
            "Show the status of a mass extension."
        ) { session in
            let product = ProductID(rawValue: session.operands[0])
            try session.print(
                try await session.server().renewalDateExtensionStatus(of: session.operands[1], productId: product)
            )
        },
        APICall(
            "consumption",
            ["TRANSACTION-ID"],
            "PUT /inApps/v2/transactions/consumption/{transactionId}",
            "Send consumption information for Apple's refund decision.",
            options: [
                Option("consented", "The customer consents to sending the data (required)."),
                Option(
                    "delivery",
                    value: "STATUS",
                    "delivered, or undelivered-quality-issue, -wrong-item, -server-outage, -other."
                ),
                Option("sample", value: "yes|no", "Whether a sample was available before the purchase."),
                Option("percentage", value: "N", "The consumed share, in thousandths of a percent."),
                Option("preference", value: "WISH", "decline, grant-full or grant-prorated."),
            ],
            example: "consumption 2000000000000001 --consented --delivery delivered --sample no --percentage 25000"
        ) { session in
            let request = try session.consumption()
            try await session.anywhere { try await $0.sendConsumption(request, for: session.anyID) }
            session.printNothing()
        },
        APICall(
            "consumption-v1",
            ["TRANSACTION-ID"],
            "PUT /inApps/v1/transactions/consumption/{transactionId}",
            "Send consumption information in the format of version 1.",
            options: [body],
            example: "consumption-v1 2000000000000001 --body consumption.json"
        ) { session in
            let request = try session.body(ConsumptionRequestV1.self)
            try await session.anywhere { try await $0.sendConsumptionV1(request, for: session.anyID) }
            session.printNothing()
        },
        APICall(
            "set-app-account-token",
            ["ORIGINAL-TRANSACTION-ID", "UUID"],
            "PUT /inApps/v1/transactions/{originalTransactionId}/appAccountToken",
            "Set the appAccountToken of a purchase."
        ) { session in
            let token = AppAccountToken(rawValue: try session.uuid(1))
            try await session.anywhere { try await $0.setAppAccountToken(token, for: session.originalID) }
            session.printNothing()
        },
        APICall(
            "finish",
            ["TRANSACTION-ID"],
            "POST /inApps/v1/transactions/{transactionId}/finish",
            "Finish a transaction that the app did not finish."
        ) { session in
            try await session.anywhere { try await $0.finish(session.anyID) }
            session.printNothing()
        },
    ]
}

extension APISession {
    fileprivate func days() throws -> Int {
        guard let days = try arguments.integer("days", in: 1...90) else { throw UsageError("--days is needed") }
        return days
    }

    fileprivate func reason() throws -> ExtendReasonCode {
        ExtendReasonCode(rawValue: try arguments.integer("reason", in: 0...3) ?? 0)
    }

    fileprivate func requestIdentifier() -> String {
        arguments.value("request-id") ?? UUID().uuidString.lowercased()
    }

    fileprivate func consumption() throws -> ConsumptionRequest {
        guard arguments.has("consented") else {
            throw UsageError("--consented is needed: Apple requires the customer's consent")
        }
        guard let delivery: DeliveryStatus = argument("delivery") else { throw UsageError("--delivery is needed") }
        guard let sample = try truth("sample") else { throw UsageError("--sample is needed") }
        return ConsumptionRequest(
            customerConsented: true,
            deliveryStatus: delivery,
            sampleContentProvided: sample,
            consumptionPercentage: try arguments.integer("percentage", in: 0...100_000),
            refundPreference: argument("preference")
        )
    }
}
