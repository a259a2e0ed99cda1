// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation

/// `purser disclosure`: the text about a subscription that Apple's review asks for.
enum DisclosureCommand: Command {
    static let name = "disclosure"
    static let summary = "Write the subscription terms that App Review requires."

    static let options = [
        Option("product", value: "ID", "The subscription of the catalog."),
        Option(
            "language",
            value: "LANG",
            choices: DisclosureLanguage.allCases.map(\.rawValue),
            "\(languages) (default: en)."
        ),
        Option("terms", value: "URL", "The URL of your terms of use."),
        Option("privacy", value: "URL", "The URL of your privacy policy."),
        Option("catalog", value: "FILE.storekit", "The catalog (default: the demo catalog)."),
        Option("storefront", value: "CODE", "Use the equalized price of this storefront, such as CHN."),
        Option("template", value: "FILE", "Your template, instead of the built-in one."),
        Option("json", "Print a JSON object with the product, the language and the text."),
    ]

    static let details = """
        A template holds {name}, {price}, {period} ("month"), {every} ("every month"), {trial}, {terms} and {privacy}.

        Example:
          purser disclosure --product coffee.club.silver.monthly --language zh-Hans \\
            --terms https://example.com/terms --privacy https://example.com/privacy
        """

    private static let languages = DisclosureLanguage.allCases.map(\.rawValue).joined(separator: ", ")

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws {
        let tag = arguments.value("language") ?? "en"
        guard let language = DisclosureLanguage(rawValue: tag) else {
            throw UsageError("--language takes \(languages), not '\(tag)'")
        }
        let catalog = try CatalogFile(
            path: arguments.value("catalog"),
            bundleID: nil,
            appAppleID: nil,
            terminal: terminal
        )
        let disclosure = try disclosure(arguments, catalog, language)
        let template = try arguments.value("template").map { String(decoding: try terminal.read($0), as: UTF8.self) }
        let text = try disclosure.text(in: language, template: template)
        guard arguments.has("json") else { return terminal.print(text) }
        let product = try arguments.required("product")
        let members: JSONValue = [
            "product": .string(product), "language": .string(language.rawValue), "text": .string(text),
        ]
        try terminal.print(json: members)
    }

    private static func disclosure(
        _ arguments: Arguments,
        _ catalog: CatalogFile,
        _ language: DisclosureLanguage
    ) throws -> Disclosure {
        let id = ProductID(rawValue: try arguments.required("product"))
        guard let product = catalog.file.allSubscriptions.first(where: { $0.productID == id }),
            let price = product.price
        else {
            throw Failure("\(catalog.path) has no subscription '\(id)' with a price")
        }
        let prices = try CatalogPrices(catalog, storefront: arguments.value("storefront"))
        let offer = try product.allIntroductoryOffers.first.map { offer in
            DisclosureOffer(
                period: offer.wholePeriod,
                price: offer.paymentMode == .free ? nil : try offer.price.map(prices.price),
                rhythm: offer.isPaidRepeatedly ? offer.subscriptionPeriod : nil
            )
        }
        return Disclosure(
            name: product.displayName(language.rawValue) ?? product.referenceName ?? id.rawValue,
            price: try prices.price(price),
            period: product.recurringSubscriptionPeriod,
            offer: offer,
            terms: try arguments.required("terms"),
            privacy: try arguments.required("privacy")
        )
    }
}
