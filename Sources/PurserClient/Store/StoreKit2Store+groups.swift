// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import StoreKit

// What Apple added in 2026. `PurchaseOption.seats` and the price tiers are in the SDK of iOS 27.3: an app that is built
// with it asks for the package trait `SeatPurchases`.

extension StoreProduct {
    /// Reads how a product is sold besides a period at a time to one customer.
    mutating func readPricingTerms(of product: Product) {
        guard #available(iOS 26.4, macOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *) else { return }
        guard let subscription = product.subscription else { return }
        if let plan = subscription.pricingTerms.first(where: { $0.billingPlanType == .monthly }) {
            let months = Self.months(plan.commitmentInfo.period)
            monthlyPlan = StoreMonthlyPlan(milliunits: Self.milliunits(plan.billingPrice), months: months)
        }
        #if os(Linux) || SeatPurchases
        guard #available(iOS 27.3, macOS 27.3, tvOS 27.3, watchOS 27.3, visionOS 27.3, *) else { return }
        for terms in subscription.pricingTerms {
            guard case .seatBased(let pricing) = terms.pricingModel else { continue }
            seatTiers = pricing.priceTiers.map { tier in
                StoreSeatTier(
                    firstSeat: tier.minimumSeats,
                    lastSeat: tier.maximumSeats,
                    milliunits: Self.milliunits(tier.billingInfo.price)
                )
            }
        }
        #endif
    }

    private static func months(_ period: Product.SubscriptionPeriod) -> Int {
        period.unit == .year ? 12 * period.value : max(1, period.value)
    }
}

extension StoreKit2Store {
    /// The options for several people and for monthly billing.
    ///
    /// - Throws: `Product.PurchaseError` when this system, or the SDK that the app was built with, has none.
    static func groupOptions(_ options: PurchaseOptions) throws -> Set<Product.PurchaseOption> {
        var found: Set<Product.PurchaseOption> = []
        if let seats = options.seats {
            #if os(Linux) || SeatPurchases
            found.insert(.seats(seats))
            #else
            throw Product.PurchaseError.invalidQuantity
            #endif
        }
        guard let plan = options.billingPlan else { return found }
        if #available(iOS 26.4, macOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *) {
            found.insert(.billingPlanType(plan == .monthly ? .monthly : .upFront))
        } else if plan == .monthly {
            throw Product.PurchaseError.productUnavailable
        }
        return found
    }

    package func seats(of product: StoreProduct) async throws -> StoreSeats? {
        guard let group = product.group else { return nil }
        let statuses = try await Product.SubscriptionInfo.status(for: group)
        let current = statuses.first { status in
            let transaction = status.transaction.unsafePayloadValue
            return [.subscribed, .inGracePeriod].contains(status.state) && transaction.ownershipType == .purchased
                && transaction.productID == product.id
        }?.transaction.unsafePayloadValue
        guard let current, let end = current.expirationDate else { return nil }
        var (count, began, isForGroup) = (0, current.purchaseDate, false)
        for await result in Transaction.all {
            let transaction = result.unsafePayloadValue
            // Seats that were added have a transaction of their own, which ends with the others.
            guard transaction.originalID == current.originalID, transaction.expirationDate == end,
                transaction.productID == product.id, transaction.revocationDate == nil
            else { continue }
            let more = try? JSONDecoder().decode(SeatFields.self, from: transaction.jsonRepresentation)
            guard let seats = more?.multiSeatInfo else { continue }
            isForGroup = true
            began = min(began, transaction.purchaseDate)
            count += max(0, transaction.purchasedQuantity - max(0, seats.revokedSeatQuantity ?? 0))
        }
        return isForGroup ? StoreSeats(count: count, began: began, ends: end) : nil
    }

    /// What systems before 27.3 have no members for.
    private struct SeatFields: Decodable {
        struct MultiSeatInfo: Decodable {
            var revokedSeatQuantity: Int?
        }

        var multiSeatInfo: MultiSeatInfo?
    }
}
