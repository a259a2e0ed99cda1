// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreSignedData
import AppStoreTypes
import Foundation

extension APISession {
    /// Prints an answer as it came, or with `--decode` what its signed documents say.
    func print<Body>(_ document: Document<Body>) throws {
        guard arguments.has("decode") else {
            terminal.print(String(decoding: document.bytes, as: UTF8.self))
            return
        }
        let tree = try AppStoreJSON.decode(JSONValue.self, from: document.bytes)
        terminal.print(try Self.text(SignedMembers(try VerifySettings(arguments, terminal)).opened(tree)))
    }

    /// Prints what represents an answer without content.
    func printNothing() { terminal.print("{}") }

    /// Prints any value as JSON.
    func print(_ value: some Encodable) throws { terminal.print(try Self.text(value)) }

    /// Prints one page a line, no more of them than `--pages` says.
    func print<Page>(_ pages: Pages<Page>) async throws {
        try await print(pages.makeAsyncIterator(), printed: 0)
    }

    /// Prints the pages that follow, no more than `--pages` says together with those that were printed.
    func print<Page>(_ rest: Pages<Page>.Iterator, printed: Int) async throws {
        var rest = rest
        for _ in printed..<max(printed, try arguments.integer("pages", in: 1...1_000_000) ?? 1_000_000) {
            guard let page = try await rest.next() else { return }
            try print(page)
        }
    }

    private static func text(_ value: some Encodable) throws -> String {
        String(decoding: try AppStoreJSON.encode(value), as: UTF8.self)
    }
}

/// Replaces the signed documents of an answer by what they say, once they are verified.
private struct SignedMembers {
    private let settings: VerifySettings
    private let verifier: SignedDataVerifier

    init(_ settings: VerifySettings) throws {
        self.settings = settings
        verifier = try settings.verifier()
    }

    func opened(_ tree: JSONValue, under name: String = "") throws -> JSONValue {
        switch tree {
        case .object(let members):
            return .object(
                try Dictionary(uniqueKeysWithValues: members.map { ($0.key, try opened($0.value, under: $0.key)) })
            )
        case .array(let values): return .array(try values.map { try opened($0, under: name) })
        case .string(let text) where name.hasPrefix("signed"): return try document(text, name)
        default: return tree
        }
    }

    private func document(_ text: String, _ name: String) throws -> JSONValue {
        let signed = SignedPayload(rawValue: text)
        do {
            switch name {
            case "signedTransactionInfo", "signedTransactions":
                _ = try verifier.verify(signed, as: TransactionPayload.self, asOf: settings.now)
            case "signedRenewalInfo":
                _ = try verifier.verify(signed, as: RenewalInfoPayload.self, asOf: settings.now)
            case "signedAppTransactionInfo":
                _ = try verifier.verify(signed, as: AppTransactionPayload.self, asOf: settings.now)
            default: _ = try verifier.verify(signed, as: NotificationPayload.self, asOf: settings.now)
            }
        } catch let error as VerificationError {
            throw Failure("the response's \(name) failed verification: \(error)")
        }
        let segments = text.split(separator: ".", omittingEmptySubsequences: false)
        guard segments.count == 3, let bytes = Base64URL.decode(segments[1]) else {
            throw Failure("the response's \(name) is not a signed document")
        }
        return try opened(try AppStoreJSON.decode(JSONValue.self, from: Data(bytes)))
    }
}
