// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

/// Asks the team's server, as the app and as its customers.
struct ServerClient: Sendable {
    let access: ServerAccess
    let transport: any PurserTransport
    let token: (@Sendable (String) async throws -> String?)?
    /// The customers without an account, whose tokens the server gives for their secrets.
    let identities: IdentityKeeper?
    /// What each request says of the app and the device.
    private let name: String

    init(
        _ access: ServerAccess,
        appVersion: String? = nil,
        token: (@Sendable (String) async throws -> String?)?,
        identities: IdentityKeeper? = nil
    ) {
        self.access = access
        self.identities = identities
        transport = access.transport ?? URLSessionTransport()
        self.token = token
        name = ClientName.field(appVersion: appVersion)
    }

    func order(_ body: ServerResponse.OrderRequest) async throws(ServerProblem) -> ServerResponse.Order {
        try await send("POST", "v1/orders", body, for: body.customer)
    }

    func signature(
        _ body: ServerResponse.OfferRequest,
        customer: String,
        environment: String
    ) async throws(ServerProblem)
        -> ServerResponse.OfferSignature
    {
        let query = ["environment": environment]
        return try await send("POST", "v1/offers/signatures", body, query: query, for: customer)
    }

    func verify(_ body: ServerResponse.PurchaseRequest) async throws(ServerProblem) -> ServerResponse.Purchase {
        try await send("POST", "v1/transactions", body, for: body.customer)
    }

    func anonymousToken(
        _ body: ServerResponse.AnonymousTokenRequest
    ) async throws(ServerProblem) -> ServerResponse.AnonymousToken {
        try await send("POST", "v1/anonymous-customers", body, for: nil)
    }

    func merge(_ body: ServerResponse.MergeRequest, into account: String) async throws(ServerProblem) {
        let path = "v1/customers/\(Self.escaped(account))/aliases"
        _ = try await self.response("POST", path, try Self.encode(body), for: account)
    }

    func finished(order: String, customer: String?) async throws(ServerProblem) {
        _ = try await self.response("POST", "v1/orders/\(Self.escaped(order))/finish", nil, for: customer)
    }

    func failed(order: String, _ body: ServerResponse.Failure, customer: String?) async throws(ServerProblem) {
        let path = "v1/orders/\(Self.escaped(order))/failure"
        _ = try await self.response("POST", path, try Self.encode(body), for: customer)
    }

    func report(_ body: ServerResponse.Failure) async throws(ServerProblem) {
        _ = try await self.response("POST", "v1/purchase-failures", try Self.encode(body), for: body.customer)
    }

    func snapshot(of customer: String, environment: String) async throws(ServerProblem) -> ServerResponse.Snapshot {
        try await get("v1/customers/\(Self.escaped(customer))/snapshot", ["environment": environment], for: customer)
    }

    func snapshotKeys() async throws(ServerProblem) -> Data {
        try await self.response("GET", "v1/snapshot-keys", nil, for: nil)
    }

    func conflicts(
        of customer: String,
        buying product: String,
        environment: String
    ) async throws(ServerProblem) -> ServerResponse.Conflicts {
        let path = "v1/customers/\(Self.escaped(customer))/conflicts/\(Self.escaped(product))"
        return try await get(path, ["environment": environment], for: customer)
    }

    func deletion(of customer: String, environment: String) async throws(ServerProblem) -> ServerResponse.Deletion {
        try await get(
            "v1/customers/\(Self.escaped(customer))/deletion-check",
            ["environment": environment],
            for: customer
        )
    }

    func products(
        language: String,
        promotedOnly: Bool = false
    ) async throws(ServerProblem) -> ServerResponse.Products {
        var query = ["language": language]
        if promotedOnly { query["promoted"] = "true" }
        return try await get("v1/products", query, for: nil)
    }

    func get<Answer: Decodable>(
        _ path: String,
        _ query: [String: String],
        for customer: String?
    ) async throws(ServerProblem) -> Answer {
        try Self.decode(await self.response("GET", path, nil, query: query, for: customer))
    }

    func send<Answer: Decodable>(
        _ method: String,
        _ path: String,
        _ body: some Encodable,
        query: [String: String] = [:],
        for customer: String?
    ) async throws(ServerProblem) -> Answer {
        try Self.decode(await self.response(method, path, try Self.encode(body), query: query, for: customer))
    }

