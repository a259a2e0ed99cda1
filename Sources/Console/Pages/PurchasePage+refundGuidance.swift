// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
import HTML

extension PurchasePage {
    /// The guidance for a customer who wants a refund, as the rules decide it.
    package struct Advice: Sendable {
        /// The transaction that Apple would give money back for.
        package var transaction: String
        /// When it was bought.
        package var purchased: Date
        /// When the money went back; there is no advice then.
        package var refunded: Date?
        /// How likely Apple gives it back: `unconditional`, `conditional`, `hard` or `late`.
        package var chance: String?
        /// For how many days Apple usually considers a request in this storefront.
        package var windowDays: Int
        /// When they are over.
        package var deadline: Date?
        /// How often the customer got money back in the year before.
        package var refundsThisYear: Int
        /// The ways to ask, the best first.
        package var routes: [String]
        /// How many hours the quickest refund takes.
        package var fastestHours: Int
        /// How many working days the slowest takes.
        package var slowestWorkingDays: Int

        /// Makes advice.
        package init(
            transaction: String,
            purchased: Date,
            refunded: Date?,
            chance: String?,
            windowDays: Int,
            deadline: Date?,
            refundsThisYear: Int,
            routes: [String],
            fastestHours: Int,
            slowestWorkingDays: Int
        ) {
            self.transaction = transaction
            self.purchased = purchased
            self.refunded = refunded
            self.chance = chance
            self.windowDays = windowDays
            self.deadline = deadline
            self.refundsThisYear = refundsThisYear
            self.routes = routes
            self.fastestHours = fastestHours
            self.slowestWorkingDays = slowestWorkingDays
        }
    }
}

extension PurchasePage.Advice {
    func html(in f: PageContext) -> HTML {
        Components.section(f("Refund guidance"), id: "refund-advice", refunded.map { given($0, f) } ?? open(f))
    }

    private func given(_ instant: Date, _ f: PageContext) -> HTML {
        """
        <p>\(Components.badge(f("given back"), .good)) \(f("The money of transaction")) \(Components.code(transaction)) \
        \(f("went back")) \(f.time(instant)).</p>
        """
    }

    private func open(_ f: PageContext) -> HTML {
        let days = max(0, Int(f.now.timeIntervalSince(purchased) / 86_400))
        let (word, tone) = label(f)
        let ways = routes.map { route -> HTML in "<li>\(way(route, f))</li>\n" }
        let habit = f(
            "Bought \(days) days ago; in this storefront Apple usually considers a request for \(windowDays) days."
        )
        let money = f(
            "Money comes back after \(fastestHours) hours up to \(slowestWorkingDays) working days. Give the customer the transaction"
        )
        return """
            <p>\(Components.badge(word, tone)) \(habit)</p>
            \(Components.facts([
                (f("Until", meaning: "deadline"), deadline.map { f.time($0) } ?? .empty),
                (f("Refunds in a year"), HTML(String(refundsThisYear))),
            ]))
            <p>\(f("Only Apple gives money back; there are three ways:"))</p>
            <ol>\(ways)</ol>
            <p class="soft">\(money) \(Components.code(transaction))</p>
            """
    }

    private func label(_ f: PageContext) -> (text: String, tone: StatusTone) {
        switch chance {
        case "no-reason-required": (f("given without a reason"), .good)
        case "reason-required": (f("given for a good reason"), .plain)
        case "unlikely": (f("unlikely: many earlier refunds"), .bad)
        case "window-closed": (f("too late"), .warning)
        default: (f("not known"), .plain)
        }
    }

    private func way(_ route: String, _ f: PageContext) -> HTML {
        switch route {
        case "report-a-problem":
            "<a href=\"https://reportaproblem.apple.com\" rel=\"noreferrer\">reportaproblem.apple.com</a>: \(f("the customer signs in and asks"))"
        case "apple-support": HTML(f("Apple's support by chat or telephone"))
        case "card-issuer":
            HTML(f("the card's issuer, last of all: Apple may close the account"))
        default: HTML(route)
        }
    }
}
