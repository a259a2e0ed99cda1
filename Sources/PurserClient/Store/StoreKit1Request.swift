// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import StoreKit

/// A request of the original interface, waited for.
final class StoreKit1Request: NSObject, SKProductsRequestDelegate, @unchecked Sendable {
    // Guarded by the lock.
    private let lock = NSLock()
    private var continuation: CheckedContinuation<SKProduct?, any Error>?
    private var request: SKRequest?
    private var product: SKProduct?

    /// A product; nothing when it is not sold.
    static func product(_ id: String) async throws -> SKProduct? {
        try await StoreKit1Request().run(SKProductsRequest(productIdentifiers: [id]))
    }

    /// Fetches the app receipt.
    static func refreshReceipt() async throws {
        _ = try await StoreKit1Request().run(SKReceiptRefreshRequest())
    }

    /// Runs the request; the store does not keep its delegate, so this object keeps itself until the end.
    private func run(_ request: sending SKRequest) async throws -> SKProduct? {
        let held = RetainedRequest(value: request)
        return try await withCheckedThrowingContinuation { continuation in
            lock.withLock {
                self.continuation = continuation
                self.request = held.value
            }
            if let products = held.value as? SKProductsRequest {
                products.delegate = self
            } else {
                held.value.delegate = self
            }
            StoreKit1Requests.retain(self)
            held.value.start()
        }
    }

    private struct RetainedRequest: @unchecked Sendable {
        // Handed over to the store, which alone uses it from then on.
        let value: SKRequest
    }

    private func end(_ result: Result<Void, any Error>) {
        let (waiting, product) = lock.withLock {
            defer { (continuation, request) = (nil, nil) }
            return (continuation, self.product)
        }
        waiting?.resume(with: result.map { product })
        StoreKit1Requests.release(self)
    }

    func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
        lock.withLock { product = response.products.first }
    }

    func requestDidFinish(_ request: SKRequest) { end(.success(())) }

    func request(_ request: SKRequest, didFailWithError error: any Error) {
        end(.failure(StoreFailure(error)))
    }
}

/// The requests that are in progress.
private enum StoreKit1Requests {
    private static let retained = RetainedRequests()

    static func retain(_ request: StoreKit1Request) { retained.change { $0[ObjectIdentifier(request)] = request } }

    static func release(_ request: StoreKit1Request) { retained.change { $0[ObjectIdentifier(request)] = nil } }

    private final class RetainedRequests: @unchecked Sendable {
        // Guarded by the lock.
        private let lock = NSLock()
        private var requests: [ObjectIdentifier: StoreKit1Request] = [:]

        func change(_ body: (inout [ObjectIdentifier: StoreKit1Request]) -> Void) {
            lock.withLock { body(&requests) }
        }
    }
}

extension StoreTransaction {
    /// Reads a transaction of the original interface.
    init(_ transaction: SKPaymentTransaction, receipt: Data) {
        let id = transaction.transactionIdentifier ?? ""
        let payment = transaction.payment
        self.init(
            id: id,
            originalID: transaction.original?.transactionIdentifier ?? id,
            product: payment.productIdentifier,
            kind: nil,
            group: nil,
            quantity: payment.quantity,
            token: payment.applicationUsername.flatMap(UUID.init(uuidString:)),
            date: transaction.transactionDate ?? .distantPast,
            expires: nil,
            revoked: nil,
            isUpgraded: false,
            isFamilyShared: false,
            isRenewal: nil,
            environment: nil,
            isVerified: nil,
            proof: .receipt(receipt.base64EncodedString())
        )
    }
}

extension StoreProduct {
    /// Reads a product of the original interface, which does not say what kind it is unless it renews.
    init(_ product: SKProduct) {
        let formatter = NumberFormatter()
        formatter.numberStyle = .currency
        formatter.locale = product.priceLocale
        self.init(
            id: product.productIdentifier,
            kind: product.subscriptionGroupIdentifier == nil ? "" : Self.renewable,
            name: product.localizedTitle,
            displayPrice: formatter.string(from: product.price) ?? "\(product.price)",
            milliunits: Self.milliunits(product.price.decimalValue),
            currency: formatter.currencyCode ?? "",
            group: product.subscriptionGroupIdentifier,
            period: product.subscriptionPeriod.map { StorePeriod($0) },
            introductoryOffer: product.introductoryPrice.map { offer in
                formatter.locale = offer.priceLocale
                return StoreOffer(
                    payment: offer.paymentMode == .freeTrial
                        ? .freeTrial : offer.paymentMode == .payUpFront ? .payUpFront : .payAsYouGo,
                    displayPrice: formatter.string(from: offer.price) ?? "\(offer.price)",
                    period: StorePeriod(offer.subscriptionPeriod),
                    periodCount: offer.numberOfPeriods
                )
            }
        )
    }
}

extension StorePeriod {
    fileprivate init(_ period: SKProductSubscriptionPeriod) {
        let units: [(SKProduct.PeriodUnit, Unit)] = [(.week, .week), (.month, .month), (.year, .year)]
        self.init(unit: units.first { $0.0 == period.unit }?.1 ?? .day, count: period.numberOfUnits)
    }
}