    /// The body of a good answer; a customer's token that has become too old is asked for once more.
    func response(
        _ method: String,
        _ path: String,
        _ body: Data?,
        query: [String: String] = [:],
        for customer: String?
    ) async throws(ServerProblem) -> Data {
        let problem: ServerProblem
        do {
            return try await attempt(method, path, body, query, customer)
        } catch {
            guard error.wantsToken, let customer, token != nil || identities != nil else { throw error }
            await identities?.dropToken(of: customer)
            problem = error
        }
        do {
            return try await attempt(method, path, body, query, customer)
        } catch {
            throw error.wantsToken ? problem : error
        }
    }

    private func attempt(
        _ method: String,
        _ path: String,
        _ body: Data?,
        _ query: [String: String],
        _ customer: String?
    ) async throws(ServerProblem) -> Data {
        let response: PurserResponse
        do {
            response = try await transport.send(try await request(method, path, body, query, customer))
        } catch {
            throw ServerProblem(noAnswer: error)
        }
        guard (200..<300).contains(response.status) else { throw ServerProblem(response) }
        return response.body
    }

    /// Opens the stream that says when the customer's entitlements changed.
    func updates(of customer: String) async throws(ServerProblem) -> PurserStream {
        do {
            return try await openUpdates(of: customer)
        } catch {
            guard error.wantsToken, token != nil || identities != nil else { throw error }
            await identities?.dropToken(of: customer)
        }
        return try await openUpdates(of: customer)
    }

    private func openUpdates(of customer: String) async throws(ServerProblem) -> PurserStream {
        let path = "v1/customers/\(Self.escaped(customer))/entitlements/updates"
        let stream: PurserStream
        do {
            let query = ["lifetimeSeconds": String(Self.streamLifetime)]
            var request = try await request("GET", path, nil, query, customer)
            request.headers["Accept"] = "text/event-stream"
            stream = try await transport.open(request)
        } catch {
            throw ServerProblem(noAnswer: error)
        }
        guard stream.status == 200 else {
            throw ServerProblem(PurserResponse(status: stream.status, headers: stream.headers))
        }
        return stream
    }

    /// How long one stream lasts, in seconds.
    ///
    /// On Linux a transfer cannot be ended from here: an abandoned one ends after this.
    private static var streamLifetime: Int {
        #if canImport(FoundationNetworking)
        60
        #else
        3600
        #endif
    }

    /// Whether it is a header of W3C Trace Context's first version: no header field can begin within it.
    private static func isTraceParent(_ value: String) -> Bool {
        let parts = value.split(separator: "-", omittingEmptySubsequences: false)
        return parts.map(\.utf8.count) == [2, 32, 16, 2] && parts[0] == "00"
            && parts.joined().utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    private func request(
        _ method: String,
        _ path: String,
        _ body: Data?,
        _ query: [String: String],
        _ customer: String?
    ) async throws -> PurserRequest {
        guard let url = url(path, query) else { throw URLError(.badURL) }
        var headers = ["Accept": "application/json", "User-Agent": name]
        if body != nil { headers["Content-Type"] = "application/json" }
        headers["Authorization"] = "Bearer " + (try await key(for: customer))
        if let trace = access.traceParent?(), Self.isTraceParent(trace) { headers["traceparent"] = trace }
        return PurserRequest(method: method, url: url, headers: headers, body: body)
    }

    /// The customer's token when there is one, otherwise the app's key.
    private func key(for customer: String?) async throws -> String {
        guard var customer else { return access.key }
        if let identities {
            customer = try await identities.resolve(customer)
            if let own = try await identities.token(of: customer, from: self) { return own }
        }
        guard let token else { return access.key }
        return try await token(customer) ?? access.key
    }

    private func url(_ path: String, _ query: [String: String]) -> URL? {
        var text = access.url.absoluteString
        while text.hasSuffix("/") { text.removeLast() }
        text += "/" + path
        if !query.isEmpty {
            text += "?"
            text += query.sorted { $0.key < $1.key }.map { "\($0.key)=\(Self.escaped($0.value))" }.joined(
                separator: "&"
            )
        }
        return URL(string: text)
    }

    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    )

    static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }

    static func encode(_ body: some Encodable) throws(ServerProblem) -> Data {
        do { return try ServerJSON.encoder.encode(body) } catch { throw ServerProblem(unreadable: error) }
    }

    static func decode<Answer: Decodable>(_ data: Data) throws(ServerProblem) -> Answer {
        do {
            return try ServerJSON.decoder.decode(Answer.self, from: data)
        } catch {
            throw ServerProblem(unreadable: error)
        }
    }
}
