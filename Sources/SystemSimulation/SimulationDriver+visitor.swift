// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Foundation
import HTTPService

/// What the app of a visitor keeps: somebody who buys without an account, signs in later, and signs out again.
struct SimulatedVisitor: Hashable {
    /// A customer without an account, as the device knows it.
    struct Identity: Hashable {
        var secret: String
        var customer: String
    }

    /// The customer without an account; nil before the first purchase, and while somebody is signed in.
    var identity: Identity?
    /// The identities whose sign-in was asked for, and has not been confirmed.
    var merging: [Identity] = []
    /// The identities that are the account's.
    var merged: [Identity] = []
    var isSignedIn = false

    /// The names under which the servers may know the visitor.
    var names: Set<String> {
        Set(([identity].compactMap(\.self) + merging + merged).map(\.customer))
    }
}

// MARK: - The visitor

extension SimulationDriver {
    private static var shop: SimulatedSystem.Shop { SimulationCatalog.shops[0] }
    private static var account: String { SimulatedSystem.visitor.rawValue }
    private var visitor: Principal { Principal(SimulatedSystem.visitor) }

    /// Buys without an account or with one, signs in, or signs out: whatever is next.
    mutating func visit(_ dice: inout SimulationRandom) async throws {
        switch dice.below(10) {
        case ..<5: try await buyAsVisitor(&dice)
        case ..<8: try await signVisitorIn(&dice)
        case ..<9:
            // Whoever uses the device next is somebody else, who signs in with the same account later here.
            neighborhood.visitor.isSignedIn = false
        default: try await probeAlias(&dice)
        }
    }

    /// Orders, pays and shows a purchase; the app can die in between.
    private mutating func buyAsVisitor(_ dice: inout SimulationRandom) async throws {
        guard let name = try await visitorName(&dice) else { return }
        let product = dice.pick([Self.shop.monthly, Self.shop.yearly, Self.shop.grinder])
        let made = try await createOrder(product, 1, name, Self.shop, by: visitor, &dice)
        guard let id = made, let order = orders[id], dice.happens(90) else { return }
        guard let bought = await purchase(SimulatedSystem.visitor, product, token: order.token), dice.happens(60) else {
            return
        }
        try await showAsVisitor(bought, order: dice.happens(50) ? id : nil)
    }

    /// The customer whom the app acts for; one without an account is made when it is first needed.
    private mutating func visitorName(_ dice: inout SimulationRandom) async throws -> String? {
        if neighborhood.visitor.isSignedIn { return Self.account }
        if let identity = neighborhood.visitor.identity { return identity.customer }
        let bytes = Data((0..<32).map { _ in UInt8(truncatingIfNeeded: dice.next()) })
        let secret = bytes.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
        let answer = try await requestToken(for: secret)
        guard answer.status.rawValue < 300, let name = try answer.read(JSONValue.self)["customer"]?.string else {
            return nil
        }
        neighborhood.visitor.identity = .init(secret: secret, customer: name)
        return name
    }

    private func requestToken(for secret: String) async throws -> InProcessClient.Response {
        let body: JSONValue = .object(["secret": .string(secret)])
        return try await world.request(.post, "/v1/anonymous-customers", Self.shop, body, asApp: true)
    }

    /// Shows a purchase as whoever the app acts for, and finishes it when the server has answered for good.
    private mutating func showAsVisitor(_ sale: TransactionPayload, order: String? = nil) async throws {
        let name = neighborhood.visitor.isSignedIn ? Self.account : neighborhood.visitor.identity?.customer
        var body: [String: JSONValue] = [
            "signedTransaction": .string(try await world.appStore.document(of: sale).rawValue)
        ]
        body["customer"] = name.map(JSONValue.string)
        if let order {
            body["order"] = .string(order)
            orders[order]?.shown = sale.transactionId
        }
        let answer = try await sendAsVisitor(.post, "/v1/transactions", .object(body))
        guard let answer, answer.status.rawValue < 500 else { return }
        // What is the account's is shown again when somebody is signed in: a new identity may not take it.
        guard answer.status.rawValue < 300 || neighborhood.visitor.isSignedIn else { return }
        // No one has it yet: an app without a customer finishes only what was given to somebody.
        if answer.status.rawValue < 300, try answer.read(JSONValue.self)["state"]?.string == "unclaimed" { return }
        _ = try? await world.appStore.perform(.finish(sale.transactionId))
    }

