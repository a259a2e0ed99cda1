// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

extension Purser {
    /// What paying a product month by month costs: state it before the purchase.
    ///
    /// ```swift
    /// if let terms = try await purser.commitmentTerms(of: "club.yearly"), await customerAgrees(to: terms.text) {
    ///     try await purser.purchase("club.yearly", options: terms.options)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - id: The product's identifier.
    ///   - language: The language; the configuration's when absent.
    /// - Returns: The terms; nothing where Apple does not sell the product that way, such as in the United States.
    /// - Throws: ``PurserError/Code/unknownProduct``, or ``PurserError/Code/productRequestFailed``.
    public func commitmentTerms(of id: String, in language: PurserLanguage? = nil) async throws -> CommitmentTerms? {
        let product = try await found(id)
        return product.monthlyPlan.map { CommitmentTerms(product, $0, in: language ?? self.language) }
    }

    /// What seats of a product cost, and what adding them costs now: state it before the purchase.
    ///
    /// ```swift
    /// if let terms = try await purser.seatTerms(of: "club.monthly", seats: 12), await customerAgrees(to: terms.text) {
    ///     try await purser.purchase("club.monthly", options: terms.options)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - id: The product's identifier.
    ///   - seats: How many people are to use it, those who use it already included.
    ///   - language: The language; the configuration's when absent.
    /// - Returns: The terms; nothing when the product is not sold by seats, or for less than one.
    /// - Throws: ``PurserError/Code/unknownProduct``, ``PurserError/Code/productRequestFailed``, or
    ///   ``PurserError/Code/storeFailed`` when StoreKit does not say which seats the customer has.
    public func seatTerms(of id: String, seats: Int, in language: PurserLanguage? = nil) async throws -> SeatTerms? {
        let product = try await found(id)
        guard !product.seatTiers.isEmpty, seats > 0 else { return nil }
        let held: StoreSeats?
        do { held = try await store.seats(of: product) } catch { throw self.error(.storeFailed, StoreFailure(error)) }
        return SeatTerms(
            product,
            seats: seats,
            held: held?.count ?? 0,
            share: held?.share(asOf: now()) ?? 1,
            in: language ?? self.language
        )
    }

    private func found(_ id: String) async throws -> StoreProduct {
        let found: StoreProduct?
        do { found = try await store.product(id) } catch {
            throw self.error(.productRequestFailed, StoreFailure(error))
        }
        guard let found else { throw error(.unknownProduct) }
        return found
    }
}

extension PurchaseOptions {
    /// How many an order is for: of seats, those that the subscription is to have.
    var orderedQuantity: Int { seats ?? quantity }
}

extension StoreProduct {
    /// The price that the customer was shown: of a month, of all seats, or of one piece.
    func shown(_ options: PurchaseOptions) -> Int64 {
        if let seats = options.seats, !seatTiers.isEmpty { return seatTiers.price(of: seats) }
        if options.billingPlan == .monthly, let monthlyPlan { return monthlyPlan.milliunits }
        return milliunits
    }
}
