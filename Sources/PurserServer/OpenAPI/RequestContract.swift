// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import HTTPService

/// What a request of one operation may hold, compiled from the operation's description.
///
/// An unknown member or query parameter is refused: a misspelled one that is ignored would look as if it had worked.
/// What is longer, larger or more than the contract says is refused, so that it is never stored.
struct RequestContract: Sendable {
    private let query: [(name: String, rule: BodyRule, isRequired: Bool)]
    /// Whether clients made by others call it, which may send unknown members.
    private let isOpen: Bool
    private let body: BodyRule?
    private let acceptsForm: Bool

    init(_ route: Route) {
        isOpen = route.isOpen
        let components = Schema.components(route.body?.types ?? []).mapValues(\.json)
        query = route.query.map { ($0.name, BodyRule($0.schema.json, components: [:]), $0.isRequired) }
        let types = route.body?.mediaTypes ?? []
        acceptsForm = types.contains(Self.form)
        if route.access == .appStore {
            // Apple's alone: its documents have their own checks, and what is new in them is kept.
            body = nil
        } else if let description = route.body {
            let isJSON = types.contains("application/json")
            body = isJSON ? BodyRule(description.schema.json, components: components, isOpen: isOpen) : nil
        } else {
            body = route.method == .get || isOpen ? nil : .members(.none)
        }
    }

    private static let form = "application/x-www-form-urlencoded"

    /// Checks a request's query and body.
    ///
    /// - Throws: A `ServiceProblem` that names the member by its path, shows its value shortened and says what is
    ///   allowed.
    func check(_ request: HTTPRequest) throws(ServiceProblem) {
        try checkQuery(request.query)
        guard let body, !request.body.isEmpty else { return }
        if acceptsForm, request.mediaType == Self.form { return try checkForm(request.body, body) }
        let breach = request.body.withUnsafeBytes { bytes -> ContractBreach? in
            do throws(ContractBreach) {
                try BodyScanner.check(bytes, body)
                return nil
            } catch {
                return error
            }
        }
        if let breach { throw breach.bodyProblem }
    }

    private func checkQuery(_ query: HTTPQuery) throws(ServiceProblem) {
        let items = query.rawValue.isEmpty ? [] : query.items
        for item in items {
            guard let known = self.query.first(where: { $0.name == item.name }) else {
                if isOpen { continue }
                let breach = ContractBreach(.unknown(name: item.name, known: self.query.map(\.name)))
                throw breach.queryProblem(item.name)
            }
            if let breach = known.rule.breach(of: item.value) { throw breach.queryProblem(item.name) }
        }
        for parameter in self.query where parameter.isRequired && !items.contains(where: { $0.name == parameter.name })
        {
            throw ContractBreach(.missing).queryProblem(parameter.name)
        }
    }

    private func checkForm(_ bytes: Data, _ rule: BodyRule) throws(ServiceProblem) {
        guard case .members(let rules) = rule else { return }
        for item in HTTPQuery(rawValue: String(decoding: bytes, as: UTF8.self)).items {
            guard let member = rules.members.first(where: { $0.name == item.name }) else { continue }
            guard let breach = member.rule.breach(of: item.value) else { continue }
            throw breach.inside(member: item.name).bodyProblem
        }
    }
}

extension BodyRule {
    /// What is wrong with a value that came as a text, as in a query; nothing when it fits.
    fileprivate func breach(of text: String) -> ContractBreach? {
        switch self {
        case .text(let rule):
            let count = text.unicodeScalars.count
            guard rule.least <= count, count <= rule.maximumLength else {
                return ContractBreach(.wrongLength(shown: Shown.text(text), count: count, rule))
            }
            return rule.knows(text.utf8) ? nil : ContractBreach(.unknownValue(shown: Shown.text(text), rule))
        case .whole(let range):
            return Int64(text).map(range.contains) ?? false
                ? nil : ContractBreach(.outOfRange(shown: Shown.text(text), self))
        case .instant:
            return Int64(text).map(ServiceJSON.instants.contains) ?? false
                ? nil : ContractBreach(.outOfRange(shown: Shown.text(text), self))
        case .flag:
            return text == "true" || text == "false" ? nil : ContractBreach(.wrongType(shown: Shown.text(text), self))
        case .anything, .number, .list, .map, .members, .orNull: return nil
        }
    }
}
