// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import StoreKit

extension Product {
    /// How far the loading of a product is.
    ///
    /// <https://developer.apple.com/documentation/storekit/product/taskstate>
    public enum TaskState: Sendable {
        /// The store is asked.
        case loading

        /// The store does not sell it.
        case unavailable

        /// The store could not be asked.
        case failure(any Error)

        /// The product.
        case success(Product)

        /// The product, once it is there.
        public var product: Product? {
            if case .success(let product) = self { product } else { nil }
        }
    }

    /// How far the loading of several products is.
    ///
    /// <https://developer.apple.com/documentation/storekit/product/collectiontaskstate>
    public enum CollectionTaskState: Sendable {
        /// The store is asked.
        case loading

        /// The store could not be asked.
        case failure(any Error)

        /// The products, and the identifiers of which the store sells nothing.
        case success([Product], unavailable: [Product.ID])

        /// The products, once they are there.
        public var products: [Product] {
            if case .success(let products, _) = self { products } else { [] }
        }

        /// The identifiers of which the store sells nothing.
        public var unavailableProductIDs: [Product.ID] {
            if case .success(_, let unavailable) = self { unavailable } else { [] }
        }
    }
}

/// How far the reading of an entitlement is.
///
/// <https://developer.apple.com/documentation/storekit/entitlementtaskstate>
public enum EntitlementTaskState<Value: Sendable>: Sendable {
    /// The store is asked.
    case loading

    /// The store could not be asked.
    case failure(any Error)

    /// What the store says.
    case success(Value)

    /// What the store says, once it is there.
    public var value: Value? {
        if case .success(let value) = self { value } else { nil }
    }

    /// What the store says, in another form.
    ///
    /// - Parameter transform: Makes the other form.
    /// - Returns: The same state of it.
    public func map<NewValue: Sendable>(_ transform: (Value) -> NewValue) -> EntitlementTaskState<NewValue> {
        switch self {
        case .loading: .loading
        case .failure(let error): .failure(error)
        case .success(let value): .success(transform(value))
        }
    }

    /// What the store says, in another state.
    ///
    /// - Parameter transform: Makes the other state.
    /// - Returns: The state.
    public func flatMap<NewValue: Sendable>(
        _ transform: (Value) -> EntitlementTaskState<NewValue>
    ) -> EntitlementTaskState<NewValue> {
        switch self {
        case .loading: .loading
        case .failure(let error): .failure(error)
        case .success(let value): transform(value)
        }
    }
}
