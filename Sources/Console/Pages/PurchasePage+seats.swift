// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
import HTML

extension PurchasePage {
    /// The seats of a group subscription, and who has one.
    package struct Seats: Sendable {
        /// An invitation, or a seat that is occupied.
        package struct Row: Sendable {
            /// The invitation.
            package var invitation: String
            /// How far it is: `open`, `requested`, `claimed` or `releasing`.
            package var state: String
            /// The member.
            package var customer: String?
            /// Apple's claim.
            package var claim: String?
            /// The one inviting.
            package var invitedBy: String?
            /// The note of the one who invited.
            package var note: String?
            /// When the member got the seat, or until when the invitation can be accepted.
            package var date: Date?
            /// Whether there is no seat for the claim, after a renewal with fewer.
            package var isExcess: Bool

            /// Makes a row.
            package init(
                invitation: String,
                state: String,
                customer: String?,
                claim: String?,
                invitedBy: String?,
                note: String?,
                date: Date?,
                isExcess: Bool
            ) {
                self.invitation = invitation
                self.state = state
                self.customer = customer
                self.claim = claim
                self.invitedBy = invitedBy
                self.note = note
                self.date = date
                self.isExcess = isExcess
            }
        }

        /// How many seats there are.
        package var total: Int
        /// How many are occupied, the buyer's not included.
        package var occupied: Int
        /// How many people can be invited.
        package var available: Int
        /// Invitations that can be accepted and seats that are occupied, the oldest first.
        package var rows: [Row]

        /// Makes the seats.
        package init(total: Int, occupied: Int, available: Int, rows: [Row]) {
            self.total = total
            self.occupied = occupied
            self.available = available
            self.rows = rows
        }
    }
}

extension PurchasePage.Seats {
    /// How many rows the page shows.
    private static let maximumRows = 100

    func html(in f: PageContext) -> HTML {
        let facts = Components.facts([
            (f("Seats"), HTML("\(total)")), (f("Occupied by members"), HTML("\(occupied)")),
            (f("Available"), HTML("\(available)")),
        ])
        let table = Components.table(
            f("Members and invitations"),
            [f("Customer"), f("State"), f("Date"), f("Invited by"), f("Seat claim")],
            rows.prefix(Self.maximumRows).map { cells($0, f) },
            empty: f("No members and no open invitations.")
        )
        return Components.section(f("Seats"), id: "seats", facts + table)
    }

    private func cells(_ row: Row, _ f: PageContext) -> [HTML] {
        let (text, tone): (String, StatusTone) =
            switch row.state {
            case "open": (f("Invited"), .plain)
            case "requested": (f("Waiting for Apple"), .warning)
            case "claimed" where row.isExcess: (f("Member, no seat left"), .warning)
            case "claimed": (f("Member"), .good)
            case "releasing": (f("Leaving"), .warning)
            default: (row.state, .plain)
            }
        let inviter = [row.invitedBy, row.note].compactMap(\.self).joined(separator: " · ")
        return [
            row.customer.map { f.customer($0) } ?? Components.soft(row.invitation), Components.badge(text, tone),
            row.date.map { f.time($0) } ?? .empty, HTML(inviter), row.claim.map { Components.longCode($0) } ?? .empty,
        ]
    }
}
