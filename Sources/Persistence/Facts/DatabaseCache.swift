// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import Synchronization

/// What a store remembers of rows that never change: the numbers of scopes and of document headers; and facts.
///
/// Only what was committed is remembered, and only up to a bound.
package final class DatabaseCache: Sendable {
    struct Contents: Sendable {
        var scopes: [AppScope: Int64] = [:]
        var headers: [Int64: Header] = [:]
        /// Facts that were read, by number, for reading one means unpacking and decoding it.
        var facts: [Int64: CachedFact] = [:]
        /// The facts from before those; when there are too many, these are forgotten.
        var olderFacts: [Int64: CachedFact] = [:]

        /// Adds what is new; when there is too much, what was known before is forgotten.
        mutating func add(_ other: Contents) {
            if scopes.count + other.scopes.count > 1000 { scopes = [:] }
            scopes.merge(other.scopes) { first, _ in first }
            if headers.count + other.headers.count > 100 { headers = [:] }
            headers.merge(other.headers) { first, _ in first }
            if facts.count + other.facts.count > DatabaseCache.maximumFacts / 2 {
                olderFacts = facts
                facts = [:]
            }
            facts.merge(other.facts) { _, last in last }
        }
    }

    /// How many facts are remembered: those of the purchases that something is being done about.
    static let maximumFacts = 8192

    /// A fact, and the bytes it was read from: erasure spells a customer's name in it again.
    struct CachedFact: Sendable {
        let content: [UInt8]
        let fact: StoredFact
    }

    struct Header: Sendable {
        let bytes: [UInt8]
        let id: Int64
    }

    private let contents = Mutex(Contents())

    /// Whose entitlements were changed.
    package let entitlements = EntitlementVersions()

    /// How many of a purchase's facts are kept unfolded.
    package let folding: FoldingLimits

    /// Makes an empty memory.
    package init(folding: FoldingLimits = .standard) {
        self.folding = folding
    }

    func scope(_ scope: AppScope) -> Int64? {
        contents.withLock { $0.scopes[scope] }
    }

    func header(_ lookup: Int64) -> Header? {
        contents.withLock { $0.headers[lookup] }
    }

    func fact(_ id: Int64) -> CachedFact? {
        contents.withLock { $0.facts[id] ?? $0.olderFacts[id] }
    }

    func add(_ other: Contents) {
        contents.withLock { $0.add(other) }
    }
}

/// What one transaction remembers: what the store does, and what it saw or wrote itself.
package final class TransactionCache {
    private let store: DatabaseCache
    private var learned = DatabaseCache.Contents()
    private var documents: [Int64: (text: ArraySlice<UInt8>, id: Int64)] = [:]
    private var changedCustomers: Set<CustomerID> = []
    /// Up to which fact purchases are folded; nothing where none of their facts are.
    private var folded: [LineageKey: FactOrder?] = [:]
    private var isEveryoneChanged = false

    /// Begins with what the store remembers.
    package init(_ store: DatabaseCache) {
        self.store = store
    }

    /// What hands to the store what was learned; to be called after the commit, when it holds for everyone.
    package func lesson() -> @Sendable () -> Void {
        let isTaught = !learned.scopes.isEmpty || !learned.headers.isEmpty || !learned.facts.isEmpty
        guard isTaught || isEveryoneChanged || !changedCustomers.isEmpty else { return {} }
        return { [store, learned, changedCustomers, isEveryoneChanged] in
            if isEveryoneChanged { store.entitlements.invalidateAll() }
            if !changedCustomers.isEmpty { store.entitlements.invalidate(of: changedCustomers) }
            if isTaught { store.add(learned) }
        }
    }

    /// How many of a purchase's facts are kept unfolded.
    var folding: FoldingLimits { store.folding }

    /// Up to which fact a purchase is folded, as this transaction read or wrote it; nothing when it did neither.
    func folded(of key: LineageKey) -> FactOrder?? { folded[key] }

    /// Takes note up to which fact a purchase is folded.
    func learnFolded(_ last: FactOrder?, of key: LineageKey) {
        folded[key] = .some(last)
    }

    /// Takes note that a customer's stored entitlements are changed by this transaction.
    func invalidate(of customer: CustomerID) {
        changedCustomers.insert(customer)
    }

    /// Takes note that everyone's may be.
    func invalidateAll() {
        isEveryoneChanged = true
    }

    func number(of scope: AppScope) -> Int64? {
        learned.scopes[scope] ?? store.scope(scope)
    }

    func cache(_ number: Int64, of scope: AppScope) {
        learned.scopes[scope] = number
    }

    func header(_ bytes: [UInt8], lookup: Int64) -> Int64? {
        guard let header = learned.headers[lookup] ?? store.header(lookup), header.bytes.isSame(as: bytes) else {
            return nil
        }
        return header.id
    }

    func cache(header bytes: [UInt8], lookup: Int64, id: Int64) {
        learned.headers[lookup] = DatabaseCache.Header(bytes: bytes, id: id)
    }

    func fact(_ id: Int64, content: [UInt8]) -> StoredFact? {
        guard let known = learned.facts[id] ?? store.fact(id), known.content == content else { return nil }
        return known.fact
    }

    func cache(_ fact: StoredFact, content: [UInt8]) {
        guard learned.facts.count < DatabaseCache.maximumFacts / 4 else { return }
        learned.facts[fact.id] = DatabaseCache.CachedFact(content: content, fact: fact)
    }

    /// A document that this transaction met already: a notification's parts come once more automatically.
    func document(_ text: ArraySlice<UInt8>, lookup: Int64) -> Int64? {
        guard let known = documents[lookup], known.text == text else { return nil }
        return known.id
    }

    func cache(document text: ArraySlice<UInt8>, lookup: Int64, id: Int64) {
        if documents.count >= 64 { documents = [:] }
        documents[lookup] = (text, id)
    }
}

extension [UInt8] {
    /// Whether both hold the same bytes.
    ///
    /// What the compiler makes of this looks at many bytes at once, and `==` at one.
    fileprivate func isSame(as other: [UInt8]) -> Bool {
        guard count == other.count else { return false }
        return withUnsafeBufferPointer { own in
            other.withUnsafeBufferPointer { other in
                var difference: UInt8 = 0
                for place in own.indices { difference |= own[place] ^ other[place] }
                return difference == 0
            }
        }
    }
}
