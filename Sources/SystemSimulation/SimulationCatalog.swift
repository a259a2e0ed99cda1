// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
package import AppStoreTypes
import FoundationEssentials

/// Two apps with a shop each; nothing of the one is the other's.
///
/// The first one gives its seats to members itself, the App Store invites those of the second.
package enum SimulationCatalog {
    /// One app's shop.
    package struct Shop: Sendable {
        package let number: Int

        package var app: BundleID { BundleID(rawValue: "com.example.shop\(number)") }
        package var appAppleID: AppAppleID { AppAppleID(rawValue: Int64(1_234_567_890 + number)) }
        package var monthly: ProductID { ProductID(rawValue: "shop\(number).club.monthly") }
        package var yearly: ProductID { ProductID(rawValue: "shop\(number).club.yearly") }
        package var beans: ProductID { ProductID(rawValue: "shop\(number).beans") }
        package var grinder: ProductID { ProductID(rawValue: "shop\(number).grinder") }
        package var group: SubscriptionGroupID { SubscriptionGroupID(rawValue: "2148245\(number)") }
        package var wallet: String { "beans\(number)" }
        package var club: String { "club\(number)" }
        package var products: [ProductID] { [monthly, yearly, beans, grinder] }

        /// The right that a product gives, or nothing for goods.
        package func entitlement(of product: ProductID) -> String? {
            switch product {
            case monthly, yearly: club
            case grinder: grinder.rawValue
            default: nil
            }
        }

        /// What is sold, as the file that both sides read.
        package var storeKitFile: String {
            """
            {"identifier":"5109\(number)","nonRenewingSubscriptions":[],"products":[
            \(single(beans, "Consumable", "0.99", 2)),\(single(grinder, "NonConsumable", "9.99", 3))],
            "settings":{"_locale":"en_US","_storefront":"USA","_timeRate":0},
            "subscriptionGroups":[{"id":"\(group)","localizations":[],"name":"club\(number)","subscriptions":[
            \(subscription(monthly, "P1M", "4.99", level: 2, 4)),\(subscription(yearly, "P1Y", "39.99", level: 1, 5))]}],
            "version":{"major":3,"minor":0}}
            """
        }

        private static let monthlyPlan =
            #""billingPlans":[{"billingPlanType":"MONTHLY","displayPrice":"3.49","isEnabled":true}],"#

        private func single(_ id: ProductID, _ type: String, _ price: String, _ item: Int) -> String {
            """
            {"displayPrice":"\(price)","familyShareable":\(type == "NonConsumable"),"internalID":"51\(number)\(item)",
            "localizations":[{"description":"It.","displayName":"\(id)","locale":"en_US"}],"productID":"\(id)",
            "referenceName":"\(id)","type":"\(type)"}
            """
        }

        private func subscription(_ id: ProductID, _ period: String, _ price: String, level: Int, _ item: Int) -> String
        {
            """
            {"adHocOffers":[],"codeOffers":[],"displayPrice":"\(price)","familyShareable":true,"groupNumber":\(level),
            "internalID":"51\(number)\(item)","introductoryOffer":null,"localizations":[{"description":"All.",
            "displayName":"\(id)","locale":"en_US"}],"productID":"\(id)","recurringSubscriptionPeriod":"\(period)",
            "referenceName":"\(id)","subscriptionGroupID":"\(group)","type":"RecurringSubscription",
            \(period == "P1Y" ? Self.monthlyPlan : "")
            "_purser":{"multiSeat":{"invitationManagement":"\(number == 1 ? "DEVELOPER" : "APPLE")",
            "priceTiers":[{"displayPrice":"3.99","minimumSeats":4}]}}}
            """
        }
    }

    /// The shops.
    package static let shops = [Shop(number: 1), Shop(number: 2)]

    /// A bundle that brings a club of each app.
    static let clubs = CatalogProduct(
        id: "clubs",
        appleID: 6_900_000_000,
        bundleID: shops[0].app,
        type: .subscriptionBundle,
        price: PriceList(base: 7990),
        subscription: SubscriptionTerms(group: clubsGroup, period: .month),
        bundle: BundleTerms(members: shops.map(\.monthly))
    )

    /// The bundle's subscription group.
    static let clubsGroup: SubscriptionGroupID = "21482459"

    /// How many beans a piece is.
    package static let beansPerPiece: Int64 = 100

    /// How many beans a piece is at most, after an operator changed it.
    static let maximumCredit: Int64 = 400

    /// The App Store's side.
    static func sold() throws -> Catalog {
        var all = Catalog(apps: [], products: [])
        for shop in shops {
            let app = CatalogApp(bundleID: shop.app, appAppleID: shop.appAppleID, name: "Shop \(shop.number)")
            let one = try Catalog(try StoreKitFile(contents: Data(shop.storeKitFile.utf8)), app: app)
            all.apps += one.apps
            all.products += one.products
            all.groups += one.groups
        }
        all.products.append(clubs)
        all.groups.append(CatalogGroup(id: clubsGroup, name: clubs.referenceName))
        return all
    }

    /// The shop that sells a product.
    static func shop(of product: ProductID) -> Shop {
        shops.first { $0.products.contains(product) } ?? shops[0]
    }
}
