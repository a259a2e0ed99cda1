// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import HTML

/// The products of an app, and the entitlements they give.
package struct CatalogPage: Sendable {
    /// A product.
    package struct Product: Sendable {
        /// Its identifier.
        package var id: String
        /// Its name.
        package var name: String?
        /// Its type.
        package var type: String
        /// Its subscription group and level.
        package var group: String?
        /// How long a period is.
        package var period: String?
        /// Its price in the base storefront.
        package var price: (milliunits: Int64, currency: String)?
        /// Its prices elsewhere.
        package var prices: [(storefront: String, milliunits: Int64, currency: String)]
        /// The entitlements it gives.
        package var entitlements: Set<String>
        /// Its offers.
        package var offers: [String]
        /// The currency that it credits.
        package var credit: String?
        /// Whether it may be bought.
        package var isOnSale: Bool

        /// Makes a value.
        package init(
            id: String,
            name: String?,
            type: String,
            group: String?,
            period: String?,
            price: (milliunits: Int64, currency: String)?,
            prices: [(storefront: String, milliunits: Int64, currency: String)],
            entitlements: Set<String>,
            offers: [String],
            credit: String?,
            isOnSale: Bool
        ) {
            self.id = id
            self.name = name
            self.type = type
            self.group = group
            self.period = period
            self.price = price
            self.prices = prices
            self.entitlements = entitlements
            self.offers = offers
            self.credit = credit
            self.isOnSale = isOnSale
        }
    }

    /// The products in their order.
    package var products: [Product]
    /// The entitlements.
    package var entitlements: [String]
    /// What should be looked at.
    package var warnings: [String]

    /// Makes the page.
    package init(products: [Product], entitlements: [String], warnings: [String]) {
        self.products = products
        self.entitlements = entitlements
        self.warnings = warnings
    }

    /// How many entitlements a matrix has columns for.
    private static let widest = 12

    /// The page.
    package func page(in f: PageContext) -> Page {
        let warningList: HTML =
            warnings.isEmpty
            ? .empty
            : Components.section(
                f("Warnings"),
                id: "warnings",
                "<ul>\(warnings.map { "<li lang=\"en\">\($0)</li>" as HTML })</ul>"
            )
        return Page(
            f.name(of: .catalog),
            place: .catalog,
            """
            \(warningList)
            \(Components.section(f("Products"), id: "products", list(f)))
            \(Components.section(f("Entitlements"), id: "matrix", matrix(f)))
            \(f.may(.admin) ? importer(f) : nil)
            """
        )
    }

    private func list(_ f: PageContext) -> HTML {
        let rows = products.map { product -> [HTML] in
            let more = product.prices.map { "\($0.storefront) \(f.money($0.milliunits, $0.currency))" }
            let prices: HTML =
                more.isEmpty
                ? .empty
                : "<details><summary>\(f("\(more.count) storefronts"))</summary>\(more.joined(separator: ", "))</details>"
            let chart = f.path(to: "/console/charts/revenue", [("product", product.id)])
            let state =
                product.isOnSale
                ? Components.badge(f("on sale"), .good) : Components.badge(f("not on sale"))
            let extras = product.offers + [product.credit].compactMap(\.self)
            return [
                "\(product.name.map { "<b>\($0)</b><br>" as HTML })\(Link(product.id, chart).html)",
                HTML(f.productType(product.type)),
                HTML([product.group, product.period.map(f.productPeriod)].compactMap(\.self).joined(separator: " · ")),
                "\(product.price.map { f.money($0.milliunits, $0.currency) })\(prices)",
                HTML(extras.isEmpty ? "–" : extras.joined(separator: ", ")), state,
            ]
        }
        return Components.table(
            f("Products"),
            [
                f("Product"), f("Type"), f("Group and period"), f("Price"),
                f("Offers and credits"), f("State"),
            ],
            rows,
            empty: f("No products yet. Import a .storekit file, or compare with App Store Connect.")
        )
    }

    private func matrix(_ f: PageContext) -> HTML {
        guard entitlements.count <= Self.widest else {
            let rows = entitlements.map { entitlement -> [HTML] in
                let given = products.filter { $0.entitlements.contains(entitlement) }.map(\.id)
                return [HTML(entitlement), HTML(given.joined(separator: ", "))]
            }
            return Components.table(
                f("Entitlements"),
                [f("Entitlement"), f("Products that give it")],
                rows,
                empty: ""
            )
        }
        let rows = products.map { product -> [HTML] in
            [HTML(product.id)]
                + entitlements.map { entitlement in
                    product.entitlements.contains(entitlement)
                        ? Components.badge(f("gives"), .good) : Components.soft("–")
                }
        }
        return Components.table(
            f("Entitlements"),
            [f("Product")] + entitlements,
            rows,
            empty: f("No product gives an entitlement.")
        )
    }

    /// The form that changes which entitlements a product gives.
    private func mapping(_ f: PageContext) -> HTML {
        ActionForm(
            action: "map-product",
            title: f("Change what a product gives"),
            fields: [
                .hidden("scope", f.scope.value),
                .choice(
                    name: "product",
                    label: f("Product"),
                    options: products.map { (value: $0.id, text: $0.id) }
                ),
                .text(
                    name: "entitlements",
                    label: f("Entitlements, with commas between; none when empty"),
                    isRequired: false
                ),
            ],
            confirmation: f("Confirm: customers who own the product get these entitlements and lose the others.")
        ).html(in: f)
    }

    private func importer(_ f: PageContext) -> HTML {
        """
        <div class="acts">\(ActionForm(
            action: "import-storekit",
            title: f("Import a .storekit file"),
            fields: [
                .hidden("scope", f.scope.value),
                .hint(f("Products of the file are added; those of the same identifier are replaced. Nothing is removed.")),
                .long(name: "file", label: f("Content of the file")),
            ],
            confirmation: f("Confirm: replace these products in the catalog of \(f.scope.name).")
        ).html(in: f))\(products.isEmpty ? .empty : mapping(f))\(ActionForm(
            action: "check-catalog",
            title: f("Compare with App Store Connect"),
            fields: [.hidden("scope", f.scope.value)]
        ).html(in: f))</div>
        """
    }
}

extension PageContext {
    /// The length of a period such as P1M in words.
    package func productPeriod(_ text: String) -> String { language.productPeriod(text) }

    /// The name of a type of product.
    package func productType(_ type: String) -> String {
        switch type {
        case "Auto-Renewable Subscription": self("Auto-renewable subscription")
        case "Non-Renewing Subscription": self("Non-renewing subscription")
        case "Consumable": self("Consumable")
        case "Non-Consumable": self("Non-consumable")
        default: type
        }
    }
}

extension ConsoleLanguage {
    /// The length of a period such as P1M in words.
    package func productPeriod(_ text: String) -> String {
        guard text.hasPrefix("P"), let unit = text.last, let count = Int(text.dropFirst().dropLast()) else {
            return text
        }
        let plural = count == 1 ? "" : "s"
        switch unit {
        case "D": return self("\(count) day\(plural)")
        case "W": return self("\(count) week\(plural)")
        case "M": return self("\(count) month\(plural)")
        case "Y": return self("\(count) year\(plural)")
        default: return text
        }
    }
}
