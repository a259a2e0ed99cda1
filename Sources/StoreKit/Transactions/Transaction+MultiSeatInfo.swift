// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

extension Transaction {
    /// The seats that a transaction of a group subscription bought.
    ///
    /// <https://developer.apple.com/documentation/storekit/transaction/multiseatinfo-swift.struct>
    public struct MultiSeatInfo: Hashable, Sendable {
        /// The side that invites the members.
        public struct InvitationManagement: RawRepresentable, Hashable, Sendable {
            /// The value as the App Store writes it.
            public let rawValue: String

            /// Makes a value from the App Store's.
            public init(rawValue: String) {
                self.rawValue = rawValue
            }

            /// The App Store invites them.
            public static let apple = InvitationManagement(rawValue: "APPLE")

            /// The app's developer invites them.
            public static let developer = InvitationManagement(rawValue: "DEVELOPER")
        }

        /// Seats of the transaction that have the same price.
        public struct PriceTier: Hashable, Sendable {
            /// The price of one seat.
            public let price: Decimal

            /// How many seats have that price.
            public let quantity: Int

            init?(_ tier: MultiSeatPriceTier) {
                guard let price = tier.price, let quantity = tier.quantity else { return nil }
                self.price = Decimal(price) / 1000
                self.quantity = quantity
            }
        }

        /// The side that invites the members.
        public let invitationManagement: InvitationManagement

        /// The seats by price, in no promised order.
        public let priceTiers: [PriceTier]

        /// How many seats of this transaction were refunded; nil when none were.
        public let revokedSeatQuantity: Int?

        init(_ fields: TransactionMultiSeatInfo, revoked: Int) {
            invitationManagement = InvitationManagement(rawValue: fields.invitationManagement?.rawValue ?? "")
            priceTiers = (fields.priceTiers ?? []).compactMap(PriceTier.init)
            revokedSeatQuantity = revoked > 0 ? revoked : nil
        }
    }

    /// Why a period is represented by several transactions.
    public struct AdditionalTransactionReason: RawRepresentable, Hashable, Sendable {
        /// The value as the App Store writes it.
        public let rawValue: String

        /// Makes a value from the App Store's.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Seats were added within the period.
        public static let seatAddition = AdditionalTransactionReason(rawValue: "SEAT_ADDITION")
    }
}
