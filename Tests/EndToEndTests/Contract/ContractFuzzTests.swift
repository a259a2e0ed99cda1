// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import Testing

/// schemathesis, an independent reader of /openapi.json, asks a running server everything that the document allows and
/// much that it forbids, as each kind of caller.
///
/// PURSER_CONTRACT_EXAMPLES is how many requests it invents for each operation.
@Suite(.serialized) struct ContractFuzzTests {
    private enum Role: String, CaseIterable {
        case nobody, app, customer, backend
    }

    private static let checks = [
        "not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance",
        "response_headers_conformance",
    ].joined(separator: ",")

    @Test func `no request of schemathesis gets a 5xx or an answer that the contract does not describe`() async throws {
        let tool = try schemathesis()
        let folder = try TemporaryFolder()
        let server = try await Program(
            [
                "serve", "--simulator", "--listen", "127.0.0.1:0", "--simulator-listen", "127.0.0.1:0", "--database",
                "sqlite:\(folder.path)/purser.sqlite", "--catalog", ServedShop.catalog,
            ],
            in: folder.path,
            until: "Ctrl-C stops"
        )
        let url = try server.word(after: "API").replacing("/v1", with: "")
        let examples = Package.number("PURSER_CONTRACT_EXAMPLES", or: 1)
        let customer = try await customerToken(url, try server.word(after: "secret key"))
        for role in Role.allCases {
            var words = [
                "run", url + "/openapi.json", "--checks", Self.checks, "--seed", "1", "--max-examples", "\(examples)",
                "--phases",
                examples > 1 ? "examples,coverage,fuzzing" : role == .backend ? "coverage,fuzzing" : "fuzzing",
                "--continue-on-failure", "--suppress-health-check", "all", "--no-color", "--request-timeout", "30",
                "--warnings", "off",
            ]
            switch role {
            case .nobody: break
            case .app: words += ["--header", "Authorization: Bearer \(try server.word(after: "public key"))"]
            case .customer: words += ["--header", "Authorization: Bearer \(customer)"]
            case .backend: words += ["--header", "Authorization: Bearer \(try server.word(after: "secret key"))"]
            }
            let (text, code) = try await Shell.run(tool, words, in: folder.path)
            #expect(code == 0, "as \(role.rawValue): \(Self.findings(text))")
            #expect(server.isRunning, "the server ended: \(server.text.suffix(2000))")
        }
    }

    /// The tool that `Scripts/setup test` installs.
    private func schemathesis() throws -> String {
        let path = Package.root.appending(path: ".venv/bin/schemathesis").path
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw Program.Failure(description: "schemathesis is missing; run: Scripts/setup test")
        }
        return path
    }

    private func customerToken(_ url: String, _ secret: String) async throws -> String {
        let words = ["-sS", "-X", "POST", "-H", "Authorization: Bearer " + secret, url + "/v1/customers/alice/tokens"]
        let answer = try await Shell.run("/usr/bin/curl", words, in: FileManager.default.temporaryDirectory.path)
        let body = try AppStoreJSON.decode(JSONValue.self, from: Data(answer.text.utf8))
        return try #require(body["token"]?.string)
    }

    /// The part of its report that tells what failed.
    private static func findings(_ report: String) -> String {
        let start = report.range(of: "FAILURES")?.lowerBound ?? report.range(of: "ERRORS")?.lowerBound
        return String(report[(start ?? report.startIndex)...].prefix(6000))
    }
}
