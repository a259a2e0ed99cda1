// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce

/// What Apple's documents about one purchase said, whatever bytes they said it in.
///
/// Apple signs a transaction or a renewal info anew each time it shows it; were every signature a fact of its own, asking
/// again and again would fill the disk with the same words.
struct HeardDocuments: Sendable {
    /// What a document is about.
    private enum Subject: Hashable {
        case transaction(TransactionID)
        case renewalInfo
    }

    /// What was said, by the instant.
    private var sayings: [Int64: [FactContent]] = [:]
    private var newest: [Subject: (order: FactOrder, content: FactContent)] = [:]

    mutating func add(_ fact: Fact) {
        guard let subject = Self.subject(of: fact) else { return }
        sayings[fact.order.milliseconds, default: []].append(fact.content)
        if let known = newest[subject], fact.order < known.order { return }
        newest[subject] = (fact.order, fact.content)
    }

    /// Whether the same was said at the same instant.
    func contains(_ fact: Fact) -> Bool {
        sayings[fact.order.milliseconds]?.contains(fact.content) ?? false
    }

    /// Whether the same is the newest that was said about the same.
    func newestIs(_ fact: Fact) -> Bool {
        guard let subject = Self.subject(of: fact) else { return false }
        return newest[subject]?.content == fact.content
    }

    private static func subject(of fact: Fact) -> Subject? {
        switch fact.content {
        case .transaction(let transaction): .transaction(transaction.id)
        case .renewalInfo: .renewalInfo
        default: nil
        }
    }
}
