// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import FoundationEssentials
import Testing

@Suite struct ServerAPITokenTests {
    let key: PrivateKey
    let now = Date(timeIntervalSince1970: 1_790_000_000.75)

    init() throws {
        key = try PrivateKey.generate(.p256)
    }

    private func issuer(bundleID: BundleID? = "com.example.app", lifetime: TimeInterval = 900) -> ServerAPITokenIssuer {
        ServerAPITokenIssuer(
            .init(issuerID: "issuer", keyID: "ABCDE12345", key: key, bundleID: bundleID),
            lifetime: lifetime
        )
    }

    private func code(_ token: String, at instant: Date, key: PublicKey? = nil) -> TokenError.Code? {
        do {
            _ = try ServerAPIToken(verifying: token, asOf: instant) {
                $0 == "ABCDE12345" ? key ?? self.key.publicKey : nil
            }
            return nil
        } catch {
            return (error as? TokenError)?.code
        }
    }

    @Test func `a token is issued a little in the past`() throws {
        let token = try issuer().token(asOf: now)
        let read = try ServerAPIToken(verifying: token, asOf: now) { _ in key.publicKey }
        #expect(read.issuedAt == Date(timeIntervalSince1970: 1_789_999_970))
        #expect(read.expiresAt == Date(timeIntervalSince1970: 1_790_000_870))
        #expect(read.issuerID == "issuer")
        #expect(read.bundleID == "com.example.app")
    }

    @Test func `a clock half a minute behind still accepts it`() throws {
        let token = try issuer().token(asOf: now)
        #expect(code(token, at: now.addingTimeInterval(-30)) == nil)
        #expect(code(token, at: now.addingTimeInterval(-32)) == .tooEarly)
    }

    @Test func `a token is handed out again until near its end`() throws {
        let issuer = issuer()
        let first = try issuer.token(asOf: now)
        #expect(try issuer.token(asOf: now.addingTimeInterval(600)) == first)
        #expect(try issuer.token(asOf: now.addingTimeInterval(700)) != first)
    }

    @Test func `a clock that went back gets a new token`() throws {
        let issuer = issuer()
        let first = try issuer.token(asOf: now)
        let second = try issuer.token(asOf: now.addingTimeInterval(-3600))
        #expect(first != second)
        #expect(code(second, at: now.addingTimeInterval(-3600)) == nil)
    }

    @Test func `a refused token can be forgotten`() throws {
        let issuer = issuer()
        let first = try issuer.token(asOf: now)
        issuer.reset()
        #expect(try issuer.token(asOf: now) != first)
    }

    @Test func `a token of App Store Connect names no app`() throws {
        let token = try issuer(bundleID: nil).token(asOf: now)
        #expect(try ServerAPIToken(verifying: token, asOf: now) { _ in key.publicKey }.bundleID == nil)
    }

    @Test func `an expired token is refused`() throws {
        let token = try issuer().token(asOf: now)
        #expect(code(token, at: now.addingTimeInterval(871)) == .expired)
    }

    @Test func `a token that lives too long is refused`() throws {
        let token = try issuer(lifetime: 3600).token(asOf: now)
        let error = #expect(throws: TokenError.self) {
            try ServerAPIToken(verifying: token, asOf: now, maximumLifetime: 1200) { _ in key.publicKey }
        }
        #expect(error?.code == .claim)
    }

    @Test func `another key's token is refused`() throws {
        let token = try issuer().token(asOf: now)
        #expect(code(token, at: now, key: try PrivateKey.generate(.p256).publicKey) == .signature)
    }

    @Test func `an unknown key's token is refused`() throws {
        let token = try ServerAPITokenIssuer(.init(issuerID: "i", keyID: "OTHER", key: key, bundleID: nil)).token(
            asOf: now
        )
        #expect(code(token, at: now) == .unknownKey)
    }

    @Test(arguments: ["", "a.b", "a.b.c", "....", "e30.e30.AAAA"])
    func `what is not a token is refused`(text: String) {
        #expect(code(text, at: now) == .malformed)
    }

    @Test func `a token without a signature is refused`() throws {
        let parts = try issuer().token(asOf: now).split(separator: ".")
        let header = Base64URL.encode(Array(#"{"alg":"none","kid":"ABCDE12345"}"#.utf8))
        #expect(code("\(header).\(parts[1]).\(parts[2])", at: now) == .algorithm)
        #expect(code("\(parts[0]).\(parts[1]).", at: now) == .malformed)
    }

    @Test func `many tasks share one token`() async throws {
        let issuer = issuer()
        let tokens = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<50 { group.addTask { try issuer.token(asOf: now) } }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(tokens.count == 1)
    }
}
