// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes

/// How a configuration file sells a subscription besides a period at a time to one customer.
extension StoreKitFile.Subscription {
    /// How it is paid month by month, where the file has such a plan.
    ///
    /// - Throws: A ``SimulatorError`` when the plan's price makes no sense.
    package func commitmentTerms() throws -> CommitmentTerms? {
        guard let plan = billingPlans?.first(where: { $0.billingPlanType == .monthly && $0.isEnabled }) else {
            return nil
        }
        guard let price = plan.price, price >= 0 else {
            throw refusal("has a price that is none; write one such as 1.99")
        }
        return CommitmentTerms(monthlyPrice: PriceList(base: price))
    }

    /// How its seats are sold; Xcode's files have no members for that yet, so these are Purser's own.
    ///
    /// - Throws: A ``SimulatorError`` when the members make no sense.
    package func multiSeatTerms() throws -> MultiSeatTerms? {
        guard let own = others["_purser"] else { return nil }
        let extras: Extras
        do {
            extras = try AppStoreJSON.decode(Extras.self, from: try AppStoreJSON.encode(own))
        } catch {
            throw refusal("has a member _purser that cannot be read: \(error)")
        }
        guard let seats = extras.multiSeat, seats.status != "DISABLED" else { return nil }
        let tiers = (seats.priceTiers ?? []).sorted { $0.minimumSeats < $1.minimumSeats }
        guard tiers.count <= MultiSeatTerms.maximumTiers, tiers.allSatisfy({ $0.minimumSeats > 1 }),
            Set(tiers.map(\.minimumSeats)).count == tiers.count
        else {
            throw refusal(
                "has price tiers that are none: write up to \(MultiSeatTerms.maximumTiers), each from a seat of its own above 1"
            )
        }
        return MultiSeatTerms(
            invitationManagement: seats.invitationManagement ?? .developer,
            priceTiers: try tiers.map { tier in
                guard let price = Money.milliunits(decimal: tier.displayPrice), price >= 0 else {
                    throw refusal("has a price that is none; write one such as 1.99")
                }
                return MultiSeatTerms.PriceTier(minimumSeats: tier.minimumSeats, price: PriceList(base: price))
            }
        )
    }

    private func refusal(_ what: String) -> SimulatorError {
        SimulatorError(.invalidCatalog, "The StoreKit configuration cannot be used: \"\(productID)\" \(what).")
    }
}

/// What a subscription's member `_purser` may hold.
private struct Extras: Decodable {
    struct MultiSeat: Decodable {
        struct Tier: Decodable {
            var minimumSeats: Int
            var displayPrice: String
        }

        var status: String?
        var invitationManagement: InvitationManagement?
        var priceTiers: [Tier]?
    }

    var multiSeat: MultiSeat?
}
