// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// An action of the server: requested by the app or an administrator, or required by a rule.
public enum Command: Hashable, Sendable {
    /// A purchase was said to be a customer's.
    case claim(Claim)

    /// A purchase was taken from one customer and given to another.
    case transfer(Transfer)

    /// A customer's purchase became no one's.
    case release(Release)

    /// A right was given manually.
    case grant(Grant)

    /// An entitlement that was given manually was revoked.
    case revokeGrant(GrantRevocation)

    /// A customer consented to something, or withdrew the consent.
    case consent(Consent)

    /// Something bought was used or used up.
    case spend(Spend)

    /// What was left of a plan was turned into days of another.
    case conversion(PlanConversion)

    /// The team's policies changed.
    case policy(PolicyChange)

    /// What a delivery of a product gives changed.
    case product(ProductChange)

    /// A device was registered or removed.
    case device(DeviceRegistration)

    /// A content item was registered, changed or withdrawn.
    case contentItem(ContentItemRegistration)

    /// An order was made, delivered, finished or abandoned.
    case order(OrderStep)

    /// Someone was invited to a seat of a group subscription, claimed it or gave it back.
    case seat(SeatStep)

    /// A customer without an account signed in: the anonymous identifier is an alias of the account.
    case merge(CustomerMerge)

    /// A later version of this software did it.
    case unknown(String, OpaqueJSON)
}

extension Command {
    /// The purchase whose life it is about, when it is about one.
    public var lineage: OriginalTransactionID? {
        switch self {
        case .claim(let claim): claim.lineage
        case .transfer(let transfer): transfer.lineage
        case .release(let release): release.lineage
        case .seat(let step): step.lineage
        default: nil
        }
    }

    /// The customer it is about, when it names one; for a transfer the one who receives.
    public var customer: CustomerID? {
        switch self {
        case .claim(let claim): claim.customer
        case .transfer(let transfer): transfer.recipient
        case .release(let release): release.customer
        case .grant(let grant): grant.customer
        case .revokeGrant(let revocation): revocation.customer
        case .consent(let consent): consent.customer
        case .spend(let spend): spend.customer
        case .conversion(let conversion): conversion.customer
        case .device(let device): device.customer
        case .order(let step): step.customer
        case .seat(let step): step.customer
        case .merge(let merge): merge.customer
        case .policy, .product, .contentItem, .unknown: nil
        }
    }
}
