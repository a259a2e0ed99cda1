// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
import HTML

/// Why a customer has, or lacks, an entitlement.
package struct EntitlementExplanationPage: Sendable {
    /// A document or command that a reason rests on.
    package struct EvidenceRow: Sendable {
        /// Its kind.
        package var kind: String
        /// When it said so.
        package var said: Date
        /// Its page, when it was signed by Apple.
        package var path: String?

        /// Makes a proof.
        package init(kind: String, said: Date, path: String?) {
            self.kind = kind
            self.said = said
            self.path = path
        }
    }

    /// One reason.
    package struct Explanation: Sendable {
        /// The rule.
        package var rule: String
        /// From when on.
        package var from: Date?
        /// Until when.
        package var until: Date?
        /// The product.
        package var product: String?
        /// The transaction.
        package var transaction: String?
        /// What a person wrote.
        package var detail: String?
        /// What it rests on.
        package var proofs: [EvidenceRow]

        /// Makes a reason.
        package init(
            rule: String,
            from: Date?,
            until: Date?,
            product: String?,
            transaction: String?,
            detail: String?,
            proofs: [EvidenceRow]
        ) {
            self.rule = rule
            self.from = from
            self.until = until
            self.product = product
            self.transaction = transaction
            self.detail = detail
            self.proofs = proofs
        }
    }

    /// The customer.
    package var customer: String
    /// The right.
    package var entitlement: String
    /// The scope's value.
    package var scope: String
    /// The instant that is asked about.
    package var at: Date
    /// Whether the entitlement is there then.
    package var isActive: Bool
    /// The reasons, the deciding one first.
    package var reasons: [Explanation]

    /// Makes the page.
    package init(customer: String, entitlement: String, scope: String, at: Date, isActive: Bool, reasons: [Explanation])
    {
        self.customer = customer
        self.entitlement = entitlement
        self.scope = scope
        self.at = at
        self.isActive = isActive
        self.reasons = reasons
    }

    /// The page.
    package func page(in f: PageContext) -> Page {
        let path = "/console/customers/" + HTML.escapeSegment(customer)
        let answer =
            isActive
            ? f("\(customer) has “\(self.entitlement)”.")
            : f("\(customer) does not have “\(self.entitlement)”.")
        let items = reasons.enumerated().map { position, reason in
            let facts = Components.facts([
                (f("From"), reason.from.map { f.time($0) } ?? .empty),
                (f("Expires"), reason.until.map { f.time($0) } ?? .empty),
                (f("Product"), HTML(reason.product ?? "")),
                (f("Transaction"), reason.transaction.map { Components.code($0) } ?? .empty),
                (f("Note"), HTML(reason.detail ?? "")),
            ])
            let proofs = reason.proofs.map { proof -> HTML in
                let name = proof.path.map { Link(f.document(proof.kind), $0).html } ?? HTML(f.document(proof.kind))
                return "<li>\(name) · \(f.time(proof.said))</li>\n"
            }
            return """
                <li class="entry"><strong>\(f.rule(reason.rule))</strong>\
                \(position == 0 ? Components.badge(f("deciding reason")) : nil)
                \(facts)<ul>\(proofs)</ul></li>

                """ as HTML
        }
        return Page(
            f("Why?"),
            follows: customer,
            """
            <p class="answer">\(Components.badge(isActive ? f("active") : f("inactive"), isActive ? .good : .plain)) \(answer)</p>
            <form method="get" action="\(path)/why/\(HTML.escapeSegment(self.entitlement))" class="inline">
            <input type="hidden" name="scope" value="\(scope)">
            <label for="at">\(f("On the day"))</label>
            <input class="form-control" type="date" id="at" name="at" value="\(f.day(at))">
            <button class="btn btn-plain">\(f("Show"))</button></form>
            <ol class="story">\(items)</ol>
            <p>\(Link(f("Back to the customer"), path).html)</p>
            """
        )
    }
}

extension PageContext {
    /// The name of a kind of document.
    func document(_ kind: String) -> String {
        switch kind {
        case "transaction": self("Signed transaction")
        case "renewal-info": self("Signed renewal info")
        case "notification": self("Signed notification")
        case "app-transaction": self("Signed app transaction")
        case "receipt-answer": self("Apple's answer about a receipt")
        case "store-statement": self("Statement of the team about another store")
        case "notification-v1": self("Version 1 notification")
        case "command": self("Our own record")
        default: kind
        }
    }
}
