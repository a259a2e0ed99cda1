// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

extension PurserService {
    /// Gathers everything that is known of a customer in an app, in all environments.
    func export(_ customer: CustomerID, app: AppConfiguration) async throws -> CustomerExport {
        try await store.read { reader in
            let stored = try reader.customer(customer)
            guard stored != nil else { throw ServiceProblem.notFound("customer") }
            let claims = try reader.claims(of: customer).filter { $0.scope.bundleID == app.bundleID }
            var facts: [StoredFact] = []
            for scope in try reader.scopes() where scope.bundleID == app.bundleID {
                facts += try reader.facts(naming: customer, in: scope)
            }
            for claim in claims { facts += try reader.facts(of: claim.lineage, in: claim.scope) }
            let unique = Dictionary(facts.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
                .values.sorted { $0.fact.order < $1.fact.order }
            return CustomerExport(
                customer: customer,
                created: stored?.createdDate,
                profile: try reader.profile(of: customer),
                orders: try reader.orders(of: customer, limit: 10_000).map {
                    OrderBody($0, history: try reader.history(of: $0.id))
                },
                facts: unique.map(\.fact),
                documents: try unique.compactMap { try $0.document.flatMap { try reader.document($0) } }
                    .map { String(decoding: $0, as: UTF8.self) },
                events: try reader.events(of: customer, limit: 10_000)
                    .map { try ServiceJSON.decode(from: $0.event.body) }
            )
        }
    }

    /// Erases a customer: a pseudonym that nothing leads back from takes the person's place in what must stay.
    func erase(_ customer: CustomerID, call: Call) async throws -> CustomerID {
        let pseudonym = CustomerID(rawValue: "erased_" + random.hexadecimal(12))
        let now = call.now
        let audit = AuditRecord(call, "customer.erase", target: pseudonym.rawValue)
        let app = try call.app.bundleID
        try await store.write { writer in
            guard let stored = try writer.customer(customer) else { throw ServiceProblem.notFound("customer") }
            var facts: [StoredFact] = []
            for scope in try writer.scopes() { facts += try writer.facts(naming: customer, in: scope) }
            for claim in try writer.claims(of: customer) {
                facts += try writer.facts(of: claim.lineage, in: claim.scope)
            }
            for fact in facts {
                guard case .command(let command) = fact.fact.content else { continue }
                let respelled = try command.renaming(customer, to: pseudonym)
                try writer.respell(fact, as: .command(respelled), customer: respelled.customer)
            }
            for record in try writer.records(.failures, owner: app.rawValue, limit: 100_000) {
                let report = try ServiceJSON.decode(FailureReport.self, from: record.body)
                if report.customer == customer {
                    try writer.removeRecord(.failures, owner: app.rawValue, name: record.name)
                }
            }
            try writer.pseudonymize(customer, as: pseudonym)
            try writer.put(StoredCustomer(id: pseudonym, createdDate: stored.createdDate, erasedDate: now))
            try writer.note(audit)
        }
        return pseudonym
    }
}

extension Command {
    /// The same command with another name for a customer.
    fileprivate func renaming(_ customer: CustomerID, to other: CustomerID) throws -> Command {
        let json = try JSONValue.encoding(self).replacing(customer.rawValue, with: other.rawValue)
        return try ServiceJSON.decode(from: ServiceJSON.encode(json))
    }
}

extension JSONValue {
    /// The same JSON with one text in place of another, wherever it is a whole value.
    fileprivate func replacing(_ text: String, with other: String) -> JSONValue {
        switch self {
        case .string(text): .string(other)
        case .array(let elements): .array(elements.map { $0.replacing(text, with: other) })
        case .object(let members): .object(members.mapValues { $0.replacing(text, with: other) })
        default: self
        }
    }
}
