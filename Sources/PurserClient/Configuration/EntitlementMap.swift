// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

/// Which products give which entitlements.
///
/// It reads the JSON of the server's catalog, so that an app without a server and one with a server name the same
/// entitlements in the same way.
public struct EntitlementMap: Hashable, Sendable, Codable {
    /// One product.
    public struct Product: Hashable, Sendable, Codable {
        /// The product's identifier.
        public var id: String

        /// The entitlements that it gives.
        public var entitlements: [String]

        /// How long time that was bought lasts, such as P3M, for products whose end the App Store does not know.
        public var serviceDuration: String?

        /// Describes a product.
        ///
        /// - Parameters:
        ///   - id: The product's identifier.
        ///   - entitlements: The entitlements that it gives.
        ///   - serviceDuration: How long time that was bought lasts.
        public init(id: String, entitlements: [String], serviceDuration: String? = nil) {
            self.id = id
            self.entitlements = entitlements
            self.serviceDuration = serviceDuration
        }

        /// Reads a product; one that gives no entitlement may leave the member out.
        ///
        /// - Parameter decoder: Holds the product.
        /// - Throws: `DecodingError` when it is not a product.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            id = try values.decode(String.self, forKey: .id)
            entitlements = try values.decodeIfPresent([String].self, forKey: .entitlements) ?? []
            serviceDuration = try values.decodeIfPresent(String.self, forKey: .serviceDuration)
        }
    }

    /// The products.
    public var products: [Product]

    /// Makes a map of products.
    ///
    /// - Parameter products: The products.
    public init(_ products: [Product] = []) {
        self.products = products
    }

    /// Reads the server's catalog: an object with the member `products`.
    ///
    /// - Parameter json: The catalog.
    /// - Throws: `DecodingError` when it is not a catalog.
    public init(catalog json: Data) throws {
        self = try JSONDecoder().decode(EntitlementMap.self, from: json)
    }

    /// The product of an identifier.
    func product(_ id: String) -> Product? { products.first { $0.id == id } }

    /// The entitlements that a product gives.
    ///
    /// - Parameter product: The product's identifier.
    /// - Returns: The entitlements; none for a product that is not in the map.
    public func entitlements(of product: String) -> [String] {
        self.product(product)?.entitlements ?? []
    }
}

extension EntitlementMap.Product {
    /// The end of time that was bought at an instant; nothing when the product does not say how long it lasts.
    func end(ofTimeBoughtAt start: Date, quantity: Int) -> Date? {
        guard let text = serviceDuration, text.hasPrefix("P"), let unit = text.last,
            let count = Int(text.dropFirst().dropLast()), count > 0
        else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
        let components: [Character: Calendar.Component] = ["D": .day, "W": .weekOfYear, "M": .month, "Y": .year]
        guard let component = components[unit] else { return nil }
        return calendar.date(byAdding: component, value: count * max(1, quantity), to: start)
    }
}
