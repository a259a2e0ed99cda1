// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Foundation
import HTTPService
import TestSupport
import Testing

/// The page as a browser shows it.
@Suite struct ChromiumTests {
    private func shown(_ simulated: SimulatedService, language: String) async throws -> String {
        try await simulated.service.start()
        let page = try await Chromium.show(
            "http://127.0.0.1:\(simulated.service.productionPort ?? 0)/#alice",
            language: language
        )
        try await simulated.service.stop()
        return page
    }

    @Test(arguments: [("en-GB", "Turn renewal off", "active"), ("zh-CN", "关闭续期", "有效")])
    func `a browser shows a customer's purchases in its language`(
        language: String,
        button: String,
        state: String
    ) async throws {
        let simulated = try SimulatedService()
        try await simulated.buy("silver")
        let coins = try await simulated.buy("coins").transactionId
        let page = try await shown(simulated, language: language)
        #expect(page.contains(coins.rawValue))
        #expect(page.contains("SUBSCRIBED.INITIAL_BUY"))
        #expect(page.contains(button))
        #expect(page.contains(">\(state)</span>"))
    }

    /// Uses the page of a simulator that runs, as a person would.
    private func browse(
        _ simulated: SimulatedService,
        language: String = "en-GB",
        scheme: String = "light",
        at fragment: String = "",
        picture: String? = nil,
        _ steps: [String]
    ) async throws {
        let folder = ProcessInfo.processInfo.environment["PURSER_PICTURES"]
        try await simulated.service.start()
        let result = try await Python().run(
            "browse.py",
            [
                "url": "http://127.0.0.1:\(simulated.service.productionPort ?? 0)/\(fragment)", "language": language,
                "scheme": scheme, "steps": String(decoding: try JSONEncoder().encode(steps), as: UTF8.self),
                "picture": folder.flatMap { folder in picture.map { "\(folder)/\($0).png" } } ?? "",
            ]
        )
        try await simulated.service.stop()
        #expect(result.status == 0, "\(result.text)")
    }

    /// A step that clicks a button by its text, once it can be clicked.
    private func click(_ text: String, in selector: String = "body") -> String {
        """
        (() => { const button = [...document.querySelectorAll('\(selector) button')]
          .find((item) => item.textContent.trim().startsWith('\(text)') && !item.disabled && item.offsetParent !== null);
          button?.click(); return Boolean(button); })()
        """
    }

    /// A step that waits for a text.
    private func sees(_ text: String, in selector: String = "body") -> String {
        "[...document.querySelectorAll('\(selector)')].some((item) => item.textContent.includes('\(text)'))"
            + " && ![...document.querySelectorAll('button')].some((item) => item.disabled)"
    }

    /// A step that opens a panel.
    private func open(_ id: String) -> String {
        "(() => { const panel = document.getElementById('\(id)'); if (panel) panel.open = true;"
            + " return Boolean(panel); })()"
    }

    /// A step that writes into a field and sends its form.
    private func send(_ value: String, into selector: String) -> String {
        """
        (() => { const field = document.querySelector('\(selector)'); if (!field) return false;
          field.value = '\(value)'; field.form.requestSubmit(); return true; })()
        """
    }

    @Test func `a person's first purchase, a month forward, and a refund`() async throws {
        let simulated = try SimulatedService { $0.catalog = .withOffers }
        try await browse(
            simulated,
            [
                "!document.getElementById('no one')?.hidden && WORDS !== undefined && status !== null",
                send("alice", into: "#customer-name"), sees("silver", in: "#products .product"),
                click("Buy", in: "#products .product:nth-child(4)"), sees("active", in: "#subscriptions"),
                click("+1 month"), sees("DID_RENEW", in: "#message"), sees("DID_RENEW", in: "#notifications"),
                "document.querySelectorAll('#timeline i').length === 2",
                click("Refund", in: "#transactions tr"), sees("revoked", in: "#subscriptions"),
                sees("REFUND", in: "#notifications"),
            ]
        )
        let list = try await simulated.production.send(.get, "/simulator/v1/transactions?customer=alice")
            .json(ServerAPICommandTests.Transactions.self).transactions
        #expect(list.count == 2)
        #expect(list.first?.transaction.revocationDate != nil)
    }

