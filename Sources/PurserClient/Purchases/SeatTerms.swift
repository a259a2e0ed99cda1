// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What the app states before a customer buys a subscription for several people, or adds seats to one.
public struct SeatTerms: Hashable, Sendable {
    /// Seats that cost the same.
    public struct Tier: Hashable, Sendable {
        /// The first seat, counted from 1.
        public let firstSeat: Int

        /// The last seat; absent when there is no last one.
        public let lastSeat: Int?

        /// The price of one of them.
        public let price: String
    }

    /// The product's identifier.
    public let product: String

    /// The product's name.
    public let name: String

    /// What a seat costs, by how many come before it.
    public let tiers: [Tier]

    /// How many people are to use it.
    public let seats: Int

    /// What that many seats cost in each period.
    public let price: String

    /// How many people may use it now; 0 before the first purchase.
    public let heldSeats: Int

    /// About what the seats that come now cost until the period ends; absent when none come, or all do.
    ///
    /// Apple charges added seats for the rest of the period, and states the exact amount in its own sheet.
    public let addedPrice: String?

    /// How many seats come now.
    public var addedSeats: Int { max(0, seats - heldSeats) }

    /// What each seat costs.
    public let tierText: String

    /// What all seats cost together, and how often.
    public let priceText: String

    /// What adding seats costs now; absent when none are added to others.
    public let additionText: String?

    /// All of it, a sentence each.
    public var text: String { [tierText, priceText, additionText].compactMap { $0 }.joined(separator: " ") }

    /// The purchase that these terms are for.
    public var options: PurchaseOptions { PurchaseOptions(seats: seats) }

    /// Calculates what seats cost.
    ///
    /// - Parameters:
    ///   - product: The product, whose tiers are not empty.
    ///   - seats: How many there are to be.
    ///   - held: How many there are.
    ///   - share: How much of the period is left, from 0 to 1.
    ///   - language: The language of the texts.
    init(_ product: StoreProduct, seats: Int, held: Int, share: Double, in language: PurserLanguage) {
        let rhythm = product.period?.rhythm(in: language) ?? ""
        self.product = product.id
        name = product.name
        self.seats = seats
        heldSeats = held
        tiers = product.seatTiers.map {
            Tier(firstSeat: $0.firstSeat, lastSeat: $0.lastSeat, price: product.display($0.milliunits))
        }
        price = product.display(product.seatTiers.price(of: seats))
        tierText = tiers.map { $0.text(in: language) }.joined(separator: language.choose(" ", ""))
        priceText = language.choose(
            "\(seats == 1 ? "1 seat" : "\(seats) seats"): \(price) every \(rhythm), renewing until you cancel.",
            "\(seats)个席位：每\(rhythm)\(price)，自动续期，可随时取消。"
        )
        guard held > 0 else {
            (addedPrice, additionText) = (nil, nil)
            return
        }
        guard seats > held else {
            addedPrice = nil
            additionText = language.choose(
                "You have \(held == 1 ? "1 seat" : "\(held) seats"). Choose fewer in the subscription's settings, from the next renewal on.",
                "您已有\(held)个席位。如需减少，请在订阅设置中更改，下次续期生效。"
            )
            return
        }
        let added = product.seatTiers.price(of: seats) - product.seatTiers.price(of: held)
        let now = product.display(Int64((Double(added) * min(1, max(0, share))).rounded()))
        addedPrice = now
        let count = seats - held
        additionText = language.choose(
            "Adding \(count == 1 ? "1 seat" : "\(count) seats") costs about \(now) now, for the rest of the current period.",
            "现在增加\(count)个席位约需\(now)，用于当前订阅期的剩余时间。"
        )
    }
}

extension SeatTerms.Tier {
    func text(in language: PurserLanguage) -> String {
        guard let lastSeat else {
            return firstSeat == 1
                ? language.choose("\(price) for each seat.", "每个席位\(price)。")
                : language.choose("\(price) for each seat from seat \(firstSeat) on.", "第\(firstSeat)个起每个\(price)。")
        }
        return firstSeat == lastSeat
            ? language.choose("\(price) for seat \(firstSeat).", "第\(firstSeat)个席位\(price)。")
            : language.choose(
                "\(price) for each of the seats \(firstSeat) to \(lastSeat).",
                "第\(firstSeat)至\(lastSeat)个席位每个\(price)。"
            )
    }
}
