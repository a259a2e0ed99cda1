// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

extension Purser {
    /// Whether the customer has no account: purchases belong to this device until someone signs in.
    public var isAnonymous: Bool { customer?.hasPrefix("anon_") ?? false }

    /// The customer without an account that an earlier run made.
    ///
    /// A customer who is signed in at launch takes over what was bought without an account before.
    func loadIdentity() async {
        guard let identities else { return }
        if let customer { return await mergeIdentity(into: customer) }
        do {
            let known = try await identities.customer()
            guard customer == nil, known != nil else { return }
            customer = known
            listenAsCustomer()
        } catch {
            emit(.notStored) { $0.text = "the identity without an account could not be read: \(error)" }
        }
    }

    /// Makes a customer without an account where no one is signed in, in an app that allows it.
    ///
    /// - Returns: Whether there is a customer, or no server that needs one. A secret that could not be kept makes none: what
    ///   is paid for would be lost with it.
    func identify() async -> Bool {
        guard server != nil, customer == nil else { return true }
        guard let identities else { return false }
        do {
            let made = try await identities.create()
            guard customer == nil else { return true }
            customer = made
            emit(.customerChanged)
            listenAsCustomer()
            return true
        } catch {
            emit(.notStored) { $0.text = "the identity without an account could not be kept: \(error)" }
            return false
        }
    }

    /// The account that the customer of a purchase in progress became, or the customer.
    func account(of customer: String?) async -> String? {
        guard let identities, let customer else { return customer }
        do {
            return try await identities.resolve(customer)
        } catch {
            // The server knows the alias as well.
            configuration.onLog?("the identities could not be read: \(error)")
            return customer
        }
    }

    /// Lets the customer without an account become the one who signs in: on this device now, on the server when it can be
    /// reached.
    func mergeIdentity(into account: String) async {
        guard let identities else { return }
        do {
            try await identities.signIn(as: account)
        } catch {
            emit(.notStored) { $0.text = "the sign-in could not be stored: \(error)" }
        }
        await finishMerges()
    }

    /// Has the server confirm what a sign-in began, in this run or an earlier one.
    ///
    /// The server merges once, however often it is asked: a kill at any step is followed by the same request.
    func finishMerges() async {
        guard let identities, let server else { return }
        do {
            for merge in try await identities.merges() where merge.account == customer {
                try await finish(merge, identities, server)
                emit(.customersMerged)
            }
        } catch {
            emit(.mergePending) { $0.text = "\(error)" }
        }
    }

    private func finish(
        _ merge: AnonymousIdentities.Merge,
        _ identities: IdentityKeeper,
        _ server: ServerClient
    ) async throws {
        do {
            let made = try await server.anonymousToken(ServerResponse.AnonymousTokenRequest(secret: merge.secret))
            try await server.merge(ServerResponse.MergeRequest(anonymousToken: made.token), into: merge.account)
        } catch  where error.code == "customer-merged" {
            // An earlier run's request arrived, and its answer did not.
        }
        try await identities.confirm(merge)
    }
}
