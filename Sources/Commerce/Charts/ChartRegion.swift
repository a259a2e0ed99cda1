// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// A part of the world by which charts take storefronts apart.
public enum ChartRegion: String, Hashable, Sendable, CaseIterable {
    /// The United States and Canada.
    case northAmerica = "us-canada"

    /// Latin America and the Caribbean.
    case latinAmerica = "latin-america"

    /// Europe, with Russia, Turkey, the Caucasus and Central Asia.
    case europe

    /// Asia and the Pacific.
    case asiaPacific = "asia-pacific"

    /// Africa, the Middle East and India.
    case africaMiddleEastIndia = "africa-middle-east-india"

    /// Its storefronts.
    public var storefronts: [StorefrontCountryCode] {
        codes.split(whereSeparator: \.isWhitespace).map { StorefrontCountryCode(rawValue: String($0)) }
    }

    /// The region of a storefront; nothing for one that is in none.
    public init?(_ storefront: StorefrontCountryCode) {
        guard let region = Self.byStorefront[storefront] else { return nil }
        self = region
    }

    private static let byStorefront: [StorefrontCountryCode: ChartRegion] = {
        let pairs = allCases.flatMap { region in region.storefronts.map { ($0, region) } }
        return Dictionary(pairs) { first, _ in first }
    }()

    private var codes: String {
        switch self {
        case .northAmerica: "USA CAN"
        case .latinAmerica:
            """
            AIA ARG ATG BHS BLZ BMU BOL BRA BRB CHL COL CRI CYM DMA DOM ECU GRD GTM GUY HND JAM KNA LCA MEX MSR NIC
            PAN PER PRY SLV SUR TCA TTO URY VCT VEN VGB
            """
        case .europe:
            """
            ALB ARM AUT AZE BEL BGR BIH BLR CHE CYP CZE DEU DNK ESP EST FIN FRA GBR GEO GRC HRV HUN IRL ISL ITA KAZ
            KGZ LTU LUX LVA MDA MKD MLT MNE NLD NOR POL PRT ROU RUS SRB SVK SVN SWE TJK TKM TUR UKR UZB XKS
            """
        case .asiaPacific:
            """
            AUS BRN BTN CHN FJI FSM HKG IDN JPN KHM KOR LAO LKA MAC MDV MMR MNG MYS NPL NRU NZL PAK PHL PLW PNG SGP
            SLB THA TON TWN VNM VUT
            """
        case .africaMiddleEastIndia:
            """
            AFG AGO ARE BEN BFA BHR BWA CIV CMR COD COG CPV DZA EGY GAB GHA GMB GNB IND IRQ ISR JOR KEN KWT LBN LBR
            LBY MAR MDG MLI MOZ MRT MUS MWI NAM NER NGA OMN QAT RWA SAU SEN SLE STP SWZ SYC TCD TUN TZA UGA YEM ZAF
            ZMB ZWE
            """
        }
    }
}
