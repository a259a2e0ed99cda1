// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

/// What a request holds that its operation does not take.
struct ContractBreach: Error {
    enum Kind {
        case notJSON
        case unknown(name: String, known: [String])
        case missing
        case null(BodyRule)
        case wrongType(shown: String, BodyRule)
        case outOfRange(shown: String, BodyRule)
        case notInstant(shown: String)
        case wrongLength(shown: String, count: Int, TextRule)
        case unknownValue(shown: String, TextRule)
        case tooMany(BodyRule)
    }

    var kind: Kind
    /// Where it is, the innermost name first.
    private var path: [String] = []

    init(_ kind: Kind) {
        self.kind = kind
    }

    /// The same breach, seen from the object around.
    func inside(member name: String) -> ContractBreach { inside(".\(name)") }

    /// The same breach, seen from the list around.
    func inside(element index: Int) -> ContractBreach { inside("[\(index)]") }

    private func inside(_ name: String) -> ContractBreach {
        var breach = self
        breach.path.append(name)
        return breach
    }

    /// The problem of a body that breaks the contract.
    var bodyProblem: ServiceProblem {
        let path = path.reversed().joined()
        let place = path.hasPrefix(".") ? String(path.dropFirst()) : path
        return ServiceProblem(bodyCode, message(at: place, "member", "members"))
    }

    /// The problem of a query that breaks the contract.
    func queryProblem(_ name: String) -> ServiceProblem {
        ServiceProblem(.invalidParameter, message(at: name, "query parameter", "query parameters"))
    }

    /// A value of the correct type that is out of its bounds is an invalid parameter, as it is when a handler finds it.
    private var bodyCode: ProblemCode {
        switch kind {
        case .outOfRange, .wrongLength, .unknownValue, .tooMany: .invalidParameter
        case .notJSON, .unknown, .missing, .null, .wrongType, .notInstant: .malformedBody
        }
    }

    private func message(at path: String, _ one: String, _ many: String) -> String {
        let place = path.isEmpty ? "The body" : path
        switch kind {
        case .notJSON: return "The body is not JSON."
        case .unknown(let name, let known):
            let whole = path.isEmpty || one != "member" ? name : path + "." + name
            return "Unknown \(one): '\(Shown.text(whole, upTo: 100))'. " + Self.hint(name, known, many)
        case .missing: return "\(place) is missing. It is required."
        case .null(let rule): return "\(place) must not be null. Send \(rule.expectation)."
        case .wrongType(let shown, let rule):
            return "\(place) has the wrong type: \(shown). Send \(rule.expectation)."
        case .outOfRange(let shown, let rule): return "\(place) is out of range: \(shown). Send \(rule.expectation)."
        case .notInstant(let shown):
            return "\(place) has a value that cannot be: \(shown). Send \(BodyRule.instant.expectation)."
        case .wrongLength(let shown, let count, let rule):
            let fault = count < rule.least ? "too short" : "too long"
            let value = rule.isSecret ? "" : ": '\(shown)'"
            return "\(place) is \(fault)\(value) (\(count) characters). Send \(rule.expectation)."
        case .unknownValue(let shown, let rule):
            let near = Nearness.nearest(to: shown, among: rule.choices).map { "Did you mean '\($0)'? " } ?? ""
            return "\(place) has an unknown value: '\(shown)'. \(near)Send \(rule.expectation)."
        case .tooMany(let rule): return "\(place) has too many elements. Send \(rule.expectation)."
        }
    }

    private static func hint(_ name: String, _ known: [String], _ many: String) -> String {
        if let near = Nearness.nearest(to: name, among: known) { return "Did you mean '\(near)'?" }
        return known.isEmpty ? "This operation takes no \(many) here." : "The \(many) are \(Shown.names(known))."
    }
}

/// What an answer shows of what was sent.
enum Shown {
    /// The beginning of a text, without what would disturb a line.
    static func text(_ text: some StringProtocol, upTo length: Int = 40) -> String {
        let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(length + 1)))
        let isWhole = start.unicodeScalars.count <= length
        let scalars = start.unicodeScalars.prefix(length).map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }
        return String(String.UnicodeScalarView(scalars)) + (isWhole ? "" : "…")
    }

    /// Names in quotation marks, not more than fit into a sentence.
    static func names(_ names: [String]) -> String {
        names.prefix(20).map { "'\($0)'" }.joined(separator: ", ") + (names.count > 20 ? " …" : "")
    }
}
