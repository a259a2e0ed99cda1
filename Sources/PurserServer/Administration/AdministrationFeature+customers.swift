// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

extension AdministrationFeature {
    /// Gathers everything that is known of a customer in an app, in all environments.
    func export(_ customer: CustomerID, app: AppConfiguration) async throws -> CustomerExport {
        try await database.read { reader in
            let stored = try reader.customer(customer)
            guard stored != nil else { throw ServiceProblem.notFound("customer") }
            let claims = try reader.claims(of: customer).filter { $0.scope.bundleID == app.bundleID }
            var facts: [StoredFact] = []
            let scopes = try reader.scopes().filter { $0.bundleID == app.bundleID }
            for scope in scopes {
                facts += try reader.facts(naming: customer, in: scope)
            }
            for claim in claims { facts += try reader.facts(of: claim.lineage, in: claim.scope) }
            let unique = Dictionary(facts.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
                .values.sorted { $0.fact.order < $1.fact.order }
            let aliases = try reader.aliases(of: customer)
            var profile = try reader.profile(of: customer)
            // The profile is one for all apps; a purchase that was used is one app's.
            profile.usage = try profile.usage?.filter { name, _ in
                try scopes.contains { try reader.lineage(of: TransactionID(rawValue: name), in: $0) != nil }
            }
            let notes = try reader.notes(about: customer).filter { $0.app == app.bundleID }
            return CustomerExport(
                customer: customer,
                created: stored?.createdDate,
                profile: profile,
                orders: try reader.allOrders(of: customer, in: app.bundleID).map {
                    OrderBody($0, history: try reader.history(of: $0.id))
                },
                facts: unique.map(\.fact),
                documents: try unique.compactMap { try $0.document.flatMap { try reader.document($0) } }
                    .map { String(decoding: $0, as: UTF8.self) },
                events: try reader.allEvents(of: customer, in: app.bundleID)
                    .map { try ServiceJSON.decode(from: $0.event.body) },
                aliases: aliases.isEmpty ? nil : aliases,
                notes: notes.map(NoteList.Note.init)
            )
        }
    }

    /// Erases a customer: a pseudonym that nothing leads back from takes the person's place in what must stay.
    ///
    /// What the person can restore becomes no one's, so that a new account of the app can claim it; orders, deliveries
    /// and balances stay the pseudonym's. Customer tokens from before are no longer valid, for the same identifier
    /// either.
    ///
    /// A customer is one for all apps of the server, and so is an erasure: an app's key may not take what the customer
    /// has in another one. Whoever may administer the server may.
    func erase(_ customer: CustomerID, call: RequestContext) async throws -> CustomerID {
        let pseudonym = CustomerID(rawValue: "erased_" + random.hexadecimal(12))
        let now = call.now
        let audit = AuditRecord(call, "customer.erase", target: pseudonym.rawValue)
        let apps = self.apps.configuration.apps.map(\.bundleID)
        let app = call.caller.isAdministrator ? nil : try call.app.bundleID
        var contexts: [BundleID: IntakeContext] = [:]
        for app in self.apps.configuration.apps {
            contexts[app.bundleID] = try await pipeline.context(app: app, now: now)
        }
        let known = contexts
        let catalogs = contexts.mapValues(\.catalog.rules)
        try await database.write(locking: .deciding(aboutCustomers: [customer, pseudonym])) { writer in
            try writer.requireLocks([.customer(customer), .customer(pseudonym)])
            guard let stored = try writer.customer(customer) else { throw ServiceProblem.notFound("customer") }
            if let app { try writer.requireUnknown(customer, outside: app) }
            var others: Set<CustomerID> = []
            let charts = try ChartRenaming(of: customer, to: pseudonym, catalogs, in: writer, now: now)
            let facts = try writer.factsAround(customer)
            let seatTexts = SeatTextErasure(
                about: customer,
                owning: try writer.claims(of: customer, limit: .max),
                in: facts
            )
            for fact in facts {
                guard case .command(let command) = fact.fact.content else { continue }
                if let other = command.customer { others.insert(other) }
                let respelled = seatTexts.removed(
                    from: try command.pseudonymized(customer, as: pseudonym),
                    in: fact.fact.scope
                )
                guard respelled != command else { continue }
                try writer.respell(fact, as: .command(respelled), customer: respelled.customer)
            }
            // A recorded policy names the customers whose sandbox purchases count.
            for app in apps {
                for fact in try writer.ruleFacts(in: .rules(of: app)) {
                    guard case .command(let command) = fact.fact.content else { continue }
                    let respelled = try command.pseudonymized(customer, as: pseudonym)
                    if respelled != command { try writer.respell(fact, as: .command(respelled), customer: nil) }
                }
            }
            // Whoever had a purchase before or after was notified from whom, or to whom, it went.
            for other in others.subtracting([customer]).sorted() {
                try writer.respellEvents(of: other, kind: EventType.purchaseTransferred.rawValue) { body in
                    var event = try ServiceJSON.decode(ServerEvent.self, from: body)
                    guard [event.previousCustomer, event.nextCustomer].contains(customer) else { return nil }
                    if event.previousCustomer == customer { event.previousCustomer = pseudonym }
                    if event.nextCustomer == customer { event.nextCustomer = pseudonym }
                    return try event.stored().body
                }
            }
            for app in apps { try writer.removeFailures(of: customer, in: app) }
            try writer.removeLoggedRequests(of: customer)
            for alias in try writer.aliases(of: customer) {
                try writer.removeEvents(of: alias.alias)
                try writer.removeLoggedRequests(of: alias.alias)
            }
            try writer.removeAliases(of: customer)
            try writer.removeNotes(about: customer)
            try writer.pseudonymize(customer, as: pseudonym)
            try writer.removeListRows(of: customer, pseudonym: pseudonym)
            try charts.store(in: writer, now: now)
            try writer.upsert(StoredCustomer(id: pseudonym, createdDate: stored.createdDate, erasedDate: now))
            try writer.releasePurchases(of: pseudonym, known, now: now)
            try writer.releaseSeats(of: pseudonym, known, now: now)
            let name = Erasures.name(of: customer)
            try writer.upsert(pseudonym.rawValue, as: name, in: Erasures.records, now: now)
            try writer.record(audit)
        }
        return pseudonym
    }
}

extension DatabaseReader {
    /// All orders of a customer, the newest first, read in pages.
    fileprivate func allOrders(of customer: CustomerID, in app: BundleID) throws -> [Order] {
        var orders: [Order] = []
        while true {
            let page = try self.orders(of: customer, in: app, before: orders.last, limit: 10_000)
            orders += page
            guard page.count == 10_000 else { return orders }
        }
    }

