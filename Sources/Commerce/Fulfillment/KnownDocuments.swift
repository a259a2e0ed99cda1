// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

/// What Apple's documents about one purchase said, whatever bytes they said it in.
///
/// Apple signs a transaction or a renewal info again each time it shows it. If every signature were a fact of its own, asking
/// again and again would fill the disk with the same statements.
struct KnownDocuments: Sendable {
    /// What a document is about.
    private enum Subject: Hashable {
        case transaction(TransactionID)
        case renewalInfo
    }

    /// All that is known of the purchase; few questions are asked about it, so nothing is sorted out beforehand.
    private(set) var facts: [Fact]

    init(_ facts: [Fact]) {
        self.facts = facts
    }

    mutating func add(_ fact: Fact) {
        facts.append(fact)
    }

    /// Whether the same was said at the same instant.
    func contains(_ fact: Fact) -> Bool {
        guard Self.subject(of: fact) != nil else { return false }
        return facts.contains { $0.order.milliseconds == fact.order.milliseconds && $0.content == fact.content }
    }

    /// Whether the same is the newest that was said about the same.
    func isLatest(_ fact: Fact) -> Bool {
        guard let subject = Self.subject(of: fact) else { return false }
        var newest: Fact?
        for other in facts where Self.subject(of: other) == subject || Self.answers(other, about: subject) {
            if let newest, other.order < newest.order { continue }
            newest = other
        }
        return newest?.content == fact.content
    }

    /// Whether anything is known that was said about the same as a fact; a fact of another kind is about nothing of the
    /// kind.
    func hasStatement(aboutSubjectOf fact: Fact) -> Bool {
        guard let subject = Self.subject(of: fact) else { return true }
        return facts.contains { Self.subject(of: $0) == subject || Self.answers($0, about: subject) }
    }

    /// Whether an answer about a receipt says something about the same.
    private static func answers(_ fact: Fact, about subject: Subject) -> Bool {
        guard case .receiptAnswer(let answer) = fact.content else { return false }
        switch subject {
        case .transaction(let id): return answer.transactions.contains { $0.id == id }
        case .renewalInfo: return answer.renewalInfo != nil
        }
    }

    private static func subject(of fact: Fact) -> Subject? {
        switch fact.content {
        case .transaction(let transaction): .transaction(transaction.id)
        case .renewalInfo: .renewalInfo
        default: nil
        }
    }
}
