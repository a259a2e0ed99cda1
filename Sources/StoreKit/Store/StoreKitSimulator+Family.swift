// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension StoreKitSimulator {
    /// Another member of the customer's family, whose purchases the customer gets where products may be shared.
    ///
    /// What is shared arrives as a transaction of the customer's with ``Transaction/OwnershipType/familyShared``, and is
    /// revoked when the other member no longer shares it. The member is there from the first call on.
    public enum Family {
        /// The other member buys a product.
        ///
        /// - Parameter product: The product; one that a family may not share does not reach the customer.
        /// - Throws: ``StoreKitError/unsupported`` when the store is not in this process, or that the product is not sold.
        public static func buys(_ product: String) throws {
            try attempt { try $0.familyBuys(product) }
        }

        /// The store gives the other member's money back.
        ///
        /// - Parameter product: What the member had bought.
        /// - Throws: ``StoreKitError/unsupported`` when the store is not in this process, or that nothing was bought.
        public static func isRefunded(_ product: String) throws {
            try attempt { try $0.familyIsRefunded(product) }
        }

        /// The other member shares purchases with the family, or stops.
        ///
        /// - Parameter shares: Whether they are shared.
        /// - Throws: ``StoreKitError/unsupported`` when the store is not in this process.
        public static func shares(_ shares: Bool) throws {
            try attempt { try $0.familyShares(shares) }
        }

        /// The customer leaves the family.
        ///
        /// - Throws: ``StoreKitError/unsupported`` when the store is not in this process, or that there is no family.
        public static func leave() throws {
            try attempt { try $0.leaveFamily() }
        }

        private static func attempt(_ body: (SimulatedStore) throws -> Void) throws {
            let store = try StoreKitSimulator.simulated()
            do {
                try body(store)
            } catch let error where !(error is StoreKitError) {
                throw StoreKitError.systemError(error)
            }
        }
    }
}