    /// All events of a customer, in order, read in pages.
    fileprivate func allEvents(of customer: CustomerID, in app: BundleID) throws -> [StoredEvent] {
        var events: [StoredEvent] = []
        while true {
            let last = events.last?.customerSequence ?? 0
            let page = try self.events(of: customer, in: app, after: last, limit: 10_000)
            events += page
            guard page.count == 10_000 else { return events }
        }
    }

    /// Refuses what would touch a customer whom another app than this one still knows.
    fileprivate func requireUnknown(_ customer: CustomerID, outside app: BundleID) throws {
        let claimed = Set(try claims(of: customer).map(\.scope))
        let others = try scopes().filter { scope in
            guard scope.bundleID != app else { return false }
            return try claimed.contains(scope) || !facts(naming: customer, in: scope).isEmpty
                || !orders(of: customer, in: scope.bundleID, limit: 1).isEmpty
        }
        guard !others.isEmpty else { return }
        let names = Set(others.map(\.bundleID.rawValue)).sorted().joined(separator: ", ")
        throw ServiceProblem(
            .usedByAnotherApp,
            "The customer has something in \(names), too: an administrator of the console can erase the customer."
        )
    }

    /// The facts that name a customer, and all facts of the purchases that the customer has or had.
    func factsAround(_ customer: CustomerID) throws -> [StoredFact] {
        var facts: [Int64: StoredFact] = [:]
        var keys = Set(try claims(of: customer).map { LineageKey(scope: $0.scope, lineage: $0.lineage) })
        for scope in try scopes() {
            for fact in try self.facts(naming: customer, in: scope) {
                facts[fact.id] = fact
                if let lineage = fact.fact.lineage { keys.insert(LineageKey(scope: scope, lineage: lineage)) }
            }
        }
        for key in keys {
            for fact in try self.facts(of: key.lineage, in: key.scope) { facts[fact.id] = fact }
        }
        return facts.values.sorted { $0.id < $1.id }
    }
}

extension DatabaseWriter {
    /// Makes what an erased customer owns and could restore no one's; consumables, which no one restores, stay.
    fileprivate func releasePurchases(
        of pseudonym: CustomerID,
        _ contexts: [BundleID: IntakeContext],
        now: Date
    ) throws {
        var scopes: Set<AppScope> = []
        for claim in try claims(of: pseudonym, limit: .max) {
            let context = contexts[claim.scope.bundleID]
            let change = LineageChange(
                key: LineageKey(scope: claim.scope, lineage: claim.lineage),
                known: try facts(of: claim.lineage, in: claim.scope).map(\.fact),
                policy: context?.app.policy ?? CommercePolicy()
            )
            let isConsumable = change.after.transactions.contains { record in
                let type = record.transaction.productType ?? context?.catalog[record.transaction.productID]?.type
                return type == .consumable
            }
            guard !isConsumable else { continue }
            scopes.insert(claim.scope)
            let release = Release(lineage: claim.lineage, customer: pseudonym)
            try record(.release(release), in: claim.scope, by: "erasure", now: now)
            guard let owner = change.ownershipBefore.owners.first(where: { $0 != pseudonym }) else {
                try removeClaim(on: claim.lineage, in: claim.scope)
                continue
            }
            try upsert(StoredClaim(scope: claim.scope, lineage: claim.lineage, customer: owner, claimedDate: now))
        }
        for scope in scopes.sorted(by: { $0.description < $1.description }) {
            guard let context = contexts[scope.bundleID] else { continue }
            // No one is notified of a pseudonym: the backend erased the person.
            var input = FulfillmentInput.command()
            input.sendsEvents = false
            let session = try FulfillmentSession(writer: self, context: context)
            try session.followRules(for: pseudonym, in: scope)
            try session.updateEntitlements(of: [pseudonym], in: scope, input)
        }
    }

