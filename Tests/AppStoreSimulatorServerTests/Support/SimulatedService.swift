// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import FoundationEssentials
import HTTPClient
import HTTPService
import Synchronization

/// A simulator in the process, with what tests ask of it again and again.
struct SimulatedService {
    static let bundle: BundleID = "com.example.app"
    static let start = Date(millisecondsSince1970: 1_750_000_000_000)
    static let authority = Result {
        try SimulatorAuthority.make(validity: start...start.addingTimeInterval(900_000_000))
    }

    let service: SimulatorService
    let inbox: Inbox
    let production: InProcessClient
    let sandbox: InProcessClient

    init(dataDirectory: String? = nil, _ change: (inout SimulatorConfiguration) -> Void = { _ in }) throws {
        inbox = Inbox()
        var configuration = SimulatorConfiguration(catalog: .example, seed: 7, start: Self.start)
        configuration.authority = try Self.authority.get()
        configuration.transport = inbox
        configuration.dataDirectory = dataDirectory
        configuration.production = SimulatorConfiguration.Listener(port: 0)
        configuration.sandbox = SimulatorConfiguration.Listener(port: 0)
        change(&configuration)
        service = try SimulatorService(configuration: configuration)
        production = InProcessClient(service.router(for: .production))
        sandbox = InProcessClient(service.router(for: .sandbox))
    }

    /// A verifier that trusts the simulator.
    func verifier(_ environment: Environment = .production) throws -> SignedDataVerifier {
        try SignedDataVerifier(
            SignedDataVerifier.Configuration(
                anchors: TrustAnchors(certificates: [service.rootCertificate]),
                bundleID: Self.bundle,
                appAppleID: AppAppleID(rawValue: 1_234_567_890),
                environment: environment
            )
        )
    }

    /// Headers with a token that the simulator takes.
    func token(
        asOf now: Date = start,
        _ change: (inout ServerAPITokenIssuer.Credentials) -> Void = { _ in }
    ) throws
        -> HTTPHeaders
    {
        let key = service.apiKeys[0]
        var credentials = ServerAPITokenIssuer.Credentials(
            issuerID: key.issuerID,
            keyID: key.keyID,
            key: try PrivateKey(pem: key.privateKeyPEM),
            bundleID: key.bundleID
        )
        change(&credentials)
        let token = try ServerAPITokenIssuer(credentials).token(asOf: now)
        return ["Authorization": "Bearer \(token)"]
    }

    @discardableResult
    func buy(
        _ product: String,
        by customer: String = "alice",
        in environment: Environment = .production,
        quantity: Int = 1,
        token: String? = nil
    ) async throws -> Purchase {
        let client = environment == .sandbox ? sandbox : production
        let answer = try await client.send(
            .post,
            "/simulator/v1/purchases",
            json: PurchaseRequest(customer: customer, product: product, quantity: quantity, appAccountToken: token)
        )
        guard answer.status == .created else { throw UnexpectedAnswer(text: answer.text) }
        return try answer.json()
    }

    func advance(by length: String) async throws -> [String] {
        let answer = try await production.send(.post, "/simulator/v1/clock/advance", json: ["by": length])
        guard answer.status == .ok else { throw UnexpectedAnswer(text: answer.text) }
        return try answer.json(TurnSeen.self).notifications
    }

    func listen(_ environment: Environment = .production, url: String? = "https://example.com/apple") async throws {
        let client = environment == .sandbox ? sandbox : production
        _ = try await client.send(.put, "/simulator/v1/notifications/url", json: ["url": url])
    }
}

struct PurchaseRequest: Encodable {
    var customer: String
    var product: String
    var quantity = 1
    var appAccountToken: String?
}

struct Purchase: Decodable {
    var transactionId: TransactionID
    var originalTransactionId: OriginalTransactionID
    var signedTransactionInfo: SignedPayload
    var signedRenewalInfo: SignedPayload?
}

struct TurnSeen: Decodable {
    var now: Date
    var notifications: [String]
}

struct UnexpectedAnswer: Error {
    var text: String
}

/// Stands in for the app's server: it keeps what it is sent and answers as the test says.
final class Inbox: HTTPTransport {
    struct Received: Sendable {
        var url: String
        var body: Data
    }

    private struct State {
        var received: [Received] = []
        var answer: Result<Int, HTTPClientError> = .success(200)
        var body = Data()
    }

    private let state = Mutex(State())

    var received: [Received] { state.withLock { $0.received } }

    func answer(_ status: Int, _ body: String = "") {
        state.withLock {
            $0.answer = .success(status)
            $0.body = Data(body.utf8)
        }
    }

    func fail(_ code: HTTPClientError.Code) {
        state.withLock { $0.answer = .failure(HTTPClientError(code: code, message: "as the test says")) }
    }

    func send(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
        let (answer, body) = state.withLock { state in
            state.received.append(Received(url: request.url, body: request.body ?? Data()))
            return (state.answer, state.body)
        }
        return HTTPClientResponse(status: try answer.get(), body: body)
    }

    /// The signed payloads in the order they came.
    func documents() throws -> [SignedPayload] {
        struct Body: Decodable {
            var signedPayload: SignedPayload
        }
        return try received.map { try AppStoreJSON.decode(Body.self, from: $0.body).signedPayload }
    }
}
