// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

extension StoreStatement {
    /// Gems that were bought once in Google Play.
    static func gems(_ change: (inout StoreStatement) -> Void = { _ in }) -> StoreStatement {
        var statement = StoreStatement(
            store: "google-play",
            purchaseID: "GPA.1",
            productID: "gems",
            price: Money(milliunits: 6000, currency: "CNY"),
            purchaseDate: .at("01-01"),
            storefront: "CHN"
        )
        change(&statement)
        return statement
    }

    /// A month of a subscription that was bought in Huawei's store.
    static func month(
        _ payment: String? = nil,
        _ start: String = "01-01",
        to end: String = "02-01",
        _ change: (inout StoreStatement) -> Void = { _ in }
    ) -> StoreStatement {
        var statement = StoreStatement(
            store: "huawei",
            purchaseID: "sub-7",
            paymentID: payment,
            productID: "monthly",
            price: Money(milliunits: 18_000, currency: "CNY"),
            purchaseDate: .at(start),
            expirationDate: .at(end),
            storefront: "CHN"
        )
        change(&statement)
        return statement
    }

    /// The fact of the statement.
    func fact(stated day: String, in scope: AppScope = .app) -> Fact {
        let date = Date.at(day)
        return Fact(self, statedOn: date, scope: scope, digest: .of("\(date.millisecondsSince1970) \(self)"))
    }
}

extension LineageKey {
    /// The subscription of ``StoreStatement/month(_:_:to:_:)``.
    static let subscription = LineageKey(scope: .app, lineage: "huawei:sub-7")
}

extension FulfillmentInput {
    /// The team's backend states a purchase.
    static func stated(_ statement: StoreStatement, for customer: CustomerID = "anna") -> FulfillmentInput {
        FulfillmentInput(
            .documents(.statement),
            actor: "statement",
            claimant: Claimant(customer: customer, basis: .statement),
            named: statement.transactionID
        )
    }
}

extension FulfillmentWorld {
    /// Takes a statement as the server does: one that is rejected is not stored.
    @discardableResult
    mutating func state(
        _ statement: StoreStatement,
        stated day: String,
        for customer: CustomerID = "anna"
    ) -> Decision.NamedTransaction? {
        var trial = self
        let decision = trial.process([statement.fact(stated: day)], .stated(statement, for: customer))
        switch decision.named?.rejection {
        case .contradiction, .tooManyStatements: break
        default: self = trial
        }
        return decision.named
    }

    /// An entitlement of a customer.
    func answer(_ entitlement: EntitlementID = "basic", of customer: CustomerID = "anna") -> EntitlementDecision? {
        entitlements[customer]?.map(\.cached.answer).first { $0.entitlement == entitlement }
    }

    /// A statement's contradictory member.
    static func member(_ named: Decision.NamedTransaction?) -> String? {
        guard case .contradiction(let found) = named?.rejection else { return nil }
        return found.member
    }
}