    @Test func `a reset is asked about and keeps what was there, and customers are found by a part of the name`()
        async throws
    {
        try await withTemporaryFolder { folder in
            let simulated = try SimulatedService(dataDirectory: folder) { $0.catalog = .withOffers }
            for number in 0..<12 {
                _ = try await simulated.service.perform(
                    .addCustomer(CustomerProfile(id: .init(rawValue: "Customer-\(number)"), storefront: "USA"))
                )
            }
            try await browse(
                simulated,
                [
                    sees("Customer-3", in: "#customers"),
                    """
                    (() => { const field = document.getElementById('find-customer'); field.value = 'MER-1';
                      field.dispatchEvent(new Event('input')); return true; })()
                    """,
                    "document.querySelectorAll('#customers li').length === 3",
                    sees("3 / 12", in: "#customers-count"), open("rules-panel"),
                    click("Reset simulator", in: "#operator-rules"),
                    "document.getElementById('reset-dialog').open && document.activeElement.id === 'reset-cancel'",
                    sees("erases 12 customers", in: "#reset-text"), click("Cancel", in: "#reset-dialog"),
                    "!document.getElementById('reset-dialog').open",
                    click("Reset simulator", in: "#operator-rules"), click("Reset simulator", in: "#reset-dialog"),
                    sees("0 / 0", in: "#customers-count"),
                    "!document.getElementById('copy-curl').hidden && lastCurl.includes('/reset')",
                ]
            )
            let left = try await simulated.production.send(.get, "/simulator/v1/customers").text
            #expect(!left.contains("Customer-3"))
            let saves = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(saves.contains { $0.hasPrefix("save-before-reset-") })
        }
    }

    @Test func `family, offers, a dearer price, faults and the rules are at hand`() async throws {
        let simulated = try SimulatedService { $0.catalog = .withOffers }
        try await simulated.buy("silver")
        try await browse(
            simulated,
            at: "#alice",
            [
                sees("active", in: "#subscriptions"), open("more-customer"),
                send("smiths", into: "#customer-more form:nth-child(2) input"),
                click("Offer three-for-two", in: "#subscriptions"), sees("OFFER_REDEEMED", in: "#notifications"),
                open("products-panel"),
                "(() => { document.querySelector('#operator-products select').value = 'silver'; return true; })()",
                send("99", into: "#operator-products form input[type=number]"),
                sees("PRICE_INCREASE.PENDING", in: "#notifications"), click("Agree", in: "#subscriptions"),
                sees("PRICE_INCREASE.ACCEPTED", in: "#notifications"), open("faults-panel"),
                "document.querySelector('#operator-faults input[name=droppedPerMille]') !== null",
                send("1000", into: "#operator-faults input[name=tlsRefusedPerMille]"), sees("Saved", in: "#message"),
                open("rules-panel"), click("Asks to buy", in: "#account"),
                "document.querySelector('#account button[aria-pressed=true]') !== null",
                click("Buy", in: "#products .product:nth-child(1)"), sees("waits", in: "#subscriptions"),
                click("Approve", in: "#subscriptions"), sees("ONE_TIME_CHARGE", in: "#notifications"),
            ]
        )
        let faults = try await simulated.production.send(.get, "/simulator/v1/faults").text
        #expect(faults.contains(#""tlsRefusedPerMille":1000"#))
    }

