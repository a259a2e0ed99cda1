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
                f("Warnings", "警告"),
                id: "warnings",
                "<ul>\(warnings.map { "<li lang=\"en\">\($0)</li>" as HTML })</ul>"
            )
        return Page(
            f.name(of: .catalog),
            place: .catalog,
            """
            \(warningList)
            \(Components.section(f("Products", "商品"), id: "products", list(f)))
            \(Components.section(f("Entitlements", "权益"), id: "matrix", matrix(f)))
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
                : "<details><summary>\(f("\(more.count) storefronts", "\(more.count) 个店面"))</summary>\(more.joined(separator: ", "))</details>"
            let chart = f.path(to: "/console/charts/revenue", [("product", product.id)])
            let state =
                product.isOnSale
                ? Components.badge(f("on sale", "在售"), .good) : Components.badge(f("not on sale", "停售"))
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
            f("Products", "商品"),
            [
                f("Product", "商品"), f("Type", "类型"), f("Group and period", "群组与周期"), f("Price", "价格"),
                f("Offers and credits", "优惠与充值"), f("State", "状态"),
            ],
            rows,
            empty: f(
                "No products yet. Import a .storekit file, or compare with App Store Connect.",
                "还没有商品。可导入 .storekit 文件，或与 App Store Connect 核对。"
            )
        )
    }

    private func matrix(_ f: PageContext) -> HTML {
        guard entitlements.count <= Self.widest else {
            let rows = entitlements.map { entitlement -> [HTML] in
                let given = products.filter { $0.entitlements.contains(entitlement) }.map(\.id)
                return [HTML(entitlement), HTML(given.joined(separator: ", "))]
            }
            return Components.table(
                f("Entitlements", "权益"),
                [f("Entitlement", "权益"), f("Products that give it", "授予它的商品")],
                rows,
                empty: ""
            )
        }
        let rows = products.map { product -> [HTML] in
            [HTML(product.id)]
                + entitlements.map { entitlement in
                    product.entitlements.contains(entitlement)
                        ? Components.badge(f("gives", "授予"), .good) : Components.soft("–")
                }
        }
        return Components.table(
            f("Entitlements", "权益"),
            [f("Product", "商品")] + entitlements,
            rows,
            empty: f("No product gives an entitlement.", "没有商品授予权益。")
        )
    }

    /// The form that changes which entitlements a product gives.
    private func mapping(_ f: PageContext) -> HTML {
        ActionForm(
            action: "map-product",
            title: f("Change what a product gives", "修改商品授予的权益"),
            fields: [
                .hidden("scope", f.scope.value),
                .choice(
                    name: "product",
                    label: f("Product", "商品"),
                    options: products.map { (value: $0.id, text: $0.id) }
                ),
                .text(
                    name: "entitlements",
                    label: f("Entitlements, with commas between; none when empty", "权益，以逗号分隔；留空为无"),
                    isRequired: false
                ),
            ],
            confirmation: f(
                "Confirm: customers who own the product get these entitlements and lose the others.",
                "确认：拥有该商品的用户将获得这些权益，并失去其他权益。"
            )
        ).html(in: f)
    }

    private func importer(_ f: PageContext) -> HTML {
        """
        <div class="acts">\(ActionForm(
            action: "import-storekit",
            title: f("Import a .storekit file", "导入 .storekit 文件"),
            fields: [
                .hidden("scope", f.scope.value),
                .hint(f(
                    "Products of the file are added; those of the same identifier are replaced. Nothing is removed.",
                    "文件中的商品会被添加，相同 ID 的商品会被替换，不会移除任何商品。"
                )),
                .long(name: "file", label: f("Content of the file", "文件内容")),
            ],
            confirmation: f("Confirm: replace these products in the catalog of \(f.scope.name).", "确认：在 \(f.scope.name) 的商品目录中替换这些商品。")
        ).html(in: f))\(products.isEmpty ? .empty : mapping(f))\(ActionForm(
            action: "check-catalog",
            title: f("Compare with App Store Connect", "与 App Store Connect 核对"),
            fields: [.hidden("scope", f.scope.value)]
        ).html(in: f))</div>
        """
    }
}

extension PageContext {
    /// The length of a period such as P1M in words.
    func productPeriod(_ text: String) -> String {
        guard text.hasPrefix("P"), let unit = text.last, let count = Int(text.dropFirst().dropLast()) else {
            return text
        }
        let plural = count == 1 ? "" : "s"
        switch unit {
        case "D": return self("\(count) day\(plural)", "\(count) 天")
        case "W": return self("\(count) week\(plural)", "\(count) 周")
        case "M": return self("\(count) month\(plural)", "\(count) 个月")
        case "Y": return self("\(count) year\(plural)", "\(count) 年")
        default: return text
        }
    }

    /// The name of a type of product.
    func productType(_ type: String) -> String {
        switch type {
        case "Auto-Renewable Subscription": self("Auto-renewable subscription", "自动续期订阅")
        case "Non-Renewing Subscription": self("Non-renewing subscription", "非续期订阅")
        case "Consumable": self("Consumable", "消耗型项目")
        case "Non-Consumable": self("Non-consumable", "非消耗型项目")
        default: type
        }
    }
}
