// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
public import FoundationEssentials

extension StoreStatement {
    /// A member of a statement that cannot be, and what it must be instead.
    public struct InvalidMember: Hashable, Sendable {
        /// The member, as the API spells it.
        public var name: String

        /// What it must be.
        public var expectation: String

        init(_ name: String, _ expectation: String) {
            self.name = name
            self.expectation = expectation
        }
    }

    /// A member that two statements about one payment have in different values, though it never changes.
    public struct Contradiction: Hashable, Sendable {
        /// The member, as the API spells it.
        public var member: String

        /// The value that is known.
        public var known: String

        /// The value that was stated now.
        public var stated: String

        init(_ member: String, known: String, stated: String) {
            self.member = member
            self.known = known
            self.stated = stated
        }
    }

    /// How many statements are stored of one purchase; the next one is refused.
    public static let maximumStatements = 1000

    /// How many bytes the name of a purchase has at most; with those of the store and the payment it fits a path.
    public static let maximumPurchaseID = 100

    /// How many bytes the name of a payment has at most.
    public static let maximumPaymentID = 70

    /// The first member that cannot be for a product; `nil` when the statement makes sense.
    ///
    /// - Parameters:
    ///   - product: The product, from the catalog.
    ///   - date: When the team stated it.
    /// - Returns: The member and what it must be.
    public func invalidMember(for product: CatalogProduct, statedOn date: Date) -> InvalidMember? {
        invalidIdentity ?? invalidPeriod(of: product, statedOn: date) ?? invalidState(of: product, statedOn: date)
    }

    private var invalidIdentity: InvalidMember? {
        guard Store.stated.contains(store) else {
            let names = Store.stated.map(\.rawValue).joined(separator: ", ")
            return InvalidMember("store", "one of \(names)")
        }
        guard Self.isName(purchaseID, upTo: Self.maximumPurchaseID) else {
            return InvalidMember("id", "1 to \(Self.maximumPurchaseID) letters, digits, '.', '_' or '-'")
        }
        guard paymentID.map({ Self.isName($0, upTo: Self.maximumPaymentID) }) ?? true else {
            return InvalidMember("transactionId", "1 to \(Self.maximumPaymentID) letters, digits, '.', '_' or '-'")
        }
        guard (1...1000).contains(quantity) else { return InvalidMember("quantity", "from 1 to 1000") }
        guard price.map({ $0.milliunits >= 0 }) ?? true else { return InvalidMember("price", "zero or more") }
        return nil
    }

    private static func isName(_ text: String, upTo limit: Int) -> Bool {
        (1...limit).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
                default: false
                }
            }
    }

    private func invalidPeriod(of product: CatalogProduct, statedOn date: Date) -> InvalidMember? {
        guard purchaseDate <= date else { return InvalidMember("purchaseDate", "not after statedAt") }
        switch product.type {
        case .autoRenewableSubscription:
            guard expirationDate != nil else {
                return InvalidMember("expiresDate", "the end of the period, because the product is a subscription")
            }
        case .nonRenewingSubscription: break
        default:
            guard expirationDate == nil else {
                return InvalidMember("expiresDate", "absent, because the product is not a subscription")
            }
        }
        guard expirationDate.map({ $0 > purchaseDate }) ?? true else {
            return InvalidMember("expiresDate", "after purchaseDate")
        }
        guard !isTrial || product.type == .autoRenewableSubscription && price?.milliunits ?? 0 == 0 else {
            return InvalidMember("isTrial", "false, because only a subscription without a price is a free trial")
        }
        return nil
    }

    private func invalidState(of product: CatalogProduct, statedOn date: Date) -> InvalidMember? {
        let renews = product.type == .autoRenewableSubscription
        guard renews || willRenew == nil else {
            return InvalidMember("willAutoRenew", "absent, because the product does not renew")
        }
        switch state {
        case .active, .refunded: break
        case .expired:
            guard expirationDate != nil else {
                return InvalidMember("state", "active or refunded, because the purchase has no period that ends")
            }
            guard willRenew != true else { return InvalidMember("willAutoRenew", "false or absent with expired") }
        case .gracePeriod, .billingRetry:
            guard renews else {
                return InvalidMember("state", "active, expired or refunded, because the product does not renew")
            }
        }
        guard (gracePeriodExpirationDate != nil) == (state == .gracePeriod) else {
            return InvalidMember("gracePeriodExpiresDate", "given with grace-period, and with no other state")
        }
        guard gracePeriodExpirationDate.map({ $0 > purchaseDate }) ?? true else {
            return InvalidMember("gracePeriodExpiresDate", "after purchaseDate")
        }
        guard state == .refunded || refundDate == nil else {
            return InvalidMember("refundDate", "absent unless the state is refunded")
        }
        guard refundDate.map({ purchaseDate <= $0 && $0 <= date }) ?? true else {
            return InvalidMember("refundDate", "from purchaseDate to statedAt")
        }
        guard refundedPercentage.map({ state == .refunded && (1...100_000).contains($0) }) ?? true else {
            return InvalidMember("refundPercentage", "from 1 to 100000, with refunded alone")
        }
        return nil
    }

    /// The first member that contradicts what was stated about the same payment.
    ///
    /// - Parameters:
    ///   - date: When this was stated.
    ///   - known: What was stated before, in any order, with its dates.
    /// - Returns: The member; `nil` when the statements fit together.
    func contradiction(statedOn date: Date, known: [(statement: StoreStatement, date: Date)]) -> Contradiction? {
        for (other, otherDate) in known where other.transactionID == transactionID && other != self {
            if let contradiction = contradiction(of: other) { return contradiction }
            guard otherDate != date else {
                let text = "\(date.millisecondsSince1970)"
                return Contradiction("statedAt", known: "\(text), in another state", stated: text)
            }
        }
        return nil
    }

    private func contradiction(of other: StoreStatement) -> Contradiction? {
        func compare<Value: Equatable>(_ member: String, _ path: KeyPath<StoreStatement, Value>) -> Contradiction? {
            let (known, stated) = (other[keyPath: path], self[keyPath: path])
            return known == stated ? nil : Contradiction(member, known: "\(known)", stated: "\(stated)")
        }
        func compareGiven<Value: Equatable>(_ member: String, _ path: KeyPath<StoreStatement, Value?>) -> Contradiction?
        {
            guard let known = other[keyPath: path], let stated = self[keyPath: path], known != stated else {
                return nil
            }
            return Contradiction(member, known: "\(known)", stated: "\(stated)")
        }
        return compare("productId", \.productID) ?? compare("quantity", \.quantity)
            ?? compare("purchaseDate", \.purchaseDate.millisecondsSince1970) ?? compare("isTrial", \.isTrial)
            ?? compareGiven("price", \.price) ?? compareGiven("storefront", \.storefront)
    }
}