    @Test func `seats, members, a commitment, a bundle and an organization are at hand`() async throws {
        let simulated = try SimulatedService { $0.catalog = .withGroups }
        _ = try await simulated.service.perform(.addCustomer(CustomerProfile(id: "alice", storefront: "DEU")))
        try await browse(
            simulated,
            at: "#alice",
            [
                sees("alice", in: "#customer-title"), open("groups-panel"),
                send("3", into: "#groups form input[aria-label=Seats]"), sees("3 Seats", in: "#groups"),
                send("bob", into: "#groups input[aria-label=Member]"), sees("bob · invited", in: "#groups"),
                click("Accept", in: "#groups"), sees("bob", in: "#notifications"),
                click("Remove", in: "#groups"), sees("REVOKE", in: "#notifications"),
                send("5", into: "#groups input[aria-label=\"Seats in all\"]"),
                sees("INCREASE_QUANTITY", in: "#notifications"),
                send("2", into: "#groups input[aria-label=\"Seats that renew\"]"),
                sees("DECREASE_QUANTITY", in: "#notifications"),
                send("1", into: "#groups input[max]"), sees("REFUND.SEATS", in: "#notifications"),
                click("Commit to a year", in: "#groups"), sees("month 1/12", in: "#groups"),
                click("Buy", in: "#products .product:last-child"), sees("news.bundle", in: "#groups"),
                click("Keep only news", in: "#groups"), sees("keeps news", in: "#groups"),
                open("organizations-panel"), send("acme", into: "#operator-organizations form input"),
                sees("acme", in: "#operator-organizations"),
                send("carol", into: "#operator-organizations input[aria-label=Member]"),
                sees("carol", in: "#operator-organizations"), open("products-panel"),
                """
                (() => { const members = document.querySelector('#operator-products select[multiple]'), form = members?.form;
                  if (!form) return false;
                  for (const option of members.options) option.selected = ['news', 'music'].includes(option.value);
                  form.querySelector('input[type=number]').value = '9.99';
                  form.querySelector('input:not([type=number])').value = 'pair';
                  const others = { "Another developer's product": 'maps', Developer: 'Maps Ltd', 'Name of the subscription': 'Maps',
                    'Price alone': '4.99' };
                  for (const [label, text] of Object.entries(others)) form.querySelector(`[aria-label="${label}"]`).value = text;
                  form.requestSubmit(); return true; })()
                """,
                sees("pair", in: "#products"),
            ]
        )
        _ = try await simulated.service.perform(.addCustomer(CustomerProfile(id: "dora", storefront: "DEU")))
        try await simulated.buy("pair", by: "dora")
        let pair = try await simulated.production.send(.get, "/simulator/v1/customers/dora/bundles").text
        #expect(pair.contains(#""developer":"Maps Ltd""#) && pair.contains(#""price":4990"#), "\(pair)")
        let bundles = try await simulated.production.send(.get, "/simulator/v1/customers/alice/bundles").text
        #expect(bundles.contains(#""keeping":["news"]"#))
    }

    @Test(arguments: [("en-GB", "light", "simulator-light"), ("zh-CN", "dark", "simulator-dark-zh")])
    func `the page is shown in light and dark, English and Chinese`(
        language: String,
        scheme: String,
        picture: String
    ) async throws {
        let simulated = try SimulatedService { $0.catalog = .withOffers }
        try await simulated.listen()
        try await simulated.buy("silver")
        try await simulated.buy("coins", quantity: 2)
        _ = try await simulated.advance(by: "P3M")
        try await simulated.buy("gold")
        let lifetime = try await simulated.buy("lifetime")
        try await simulated.buy("coins", by: "bob")
        _ = try await simulated.advance(by: "P1M")
        _ = try await simulated.production.send(
            .post,
            "/simulator/v1/transactions/\(lifetime.transactionId)/refund"
        )
        let background = scheme == "dark" ? "rgb(14, 16, 19)" : "rgb(246, 247, 249)"
        try await browse(
            simulated,
            language: language,
            scheme: scheme,
            at: "#alice",
            picture: picture,
            [
                "document.querySelectorAll('#timeline .track').length === 4",
                "document.documentElement.lang === '\(language == "zh-CN" ? "zh-Hans" : "en")'",
                "getComputedStyle(document.body).backgroundColor === '\(background)'",
                "document.documentElement.scrollWidth <= innerWidth",
            ]
        )
    }
}

/// Runs Debian's Chromium without a window.
enum Chromium {
    struct Missing: Error, CustomStringConvertible {
        let description = "no Chromium to show the page in; run: Scripts/setup test"
    }

    private static let path = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// The page's markup after its scripts have run.
    static func show(_ url: String, language: String) async throws -> String {
        guard let path else { throw Missing() }
        return await withCheckedContinuation { continuation in
            DispatchQueue(label: "chromium").async {
                let process = ChildProcess()
                let output = Pipe()
                process.executableURL = URL(filePath: path)
                process.arguments = [
                    "--headless=new", "--no-sandbox", "--disable-gpu", "--lang=\(language)",
                    "--accept-lang=\(language)", "--virtual-time-budget=4000", "--dump-dom", url,
                ]
                process.standardOutput = output
                process.standardError = FileHandle.nullDevice
                do { try process.run() } catch { return continuation.resume(returning: "\(error)") }
                let text = output.fileHandleForReading.readDataToEndOfFile()
                process.waitUntilExit()
                do { try process.checkLimit() } catch { return continuation.resume(returning: "\(error)") }
                continuation.resume(returning: String(decoding: text, as: UTF8.self))
            }
        }
    }
}
