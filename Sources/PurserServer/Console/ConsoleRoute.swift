// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import Console
import FoundationEssentials
import HTTPService
import Persistence

/// A page of the console, or something that can be done there, with the role that it needs.
struct ConsoleRoute: Sendable {
    var method: HTTPMethod
    var path: String
    /// Who may; nothing where no one need be signed in.
    var role: ConsoleRole?
    var handler: @Sendable (ConsoleRequest) async throws -> HTTPResponse

    init(
        _ method: HTTPMethod,
        _ path: String,
        _ role: ConsoleRole?,
        handler: @escaping @Sendable (ConsoleRequest) async throws -> HTTPResponse
    ) {
        self.method = method
        self.path = "/console" + path
        self.role = role
        self.handler = handler
    }
}

/// A request on its way to a page.
struct ConsoleRequest: Sendable {
    let request: HTTPRequest
    let form: HTTPQuery
    let visitor: SignedInUser?
    let address: String
    let now: Date
    /// How old what is shown may be: not at all for a person who did something a moment ago.
    var tolerance = ReadStaleness()

    var signedIn: SignedInUser {
        get throws {
            guard let visitor else { throw ServiceProblem(.unauthenticated, "Sign in first.") }
            return visitor
        }
    }

    func path(_ name: String) throws(ServiceProblem) -> String {
        guard let value = request.pathParameters[name], (1...200).contains(value.utf8.count) else {
            throw ServiceProblem.invalid(name, "1 to 200 bytes")
        }
        return value
    }

    /// What a form sent, not empty.
    func field(_ name: String, upTo length: Int = 1000) throws(ServiceProblem) -> String {
        let value = Self.trimmed(form[name] ?? "")
        guard (1...length).contains(value.utf8.count) else {
            throw ServiceProblem.invalid(name, "1 to \(length) bytes")
        }
        return value
    }

    func number(_ name: String, in range: ClosedRange<Int>) throws(ServiceProblem) -> Int {
        guard let value = form[name].flatMap({ Int($0) }), range.contains(value) else {
            throw ServiceProblem.invalid(name, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    /// The place to go back to: one of ours, whatever the form says.
    var back: String {
        let path = form["back"] ?? form["next"] ?? ""
        let isOurs = path == "/console" || path.hasPrefix("/console/") || path.hasPrefix("/console?")
        guard isOurs, path.utf8.allSatisfy({ $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "\\") }) else {
            return "/console"
        }
        return path
    }

    static func trimmed(_ text: String) -> String {
        let isSpace: (Character) -> Bool = { $0.isWhitespace }
        return String(text.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }
}