    /// Asks with the account's token or that of the identity; with the app's key when neither can be had.
    private mutating func sendAsVisitor(
        _ method: HTTPMethod,
        _ target: String,
        _ body: JSONValue
    ) async throws -> InProcessClient.Response? {
        if neighborhood.visitor.isSignedIn {
            let proof = Proof.token(of: Self.account)
            return try await send(method, target, body, Self.shop, as: visitor, proof: proof)
        }
        guard let identity = neighborhood.visitor.identity else {
            return try await send(method, target, body, Self.shop, as: visitor, proof: .app)
        }
        disclosure.record(visitor, sending: body)
        let made = try await requestToken(for: identity.secret)
        guard made.status.rawValue < 300, let token = try made.read(JSONValue.self)["token"]?.string else { return nil }
        let answer = try await world.servers.request(method, target, key: token, body)
        wrong += try await disclosure.check(answer, to: visitor, "\(method) \(target) without an account", rules)
        return answer
    }

    /// Signs in; the merge may not be answered, and is asked for again then, as an app does at its next launch.
    mutating func signVisitorIn(_ dice: inout SimulationRandom) async throws {
        if let identity = neighborhood.visitor.identity { neighborhood.visitor.merging.append(identity) }
        (neighborhood.visitor.identity, neighborhood.visitor.isSignedIn) = (nil, true)
        for identity in neighborhood.visitor.merging {
            for _ in 0..<(dice.happens(30) ? 2 : 1) { try await merge(identity) }
        }
    }

    private mutating func merge(_ identity: SimulatedVisitor.Identity) async throws {
        let made = try await requestToken(for: identity.secret)
        // An earlier request arrived, and its answer did not.
        if made.status.rawValue == 409 { return confirm(identity) }
        guard made.status.rawValue < 300, let token = try made.read(JSONValue.self)["token"]?.string else { return }
        let body: JSONValue = .object(["anonymousToken": .string(token)])
        let target = "/v1/customers/\(Self.account)/aliases"
        let proof = Proof.token(of: Self.account)
        let answer = try await send(.post, target, body, Self.shop, as: visitor, proof: proof)
        guard answer.code < 300 else {
            if answer.code < 500, answer.code != 409 {
                wrong.append("the merge of \(identity.customer) was refused: \(answer?.text ?? "")")
            }
            return
        }
        confirm(identity)
        let old = try await world.servers.request(
            .get,
            "/v1/customers/\(identity.customer)/entitlements",
            key: token
        )
        if old.status.rawValue < 300 { wrong.append("the token of \(identity.customer), who signed in, is still good") }
    }

    private mutating func confirm(_ identity: SimulatedVisitor.Identity) {
        guard let place = neighborhood.visitor.merging.firstIndex(of: identity) else { return }
        neighborhood.visitor.merged.append(neighborhood.visitor.merging.remove(at: place))
    }

    /// Another customer tries to take an identity over without its secret.
    private mutating func probeAlias(_ dice: inout SimulationRandom) async throws {
        let thief = Self.customer(dice.below(1000))
        guard let token = try await world.token(of: thief.rawValue, Self.shop) else { return }
        let body: JSONValue = .object(["anonymousToken": .string(token)])
        let target = "/v1/customers/\(thief)/aliases"
        let proof = Proof.token(of: thief.rawValue)
        let answer = try await send(.post, target, body, Self.shop, as: Principal(thief), proof: proof)
        if answer.code < 300 { wrong.append("\(thief) merged an account without a secret") }
    }

    /// Signs the visitor in for good: the app shows what is unfinished, and every identity becomes the account's.
    ///
    /// - Returns: What is wrong.
    mutating func completeVisitor() async throws -> [String] {
        guard neighborhood.visitor != SimulatedVisitor() else { return [] }
        var dice = SimulationRandom(seed: 1)
        try await showUnfinishedAsVisitor()
        try await signVisitorIn(&dice)
        try await showUnfinishedAsVisitor()
        return neighborhood.visitor.merging.map { "\($0.customer) never became the account's" }
    }

    private mutating func showUnfinishedAsVisitor() async throws {
        let path = "/simulator/v1/devices/\(Self.account)?app=\(Self.shop.app)"
        let answer = try await world.appStoreClient.send(.get, path)
        guard answer.status == .ok else { return }
        for document in try answer.read(SimulatedDevice.self).unfinished {
            guard let sale = Self.content(of: document) else { continue }
            try await showAsVisitor(sale)
        }
    }
}

/// A device of the App Store's, with what its app has not finished.
struct SimulatedDevice: Decodable {
    private struct Purchase: Decodable {
        var isFinished: Bool
        var signedTransactionInfo: SignedPayload
    }

    private var transactions: [Purchase]

    var unfinished: [SignedPayload] { transactions.filter { !$0.isFinished }.map(\.signedTransactionInfo) }
}
