// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
import HTML

/// What Apple sent: each App Store Server Notification with what it is about.
package struct NotificationsPage: Sendable {
    /// A notification.
    package struct Notification: Sendable {
        /// Apple's identifier.
        package var id: String
        /// Its type and subtype.
        package var type: String
        /// When Apple signed it.
        package var signed: Date
        /// When it arrived.
        package var received: Date
        /// How it came: from Apple, or by recovery.
        package var source: String
        /// The product.
        package var product: String?
        /// The page of the document.
        package var document: String
        /// The page of the purchase.
        package var purchase: Link?

        /// Makes a value.
        package init(
            id: String,
            type: String,
            signed: Date,
            received: Date,
            source: String,
            product: String?,
            document: String,
            purchase: Link?
        ) {
            self.id = id
            self.type = type
            self.signed = signed
            self.received = received
            self.source = source
            self.product = product
            self.document = document
            self.purchase = purchase
        }
    }

    /// The notifications, the newest first.
    package var notifications: [Notification]
    /// The address that App Store Connect has to know.
    package var url: String
    /// How many wait to be processed.
    package var queued: Int
    /// Where the list continues.
    package var older: String?

    /// Makes the page.
    package init(notifications: [Notification], url: String, queued: Int, older: String?) {
        self.notifications = notifications
        self.url = url
        self.queued = queued
        self.older = older
    }

    /// The page.
    package func page(in f: PageContext) -> Page {
        let rows = notifications.map { item -> [HTML] in
            let delay = max(0, item.received.timeIntervalSince(item.signed))
            return [
                f.time(item.signed), Components.code(item.type), HTML(item.product ?? "–"),
                item.purchase.map { "<a href=\"\($0.path)\">\(Components.code($0.text))</a>" } ?? "–",
                Components.whole(f.duration(delay)), HTML(f.mover(item.source)),
                "<a href=\"\(item.document)\">\(Components.longCode(item.id))</a>",
            ]
        }
        let table = Components.table(
            f.name(of: .notifications),
            [
                f("Signed"), f("Type"), f("Product"), f("Purchase"), f("Delay"),
                f("Source"), f("Document"),
            ],
            rows,
            empty: f("No notifications yet. Set this URL in App Store Connect, and send a test notification.")
        )
        return Page(
            f.name(of: .notifications),
            place: .notifications,
            """
            \(Components.facts([
                (f("Notification URL"), Components.code(url)),
                (f("Waiting to be processed"), HTML(f.number(queued))),
            ]))
            <section class="card-like" id="notifications" data-refresh>\(table)\(Components.pager(older, f))</section>
            """
        )
    }
}
