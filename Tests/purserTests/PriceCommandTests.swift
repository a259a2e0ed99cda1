// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Testing

@testable import purser

@Suite struct PriceCommandTests {
    private static let catalog = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Examples/Catalog.storekit").path

    @Test func `a product's price in one storefront is reported with what decided it`() async {
        let terminal = TestTerminal()
        let code = await terminal.run(
            "price",
            "--product",
            "coffee.club.gold.monthly",
            "--storefront",
            "CHN",
            "--catalog",
            Self.catalog
        )
        #expect(code == 0)
        #expect(terminal.output == ["CHN\t72.00\tCNY\tequalized"])
        #expect(terminal.errors.first?.contains("example's exchange rates") == true)
    }

    @Test func `a file is equalized without moving the base price or one set manually`() async {
        let json = "{ base: 'USA', price: '9.99', manual: { CHN: '68' }, unavailable: ['JPN'] }"
        let terminal = TestTerminal(input: Data(json.utf8))
        #expect(await terminal.run("price", "equalize", "-") == 0)
        #expect(terminal.output.contains("USA\t9.99\tUSD\tbase"))
        #expect(terminal.output.contains("CHN\t68.00\tCNY\tmanual"))
        #expect(terminal.output.contains("JPN\t-\t-\tnot-available"))
    }

