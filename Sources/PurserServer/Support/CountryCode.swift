// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Country codes of two letters for Apple's three; the storefronts of the App Store.
///
/// <https://developer.apple.com/help/app-store-connect/reference/app-store-localizations>
enum CountryCode {
    /// The two letters, or the three as they came when they are not a storefront known here.
    static func alpha2(of alpha3: String) -> String {
        pairs[alpha3] ?? alpha3
    }

    /// The three letters of a country, or the code itself when it is not known.
    static func alpha3(of alpha2: String) -> String {
        reversed[alpha2] ?? alpha2
    }

    private static let reversed = Dictionary(pairs.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })

    private static let pairs: [String: String] = {
        let list = """
            AFG AF ALB AL DZA DZ AGO AO AIA AI ATG AG ARG AR ARM AM AUS AU AUT AT AZE AZ BHS BS BHR BH BGD BD BRB BB BLR BY \
            BEL BE BLZ BZ BEN BJ BMU BM BTN BT BOL BO BIH BA BWA BW BRA BR VGB VG BRN BN BGR BG BFA BF KHM KH CMR CM CAN CA \
            CPV CV CYM KY TCD TD CHL CL CHN CN COL CO COG CG COD CD CRI CR CIV CI HRV HR CYP CY CZE CZ DNK DK DMA DM DOM DO \
            ECU EC EGY EG SLV SV EST EE SWZ SZ FJI FJ FIN FI FRA FR GAB GA GMB GM GEO GE DEU DE GHA GH GRC GR GRD GD GTM GT \
            GNB GW GUY GY HND HN HKG HK HUN HU ISL IS IND IN IDN ID IRQ IQ IRL IE ISR IL ITA IT JAM JM JPN JP JOR JO KAZ KZ \
            KEN KE KOR KR XKS XK KWT KW KGZ KG LAO LA LVA LV LBN LB LBR LR LBY LY LTU LT LUX LU MAC MO MDG MG MWI MW MYS MY \
            MDV MV MLI ML MLT MT MRT MR MUS MU MEX MX FSM FM MDA MD MNG MN MNE ME MSR MS MAR MA MOZ MZ MMR MM NAM NA NRU NR \
            NPL NP NLD NL NZL NZ NIC NI NER NE NGA NG MKD MK NOR NO OMN OM PAK PK PLW PW PAN PA PNG PG PRY PY PER PE PHL PH \
            POL PL PRT PT QAT QA ROU RO RUS RU RWA RW KNA KN LCA LC VCT VC STP ST SAU SA SEN SN SRB RS SYC SC SLE SL SGP SG \
            SVK SK SVN SI SLB SB ZAF ZA ESP ES LKA LK SUR SR SWE SE CHE CH TWN TW TJK TJ TZA TZ THA TH TON TO TTO TT TUN TN \
            TUR TR TKM TM TCA TC UGA UG UKR UA ARE AE GBR GB USA US URY UY UZB UZ VUT VU VEN VE VNM VN YEM YE ZMB ZM ZWE ZW
            """
        let parts = list.split(separator: " ").map(String.init)
        return Dictionary(
            stride(from: 0, to: parts.count - 1, by: 2).map { (parts[$0], parts[$0 + 1]) },
            uniquingKeysWith: { first, _ in first }
        )
    }()
}