    /// Gives back the seats that an erased customer has of others' group subscriptions.
    fileprivate func releaseSeats(
        of pseudonym: CustomerID,
        _ contexts: [BundleID: IntakeContext],
        now: Date
    ) throws {
        for scope in try scopes() {
            guard let context = contexts[scope.bundleID] else { continue }
            let steps = try facts(naming: pseudonym, in: scope).map(\.fact).seatSteps
            for lineage in Set(steps.map(\.lineage)).sorted() {
                let session = try FulfillmentSession(writer: self, context: context)
                let change = try session.change(of: LineageKey(scope: scope, lineage: lineage))
                let owners = change.ownershipBefore.owners
                let released = SeatRules(lineage, change.seatRoster(asOf: now), owners: owners)
                    .releaseAll(of: pseudonym, by: "erasure")
                guard !released.isEmpty else { continue }
                var input = FulfillmentInput.command(released.map { .seat($0) }, by: "erasure")
                input.sendsEvents = false
                try session.fulfill(change, input)
            }
        }
    }

    /// Removes the failures that an app reported of a customer.
    fileprivate func removeFailures(of customer: CustomerID, in app: BundleID) throws {
        let store = PurchaseFailureReport.records[app]
        for record in try allRecords(in: store) where try record.value.customer == customer {
            try removeRecord(record.name, in: store)
        }
    }
}

/// The invitations whose notes an erasure removes: those that the customer accepted, and all for the customer's purchases.
private struct SeatTextErasure {
    private var accepted: Set<SeatPlace>
    private var owned: Set<LineageKey>

    init(about customer: CustomerID, owning claims: [StoredClaim], in facts: [StoredFact]) {
        owned = Set(claims.map { LineageKey(scope: $0.scope, lineage: $0.lineage) })
        accepted = []
        for fact in facts.map(\.fact) where fact.customer == customer {
            guard case .command(.seat(let step)) = fact.content else { continue }
            accepted.insert(SeatPlace(scope: fact.scope, lineage: step.lineage, invitation: step.invitation))
        }
    }

    /// A command without the note, where it is one of theirs.
    func removed(from command: Command, in scope: AppScope) -> Command {
        guard case .seat(var step) = command, case .invited(var terms) = step.action else { return command }
        let place = SeatPlace(scope: scope, lineage: step.lineage, invitation: step.invitation)
        guard accepted.contains(place) || owned.contains(place.key) else { return command }
        terms.note = nil
        step.action = .invited(terms)
        return .seat(step)
    }
}

extension Command {
    /// The same command with another name for a customer.
    func renaming(_ customer: CustomerID, to other: CustomerID) throws -> Command {
        let json = try JSONValue.encoding(self).replacing(customer.rawValue, with: other.rawValue)
        return try ServiceJSON.decode(from: ServiceJSON.encode(json))
    }

    /// The same command without what leads back to a customer.
    fileprivate func pseudonymized(_ customer: CustomerID, as pseudonym: CustomerID) throws -> Command {
        var renamed = try renaming(customer, to: pseudonym)
        switch renamed {
        // The team's own number of an order leads back to the person.
        case .order(var step):
            guard case .created(var terms) = step.action, step.customer == pseudonym else { break }
            terms.reference = nil
            step.action = .created(terms)
            renamed = .order(step)
        case .merge(var merge) where merge.customer == pseudonym:
            merge.alias = pseudonym
            renamed = .merge(merge)
        default: break
        }
        return renamed
    }
}

extension JSONValue {
    /// The same JSON with one text instead of another, wherever it is a whole value.
    fileprivate func replacing(_ text: String, with other: String) -> JSONValue {
        switch self {
        case .string(text): .string(other)
        case .array(let elements): .array(elements.map { $0.replacing(text, with: other) })
        case .object(let members): .object(members.mapValues { $0.replacing(text, with: other) })
        default: self
        }
    }
}
