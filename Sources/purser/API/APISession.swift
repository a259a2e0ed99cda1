// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreSignedData
import AppStoreTypes
import Foundation
import HTTPClient

/// What a call is made with: its words, its key, and where the answer goes.
struct APISession: Sendable {
    let arguments: Arguments
    let operands: [String]
    let terminal: Terminal

    /// The options of every call.
    static let options = [
        Option("key", value: "FILE.p8", "The private key from App Store Connect."),
        Option("key-id", value: "ID", "The key ID."),
        Option("issuer", value: "ID", "The issuer ID."),
        Option("bundle-id", value: "ID", "The app."),
        Option("environment", value: "NAME", "Production or Sandbox (default: production, then the sandbox)."),
        Option("url", value: "URL", "The URL of production, instead of Apple's."),
        Option("sandbox-url", value: "URL", "The URL of the sandbox, instead of Apple's."),
        Option("decode", "Verify the response's signed documents and show their payloads instead."),
        Option("root", value: "FILE", repeats: true, "A root to trust with --decode, instead of Apple's."),
        Option("once", "Send the request once, without retries."),
        Option("deadline", value: "SECONDS", "How long to retry (default: 60)."),
    ]

    /// Asks where an identifier may be known: the environment that was named, or production and then the sandbox.
    func anywhere<Answer: Sendable>(
        _ ask: (AppStoreServerAPI) async throws -> Answer
    ) async throws -> Answer {
        if arguments.value("environment") != nil { return try await ask(server()) }
        let probe = EnvironmentProbe(production: try server(.production), sandbox: try server(.sandbox))
        let found = try await probe(ask)
        if found.environment != .production { terminal.printError("purser api: the sandbox answered") }
        return found.answer
    }

    /// The environment that was named; production when none was.
    func server() throws -> AppStoreServerAPI { try server(environment()) }

    /// App Store Connect, whose tokens name no app.
    func connect() throws -> AppStoreConnectAPI {
        AppStoreConnectAPI(
            baseURL: try address("url") ?? AppStoreConnectAPI.baseURL,
            tokens: try tokens(bundleID: nil),
            transport: try CurlTransport(),
            runtime: runtime,
            retry: try retry()
        )
    }

    /// The older service for receipts.
    func receipts() throws -> VerifyReceiptClient {
        VerifyReceiptClient(
            password: arguments.value("password") ?? terminal.environment["PURSER_API_PASSWORD"],
            productionURL: try address("url").map { $0 + "/verifyReceipt" } ?? VerifyReceiptClient.productionURL,
            sandboxURL: try address("sandbox-url").map { $0 + "/verifyReceipt" } ?? VerifyReceiptClient.sandboxURL,
            transport: try CurlTransport(),
            runtime: runtime,
            retry: try retry()
        )
    }

    /// The environment that was named; production when none was.
    func environment() throws -> AppStoreTypes.Environment {
        guard let text = arguments.value("environment") else { return .production }
        let known: [AppStoreTypes.Environment] = [.production, .sandbox]
        guard let environment = known.first(where: { $0.rawValue.lowercased() == text.lowercased() }) else {
            throw UsageError("--environment takes Production or Sandbox, not '\(text)'")
        }
        return environment
    }

    private func server(_ environment: AppStoreTypes.Environment) throws -> AppStoreServerAPI {
        let bundleID = try required("bundle-id", "PURSER_API_BUNDLE_ID")
        return AppStoreServerAPI(
            environment: environment,
            baseURL: try address(environment == .production ? "url" : "sandbox-url"),
            tokens: try tokens(bundleID: BundleID(rawValue: bundleID)),
            transport: try CurlTransport(),
            runtime: runtime,
            retry: try retry()
        )
    }

    private func tokens(bundleID: BundleID?) throws -> ServerAPITokenIssuer {
        let path = try required("key", "PURSER_API_KEY")
        let pem = String(decoding: try terminal.read(path), as: UTF8.self)
        guard let key = try? PrivateKey(pem: pem) else {
            throw Failure("\(path) does not contain a private key; use the .p8 file from App Store Connect")
        }
        return ServerAPITokenIssuer(
            ServerAPITokenIssuer.Credentials(
                issuerID: try required("issuer", "PURSER_API_ISSUER"),
                keyID: try required("key-id", "PURSER_API_KEY_ID"),
                key: key,
                bundleID: bundleID
            )
        )
    }

    private func required(_ option: String, _ variable: String) throws -> String {
        if let value = arguments.value(option) ?? terminal.environment[variable] { return value }
        throw UsageError("--\(option) is needed, or \(variable) in the environment")
    }

    private func address(_ option: String) throws -> String? {
        guard let text = arguments.value(option) else { return nil }
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host() != nil else {
            throw UsageError("--\(option) takes an address such as http://127.0.0.1:8081, not '\(text)'")
        }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    private func retry() throws -> RetryPolicy {
        let deadline = try arguments.integer("deadline", in: 1...86_400) ?? 60
        return RetryPolicy(maximumAttempts: arguments.has("once") ? 1 : 5, deadline: .seconds(deadline))
    }

    private var runtime: APIEnvironment { APIEnvironment(now: { Date() }) }
}
