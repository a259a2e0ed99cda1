// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import FoundationEssentials

/// The caller of a request.
struct Caller: Sendable {
    enum Identity: Hashable, Sendable {
        case anyone
        case app
        case customer(CustomerID)
        case backend(keyID: String)
        /// A person who is signed in to the console and may do what is asked.
        case person(name: String)
    }

    var identity: Identity
    /// The app that the key belongs to; open routes have none.
    var app: AppConfiguration?
    var address: String
    /// When the caller's token ends; keys have no end.
    var expires: Date?

    /// Whether the caller may change what is of more than one app: an administrator of the console, or whoever has the
    /// database itself at hand.
    var isAdministrator = false

    /// Whether the caller is a person of the console who changes nothing but the person's own.
    var isViewer = false

    /// The person who is signed in to the console, if the caller is one.
    var person: String? {
        guard case .person(let name) = identity else { return nil }
        return name
    }

    var isBackend: Bool {
        switch identity {
        case .backend, .person: true
        case .anyone, .app, .customer: false
        }
    }

    /// The customer that a token proves, if one was sent.
    var provenCustomer: CustomerID? {
        guard case .customer(let customer) = identity else { return nil }
        return customer
    }

    /// What an audit record says of the caller.
    var name: String {
        switch identity {
        case .anyone: "anyone"
        case .app: "app"
        case .customer: "customer"
        case .backend(let keyID): "key \(keyID)"
        case .person(let name): "operator \(name)"
        }
    }

    /// Whether the caller is the customer, by the customer's token, or the team itself.
    func proves(_ customer: CustomerID) -> Bool { isBackend || provenCustomer == customer }

    /// Lets an app create, pay and report an order with its key alone, unless the app's settings demand the customer's
    /// token always; a token serves its own customer only.
    ///
    /// The app's key proves nothing of the customer: what is answered to it holds what the request itself named or what
    /// the App Store signed, and nothing else of the customer.
    func requirePurchase(for customer: CustomerID) throws(ServiceProblem) {
        switch (identity, app?.requiresCustomerTokens) {
        case (.app, .never), (.app, .reads): return
        case (.app, _): throw ServiceProblem.customerTokenRequired
        default: try requireAccess(to: customer)
        }
    }

    /// Lets a backend act for everyone, a token for its customer, and the app's key alone as the app's settings say.
    func requireAccess(to customer: CustomerID) throws(ServiceProblem) {
        switch identity {
        case .backend, .person: return
        case .customer(let proven) where proven == customer: return
        case .app where app?.requiresCustomerTokens == .never: return
        case .app:
            throw ServiceProblem(.forbidden, "This app needs the customer's token, which the team's backend creates.")
        case .customer: throw ServiceProblem(.forbidden, "The token is another customer's.")
        case .anyone: throw ServiceProblem(.unauthenticated, "Send a key in the Authorization header.")
        }
    }
}
