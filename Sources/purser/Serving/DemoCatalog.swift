// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The demo's catalog, which is part of the program so that a copied binary has it wherever it runs.
///
/// A test compares it with `Examples/Catalog.storekit`; with `RECORD=1` that test writes this file.
enum DemoCatalog {
    /// The content of the file.
    static let text = #"""
        {
          "appPolicies" : {
            "eula" : "",
            "policies" : [
              {
                "locale" : "en_US",
                "policyText" : "",
                "policyURL" : ""
              }
            ]
          },
          "identifier" : "C0FFEE01",
          "nonRenewingSubscriptions" : [
            {
              "displayPrice" : "19.99",
              "familyShareable" : false,
              "internalID" : "C0FFEE01",
              "localizations" : [
                {
                  "description" : "Three months of the tasting room.",
                  "displayName" : "Season pass",
                  "locale" : "en_US"
                },
                {
                  "description" : "三个月品鉴室。",
                  "displayName" : "季票",
                  "locale" : "zh_Hans"
                }
              ],
              "productID" : "coffee.season.pass",
              "referenceName" : "Season pass",
              "type" : "NonRenewingSubscription"
            }
          ],
          "products" : [
            {
              "displayPrice" : "0.99",
              "familyShareable" : false,
              "internalID" : "C0FFEE02",
              "localizations" : [
                {
                  "description" : "Spend them on any drink.",
                  "displayName" : "100 beans",
                  "locale" : "en_US"
                },
                {
                  "description" : "可用来换任何饮品。",
                  "displayName" : "100 颗咖啡豆",
                  "locale" : "zh_Hans"
                }
              ],
              "productID" : "coffee.beans.100",
              "referenceName" : "100 beans",
              "type" : "Consumable"
            },
            {
              "displayPrice" : "9.99",
              "familyShareable" : false,
              "internalID" : "C0FFEE03",
              "localizations" : [
                {
                  "description" : "Beans for a long week.",
                  "displayName" : "1200 beans",
                  "locale" : "en_US"
                },
                {
                  "description" : "够喝整整一周。",
                  "displayName" : "1200 颗咖啡豆",
                  "locale" : "zh_Hans"
                }
              ],
              "productID" : "coffee.beans.1200",
              "referenceName" : "1200 beans",
              "type" : "Consumable"
            },
            {
              "displayPrice" : "9.99",
              "familyShareable" : true,
              "internalID" : "C0FFEE04",
              "localizations" : [
                {
                  "description" : "A one-time purchase for you and your family.",
                  "displayName" : "Grinder",
                  "locale" : "en_US"
                },
                {
                  "description" : "永久拥有，家人共享。",
                  "displayName" : "磨豆机",
                  "locale" : "zh_Hans"
                }
              ],
              "productID" : "coffee.grinder",
              "referenceName" : "Grinder",
              "type" : "NonConsumable"
            }
          ],
          "settings" : {
            "_failTransactionsEnabled" : false,
            "_locale" : "en_US",
            "_storeKitErrors" : [],
            "_storefront" : "USA",
            "_timeRate" : 0
          },
          "subscriptionGroups" : [
            {
              "id" : "C0FFEE10",
              "localizations" : [],
              "name" : "Coffee club",
              "subscriptions" : [
                {
                  "adHocOffers" : [],
                  "codeOffers" : [],
                  "displayPrice" : "9.99",
                  "familyShareable" : true,
                  "groupNumber" : 1,
                  "internalID" : "C0FFEE05",
                  "introductoryOffer" : null,
                  "localizations" : [
                    {
                      "description" : "Every drink, every day.",
                      "displayName" : "Gold",
                      "locale" : "en_US"
                    },
                    {
                      "description" : "每天任意饮品。",
                      "displayName" : "金卡",
                      "locale" : "zh_Hans"
                    }
                  ],
                  "productID" : "coffee.club.gold.monthly",
                  "recurringSubscriptionPeriod" : "P1M",
                  "referenceName" : "Gold, monthly",
                  "subscriptionGroupID" : "C0FFEE10",
                  "type" : "RecurringSubscription",
                  "winbackOffers" : []
                },
                {
                  "adHocOffers" : [],
                  "codeOffers" : [],
                  "displayPrice" : "99.99",
                  "familyShareable" : true,
                  "groupNumber" : 1,
                  "internalID" : "C0FFEE06",
                  "introductoryOffer" : null,
                  "localizations" : [
                    {
                      "description" : "Every drink, every day, for a year.",
                      "displayName" : "Gold, a year",
                      "locale" : "en_US"
                    },
                    {
                      "description" : "全年每天任意饮品。",
                      "displayName" : "金卡（年）",
                      "locale" : "zh_Hans"
                    }
                  ],
                  "productID" : "coffee.club.gold.yearly",
                  "recurringSubscriptionPeriod" : "P1Y",
                  "referenceName" : "Gold, yearly",
                  "subscriptionGroupID" : "C0FFEE10",
                  "type" : "RecurringSubscription",
                  "winbackOffers" : []
                },
                {
                  "adHocOffers" : [
                    {
                      "displayPrice" : "2.99",
                      "internalID" : "C0FFEE08",
                      "numberOfPeriods" : 3,
                      "offerID" : "silver.comeback",
                      "paymentMode" : "payAsYouGo",
                      "referenceName" : "Three months for less",
                      "subscriptionPeriod" : "P1M"
                    }
                  ],
                  "codeOffers" : [
                    {
                      "displayPrice" : "0.99",
                      "eligibility" : [
                        "new",
                        "expired"
                      ],
                      "internalID" : "C0FFEE09",
                      "isStackable" : false,
                      "numberOfPeriods" : 1,
                      "paymentMode" : "payUpFront",
                      "referenceName" : "Festival",
                      "subscriptionPeriod" : "P1M"
                    }
                  ],
                  "displayPrice" : "4.99",
                  "familyShareable" : false,
                  "groupNumber" : 2,
                  "internalID" : "C0FFEE0A",
                  "introductoryOffer" : {
                    "internalID" : "C0FFEE07",
                    "paymentMode" : "free",
                    "subscriptionPeriod" : "P1W"
                  },
                  "localizations" : [
                    {
                      "description" : "One drink a day.",
                      "displayName" : "Silver",
                      "locale" : "en_US"
                    },
                    {
                      "description" : "每天一杯。",
                      "displayName" : "银卡",
                      "locale" : "zh_Hans"
                    }
                  ],
                  "productID" : "coffee.club.silver.monthly",
                  "recurringSubscriptionPeriod" : "P1M",
                  "referenceName" : "Silver, monthly",
                  "subscriptionGroupID" : "C0FFEE10",
                  "type" : "RecurringSubscription",
                  "winbackOffers" : []
                },
                {
                  "adHocOffers" : [],
                  "codeOffers" : [],
                  "displayPrice" : "1.99",
                  "familyShareable" : false,
                  "groupNumber" : 3,
                  "internalID" : "C0FFEE0B",
                  "introductoryOffer" : null,
                  "localizations" : [
                    {
                      "description" : "One drink a week.",
                      "displayName" : "Bronze",
                      "locale" : "en_US"
                    },
                    {
                      "description" : "每周一杯。",
                      "displayName" : "铜卡",
                      "locale" : "zh_Hans"
                    }
                  ],
                  "productID" : "coffee.club.bronze.monthly",
                  "recurringSubscriptionPeriod" : "P1M",
                  "referenceName" : "Bronze, monthly",
                  "subscriptionGroupID" : "C0FFEE10",
                  "type" : "RecurringSubscription",
                  "winbackOffers" : []
                }
              ]
            }
          ],
          "version" : {
            "major" : 4,
            "minor" : 0
          }
        }
        """#
}