    @Test func `a line of rates that cannot be read is named with its file`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("rates.tsv", Data("currency\trate\nUSD\t1\nEUR\tmuch\n".utf8))
        let terminal = TestTerminal(input: Data("{ base: 'USA', price: '9.99' }".utf8))
        #expect(await terminal.run("price", "equalize", "-", "--rates", file) == 1)
        #expect(terminal.output.isEmpty && terminal.errors.count == 1)
        #expect(terminal.errors.first?.contains(file) == true && terminal.errors.first?.contains("EUR") == true)
    }

    @Test func `Apple's own price points take the place of those that ship`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "points.tsv")
        try Data("storefront\tprice\nCHN\t70\nCHN\t71\nJPN\t1500\n".utf8).write(to: file)
        let json = "{ base: 'USA', price: '9.99' }"
        let terminal = TestTerminal(input: Data(json.utf8))
        #expect(await terminal.run("price", "equalize", "-", "--points", file.path) == 0)
        #expect(terminal.output.contains { $0.hasPrefix("CHN\t71.00\t") })
        #expect(terminal.output.contains { $0.hasPrefix("JPN\t1500.00\t") })
        let points = TestTerminal()
        #expect(await points.run("price", "points", "--storefront", "CHN", "--points", file.path) == 0)
        #expect(points.output == ["70.00\tCNY\t-", "71.00\tCNY\t-"])
        #expect(points.errors.joined().contains("app-store-connect"))
    }

    @Test func `old levels and today's points stand side by side`() async {
        let level = TestTerminal()
        #expect(await level.run("price", "tiers", "60") == 0)
        #expect(level.output.last == "60\t648.00\t444.528\t648.00\t99.99\t69.993\t99.99")
        let all = TestTerminal()
        #expect(await all.run("price", "tiers") == 0)
        #expect(all.output.count == 95)
        let points = TestTerminal()
        #expect(await points.run("price", "points", "--storefront", "CHN") == 0)
        #expect(points.output.contains("6.00\tCNY\t1") && points.output.contains("1.80\tCNY\t-"))
        #expect(points.errors.joined().contains("approximation"))
    }

    private static let badFiles: [(String, String)] = [
        ("{ price: '-3' }", "above zero"), ("{ price: '0' }", "above zero"), ("{ price: 9.99 }", "'price'"),
        ("{ price: '9.99', manual: { CHN: '-4' } }", "CHN"), ("{ price: '9.99', manual: { CHN: 68 } }", "manual.CHN"),
        ("{ price: '9.99', manual: { QQQ: '1' } }", "'QQQ'"), ("{ price: '9.99', unavailable: ['QQQ'] }", "'QQQ'"),
        ("{ price: '9.99', bse: 'CHN' }", "'bse'"), ("{ price: '9.99', base: 'QQQ' }", "QQQ"),
        ("{", "line 1, column 1"),
        ("{}", "price"), ("[]", "JSON5"), ("{ price: null }", "price"), ("nonsense", "line 1, column 1"),
    ]

    @Test(arguments: badFiles)
    func `a file with an error in it is refused in one line that names it`(json: String, name: String) async {
        let terminal = TestTerminal(input: Data(json.utf8))
        #expect(await terminal.run("price", "equalize", "-") == 1)
        let errors = terminal.errors.filter { !$0.contains("example's exchange rates") }
        #expect(terminal.output.isEmpty && errors.count == 1 && errors[0].contains(name), "\(errors)")
        #expect(!errors[0].contains("Error") && !errors[0].contains("CodingKeys"), "\(errors)")
    }

    @Test func `a catalog with an error in it is refused in one line that names the member`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "bad.storekit")
        for (text, word) in [("{ \"products\": 3 }", "products"), ("nonsense", "not JSON")] {
            try Data(text.utf8).write(to: file)
            let terminal = TestTerminal()
            #expect(await terminal.run("price", "--catalog", file.path, "--product", "lamp") == 1)
            let note = terminal.errors.last ?? ""
            #expect(
                note.contains("bad.storekit is not a StoreKit configuration file") && note.contains(word),
                "\(note)"
            )
            #expect(!note.contains("Error") && !note.contains("CodingKeys"), "\(note)")
        }
    }

    @Test func `a price set manually that cannot be asked is kept and named`() async {
        let terminal = TestTerminal(input: Data("{ price: '9.99', manual: { CHN: '67.3', DEU: '9.99' } }".utf8))
        #expect(await terminal.run("price", "equalize", "-") == 0)
        #expect(terminal.output.contains("CHN\t67.30\tCNY\tmanual"))
        #expect(terminal.errors.count { $0.contains("67.30 CNY") && $0.contains("67.00 CNY") } == 1)
    }

    @Test func `a price is equalized for every storefront`() async {
        let terminal = TestTerminal(input: Data("{ price: '9.99' }".utf8))
        #expect(await terminal.run("price", "equalize", "-") == 0)
        #expect(
            terminal.output.count > 110 && terminal.output.allSatisfy { !$0.contains("\t-\t") },
            "\(terminal.output)"
        )
    }

    private static let badInput: [([String], Int32)] = [
        (["price"], 2), (["price", "equalize"], 2), (["price", "equalize", "/no/such"], 1), (["price", "rise"], 2),
        (["price", "tiers", "88"], 1), (["price", "points"], 2), (["price", "points", "--storefront", "QQQ"], 1),
        (["price", "points", "--storefront", "CHN", "--points", "/no/such"], 1),
        (["price", "--product", "tea", "--catalog", catalog], 1),
        (["price", "--product", "coffee.grinder", "--storefront", "ZZZ", "--catalog", catalog], 1),
        (["disclosure", "--language", "klingon"], 2),
        (["disclosure", "--product", "coffee.grinder", "--catalog", catalog], 1),
    ]

    @Test(arguments: badInput)
    func `what is wrong is said in one line`(words: [String], code: Int32) async {
        let terminal = TestTerminal()
        #expect(await terminal.run(words) == code)
        #expect(terminal.errors.filter { !$0.contains("example's exchange rates") }.count == 1)
    }

    private static let firstPrices: [(String, String, String)] = [
        ("payAsYouGo", "en", ", after $1.99 every month for the first 3 months"),
        ("payUpFront", "en", ", after $1.99 for the first 3 months"),
        ("free", "en", ", after a free trial of 3 months"),
        ("payAsYouGo", "zh-Hans", "，首次订阅的前 3 个月每月价格为 $1.99"),
        ("payUpFront", "zh-Hans", "，首次订阅的前 3 个月价格为 $1.99"),
        ("free", "zh-Hans", "，首次订阅可免费试用 3 个月"),
        ("payAsYouGo", "zh-Hant", "，首次訂閱的前 3 個月每月價格為 $1.99"),
        ("payUpFront", "zh-Hant", "，首次訂閱的前 3 個月價格為 $1.99"),
        ("free", "zh-Hant", "，首次訂閱可免費試用 3 個月"),
        ("payAsYouGo", "ja", "（初回は最初の3か月が1か月ごとに$1.99）"),
        ("payUpFront", "ja", "（初回は最初の3か月が$1.99）"), ("free", "ja", "（初回は3か月の無料トライアル付き）"),
    ]

    @Test(arguments: firstPrices)
    func `each way to pay a first price is reported in each language`(
        mode: String,
        language: String,
        words: String
    ) async throws {
        let json = """
            { "identifier": "A", "nonRenewingSubscriptions": [], "products": [], "settings": { "_storefront": "USA" },
              "subscriptionGroups": [{ "id": "G", "localizations": [], "name": "Club", "subscriptions": [{
                "adHocOffers": [], "codeOffers": [], "displayPrice": "9.99", "familyShareable": false, "groupNumber": 1,
                "internalID": "S", "localizations": [], "productID": "club", "recurringSubscriptionPeriod": "P1M",
                "referenceName": "Club", "subscriptionGroupID": "G", "type": "RecurringSubscription",
                "introductoryOffer": { "displayPrice": "1.99", "internalID": "O", "numberOfPeriods": 3,
                  "paymentMode": "\(mode)", "subscriptionPeriod": "P1M" } }] }],
              "version": { "major": 4, "minor": 0 } }
            """
        let folder = try TemporaryFolder()
        let catalog = try folder.write("Club.storekit", Data(json.utf8))
        let terminal = TestTerminal()
        let command = ["disclosure", "--product", "club", "--language", language, "--catalog", catalog]
        #expect(await terminal.run(command + ["--terms", "https://a.example", "--privacy", "https://b.example"]) == 0)
        let text = terminal.output.joined(separator: "\n")
        #expect(text.contains(words), "\(words) is not in \(text)")
    }

    @Test func `a subscription's disclosure states its trial in Chinese`() async {
        let terminal = TestTerminal()
        let code = await terminal.run(
            "disclosure",
            "--product",
            "coffee.club.silver.monthly",
            "--language",
            "zh-Hans",
            "--catalog",
            Self.catalog,
            "--terms",
            "https://example.com/terms",
            "--privacy",
            "https://example.com/privacy",
            "--storefront",
            "CHN"
        )
        #expect(code == 0)
        let text = terminal.output.joined(separator: "\n")
        #expect(text.contains("银卡"))
        #expect(text.contains("首次订阅可免费试用一周"))
        #expect(text.contains("¥"))
    }
}
