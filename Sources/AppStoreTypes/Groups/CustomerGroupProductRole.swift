// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A customer's role in an organization's group for one product.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/roles>
public struct CustomerGroupProductRole: Hashable, Sendable, Codable {
    /// The product.
    public var productId: ProductID

    /// The customer's role.
    public var role: CustomerGroupRole

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(productId: ProductID, role: CustomerGroupRole) {
        self.productId = productId
        self.role = role
    }
}
