// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// The part of a business that a chart of payers or cohorts is about.
///
/// Customers cannot be added up over products, because one customer may pay for several. So such charts are counted for each
/// part of its own. A subscription belongs to the product, storefront and offer of its first paid period.
public enum ChartPart: Hashable, Sendable {
    /// Everything.
    case all
    /// What is paid for one product.
    case product(ProductID)
    /// What is paid in one storefront.
    case storefront(StorefrontCountryCode)
    /// The subscriptions that began with one offer: its name, or its kind when it has none.
    case offer(String)

    /// The part that a stored series is about.
    package init(_ key: ChartRow.Key) {
        if let product = key.product, product != "" {
            self = .product(product)
        } else if let storefront = key.storefront, storefront != "" {
            self = .storefront(storefront)
        } else if let offer = key.offer, !offer.isEmpty {
            self = .offer(offer)
        } else {
            self = .all
        }
    }

    /// Reads a part as addresses spell it, such as `product:com.example.pro`; `nil` when it is none.
    public init?(text: String) {
        guard let end = text.firstIndex(of: ":") else { return nil }
        let name = String(text[text.index(after: end)...])
        guard !name.isEmpty else { return nil }
        switch text[..<end] {
        case "product": self = .product(ProductID(rawValue: name))
        case "storefront": self = .storefront(StorefrontCountryCode(rawValue: name))
        case "offer": self = .offer(name)
        default: return nil
        }
    }

    /// The part as addresses spell it; empty for everything.
    public var text: String { dimension.map { "\($0.rawValue):\(name)" } ?? "" }

    /// What it is a part by; `nil` for everything.
    public var dimension: ChartRow.Dimension? {
        switch self {
        case .all: nil
        case .product: .product
        case .storefront: .storefront
        case .offer: .offer
        }
    }

    /// The name of the product, storefront or offer; empty for everything.
    public var name: String {
        switch self {
        case .all: ""
        case .product(let product): product.rawValue
        case .storefront(let storefront): storefront.rawValue
        case .offer(let offer): offer
        }
    }

    /// Whether something of a product and storefront, and of an offer, belongs to it.
    func includes(_ product: ProductID?, _ storefront: StorefrontCountryCode?, _ offer: String? = nil) -> Bool {
        switch self {
        case .all: true
        case .product(let own): product == own
        case .storefront(let own): storefront == own
        case .offer(let own): offer == own
        }
    }

    func includes(_ sale: RecordedSale) -> Bool { includes(sale.productID, sale.country) }

    func includes(_ key: ChartRow.Key) -> Bool { includes(key.product, key.storefront, key.offer) }
}

extension LineageChartInput {
    /// The parts that the purchase counts in, besides everything.
    public var chartParts: Set<ChartPart> {
        let cohort = periods.first { $0.kind.isPaid }?.chartParts ?? []
        return Set(cohort).union(paidParts).subtracting([.all])
    }

    /// The products and storefronts that something was paid for.
    private var paidParts: Set<ChartPart> { paidParts { _ in true } }

    /// The products and storefronts that something was paid for on some Pacific days.
    public func paidParts(on days: ClosedRange<CivilDay>) -> Set<ChartPart> { paidParts { days.contains($0.day) } }

    private func paidParts(_ isCounted: (RecordedSale) -> Bool) -> Set<ChartPart> {
        let paid = sales.filter { $0.amount != 0 && $0.direction == .sale && isCounted($0) }
        return Set(paid.flatMap { [.product($0.productID), .storefront($0.country)] })
            .subtracting([.storefront("")])
    }
}

extension ServicePeriod {
    /// The parts that a subscription belongs to whose first paid period this is.
    var chartParts: [ChartPart] {
        var parts: [ChartPart] = [.all, .product(transaction.productID)]
        if let storefront = transaction.storefront, storefront != "" { parts.append(.storefront(storefront)) }
        if !offerName.isEmpty { parts.append(.offer(offerName)) }
        return parts
    }
}
