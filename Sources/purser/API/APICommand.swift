// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation

/// Calls Apple's servers manually.
enum APICommand: Command {
    static let name = "api"
    static let summary = "Call an App Store server API and print the JSON response."
    static let operands = "ENDPOINT [OPERAND]…"

    static let options: [Option] = {
        var options = APISession.options
        for option in APICall.all.flatMap(\.options) where !options.contains(where: { $0.name == option.name }) {
            options.append(option)
        }
        return options
    }()

    static let keywords = APICall.all.map(\.name)

    /// What is printed, for the help.
    static let answers = """
        Prints Apple's response, one line for each page; a response without content prints {}.
        Exit codes: 0 success, 1 rejected or no response (one line gives the reason), 2 invalid command line.
        """

    static func help(about parts: [String]) -> String? {
        if let call = parts.lazy.compactMap(APICall.named).first { return call.help }
        let width = (APICall.all.map(\.name.count).max() ?? 0) + 2
        let list = APICall.all.map {
            "  \($0.name.padded(to: width))\($0.summary)"
        }
        return """
            \(summary)

            Usage: purser api ENDPOINT [OPERAND]… [OPTION]…

            Endpoints:
            \(list.joined(separator: "\n"))

            'purser api ENDPOINT --help' shows an endpoint's operands and options. All but verify-receipt need a key:
            --key, --key-id and --issuer, and for the App Store Server API --bundle-id; or PURSER_API_KEY (the file),
            PURSER_API_KEY_ID, PURSER_API_ISSUER and PURSER_API_BUNDLE_ID. --url and --sandbox-url lead to a simulator.
            \(answers)
            """
    }

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws {
        guard let name = arguments.operands.first else { throw UsageError("give an endpoint") }
        guard let call = APICall.named(name) else {
            let begun = keywords.first { $0.hasPrefix(name) || name.hasPrefix($0) }
            let near = begun ?? Nearness.nearest(to: name, among: keywords)
            throw UsageError("unknown endpoint '\(name)'" + (near.map { "; did you mean '\($0)'?" } ?? ""))
        }
        let operands = Array(arguments.operands.dropFirst())
        guard operands.count == call.operands.count else {
            let wanted = call.operands.isEmpty ? "no operand" : call.operands.joined(separator: " ")
            throw UsageError("\(name) takes \(wanted)")
        }
        let known = Set((call.options + APISession.options).map(\.name))
        if let other = arguments.given.subtracting(known).min() {
            throw UsageError("--\(other) is not an option of \(name)")
        }
        try await call.run(APISession(arguments: arguments, operands: operands, terminal: terminal))
    }
}
