// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// A country's or region's App Store.
public struct Storefront: Hashable, Sendable, Codable {
    /// The three-letter country code.
    public var countryCode: StorefrontCountryCode

    /// The two-letter country code, as reports write it.
    public var shortCode: String

    /// Apple's number.
    public var id: StorefrontID

    /// The currency.
    public var currency: Currency

    /// How many thousandths of the currency's unit cost as much as a thousandth of a US dollar, for conversions.
    public var rate: Int64

    /// The smallest step between prices in thousandths of the currency's unit.
    public var step: Int64

    /// The tax inside the price, in hundredths of a per cent.
    public var taxBasisPoints: Int64
}

extension Storefront {
    /// The storefront of a country, or nothing when Apple has none there.
    public static func of(_ country: StorefrontCountryCode) -> Storefront? {
        byCountry[country]
    }

    /// The storefronts the simulator knows.
    public static let all: [Storefront] = table.split(separator: "\n").compactMap(Storefront.init(row:))

    private static let byCountry = Dictionary(uniqueKeysWithValues: all.map { ($0.countryCode, $0) })

    private init?(row: Substring) {
        let fields = row.split(separator: " ").map(String.init)
        guard fields.count == 7, let rate = Int64(fields[4]), let step = Int64(fields[5]), let tax = Int64(fields[6])
        else { return nil }
        self.init(
            countryCode: StorefrontCountryCode(rawValue: fields[0]),
            shortCode: fields[1],
            id: StorefrontID(rawValue: fields[2]),
            currency: Currency(rawValue: fields[3]),
            rate: rate,
            step: step,
            taxBasisPoints: tax
        )
    }

    // Country, short code, number, currency, price of 1 US dollar in thousandths, step, tax in hundredths of a per cent.
    // Rates and taxes are plausible values for tests, not today's.
    private static let table = """
        USA US 143441 USD 1000 10 0
        CHN CN 143465 CNY 7000 1000 200
        HKG HK 143463 HKD 8000 1000 0
        TWN TW 143470 TWD 30000 10000 500
        MAC MO 143515 USD 1000 10 0
        JPN JP 143462 JPY 150000 10000 1000
        KOR KR 143466 KRW 1400000 100000 1000
        GBR GB 143444 GBP 1000 10 2000
        DEU DE 143443 EUR 1000 10 1900
        FRA FR 143442 EUR 1000 10 2000
        ITA IT 143450 EUR 1000 10 2200
        ESP ES 143454 EUR 1000 10 2100
        NLD NL 143452 EUR 1000 10 2100
        BEL BE 143446 EUR 1000 10 2100
        AUT AT 143445 EUR 1000 10 2000
        IRL IE 143449 EUR 1000 10 2300
        PRT PT 143453 EUR 1000 10 2300
        FIN FI 143447 EUR 1000 10 2550
        GRC GR 143448 EUR 1000 10 2400
        LUX LU 143451 EUR 1000 10 1700
        CHE CH 143459 CHF 1000 500 810
        SWE SE 143456 SEK 11000 1000 2500
        NOR NO 143457 NOK 11000 1000 2500
        DNK DK 143458 DKK 7000 1000 2500
        POL PL 143478 PLN 5000 10 2300
        CZE CZ 143489 CZK 25000 1000 2100
        HUN HU 143482 HUF 400000 10000 2700
        ROU RO 143487 RON 5000 10 1900
        TUR TR 143480 TRY 35000 10 2000
        RUS RU 143469 RUB 90000 1000 2000
        UKR UA 143492 USD 1000 10 2000
        CAN CA 143455 CAD 1400 10 0
        MEX MX 143468 MXN 20000 1000 1600
        BRA BR 143503 BRL 6000 100 0
        ARG AR 143505 USD 1000 10 2100
        CHL CL 143483 CLP 1000000 10000 1900
        COL CO 143501 COP 4500000 100000 1900
        PER PE 143507 PEN 4000 100 1800
        AUS AU 143460 AUD 1500 10 1000
        NZL NZ 143461 NZD 1700 10 1500
        SGP SG 143464 SGD 1400 10 900
        MYS MY 143473 MYR 5000 100 800
        THA TH 143475 THB 35000 1000 700
        IDN ID 143476 IDR 16000000 1000000 1100
        PHL PH 143474 PHP 60000 1000 1200
        VNM VN 143471 VND 25000000 1000000 1000
        IND IN 143467 INR 90000 1000 1800
        PAK PK 143477 PKR 280000 10000 0
        ARE AE 143481 AED 4000 10 500
        SAU SA 143479 SAR 4000 10 1500
        QAT QA 143498 QAR 4000 10 0
        KAZ KZ 143517 KZT 500000 10000 1200
        ISR IL 143491 ILS 4000 100 1700
        EGY EG 143516 EGP 50000 10 1400
        ZAF ZA 143472 ZAR 20000 10 1500
        NGA NG 143561 NGN 1600000 100000 750
        KEN KE 143529 USD 1000 10 1600
        AIA AI 143538 USD 1000 10 0
        ARM AM 143524 USD 1000 10 0
        AGO AO 143564 USD 1000 10 0
        AZE AZ 143568 USD 1000 10 0
        BRB BB 143541 USD 1000 10 0
        BGR BG 143526 EUR 1000 10 2000
        BHR BH 143559 USD 1000 10 0
        BMU BM 143542 USD 1000 10 0
        BRN BN 143560 USD 1000 10 0
        BOL BO 143556 USD 1000 10 0
        BWA BW 143525 USD 1000 10 0
        BLR BY 143565 USD 1000 10 0
        BLZ BZ 143555 USD 1000 10 0
        CRI CR 143495 USD 1000 10 0
        CYP CY 143557 EUR 1000 10 1900
        DMA DM 143545 USD 1000 10 0
        DZA DZ 143563 USD 1000 10 0
        ECU EC 143509 USD 1000 10 0
        EST EE 143518 EUR 1000 10 2400
        GRD GD 143546 USD 1000 10 0
        GHA GH 143573 USD 1000 10 0
        GTM GT 143504 USD 1000 10 0
        GUY GY 143553 USD 1000 10 0
        HND HN 143510 USD 1000 10 0
        HRV HR 143494 EUR 1000 10 2500
        ISL IS 143558 USD 1000 10 2400
        JAM JM 143511 USD 1000 10 0
        JOR JO 143528 USD 1000 10 0
        KWT KW 143493 USD 1000 10 0
        CYM KY 143544 USD 1000 10 0
        LBN LB 143497 USD 1000 10 0
        LKA LK 143486 USD 1000 10 0
        LTU LT 143520 EUR 1000 10 2100
        LVA LV 143519 EUR 1000 10 2100
        MDG MG 143531 USD 1000 10 0
        MKD MK 143530 USD 1000 10 0
        MLI ML 143532 USD 1000 10 0
        MSR MS 143547 USD 1000 10 0
        MLT MT 143521 EUR 1000 10 1800
        MUS MU 143533 USD 1000 10 0
        NER NE 143534 USD 1000 10 0
        NIC NI 143512 USD 1000 10 0
        NPL NP 143484 USD 1000 10 0
        OMN OM 143562 USD 1000 10 0
        PAN PA 143485 USD 1000 10 0
        PRY PY 143513 USD 1000 10 0
        SVN SI 143499 EUR 1000 10 2200
        SVK SK 143496 EUR 1000 10 2300
        SEN SN 143535 USD 1000 10 0
        SUR SR 143554 USD 1000 10 0
        SLV SV 143506 USD 1000 10 0
        TUN TN 143536 USD 1000 10 0
        TZA TZ 143572 USD 1000 10 0
        UGA UG 143537 USD 1000 10 0
        URY UY 143514 USD 1000 10 0
        UZB UZ 143566 USD 1000 10 0
        VEN VE 143502 USD 1000 10 0
        VGB VG 143543 USD 1000 10 0
        YEM YE 143571 USD 1000 10 0
        AFG AF 143610 USD 1000 10 0
        ALB AL 143575 USD 1000 10 0
        ATG AG 143540 USD 1000 10 0
        BHS BS 143539 USD 1000 10 0
        BEN BJ 143576 USD 1000 10 0
        BTN BT 143577 USD 1000 10 0
        BIH BA 143612 EUR 1000 10 0
        BFA BF 143578 USD 1000 10 0
        KHM KH 143579 USD 1000 10 0
        CMR CM 143574 USD 1000 10 0
        CPV CV 143580 USD 1000 10 0
        TCD TD 143581 USD 1000 10 0
        COD CD 143613 USD 1000 10 0
        COG CG 143582 USD 1000 10 0
        CIV CI 143527 USD 1000 10 0
        DOM DO 143508 USD 1000 10 0
        SWZ SZ 143602 USD 1000 10 0
        FJI FJ 143583 USD 1000 10 0
        GAB GA 143614 USD 1000 10 0
        GMB GM 143584 USD 1000 10 0
        GEO GE 143615 USD 1000 10 0
        GNB GW 143585 USD 1000 10 0
        IRQ IQ 143617 USD 1000 10 0
        XKS XK 143624 EUR 1000 10 0
        KGZ KG 143586 USD 1000 10 0
        LAO LA 143587 USD 1000 10 0
        LBR LR 143588 USD 1000 10 0
        LBY LY 143567 USD 1000 10 0
        MWI MW 143589 USD 1000 10 0
        MDV MV 143488 USD 1000 10 0
        MRT MR 143590 USD 1000 10 0
        FSM FM 143591 USD 1000 10 0
        MDA MD 143523 USD 1000 10 0
        MNG MN 143592 USD 1000 10 0
        MNE ME 143619 EUR 1000 10 0
        MAR MA 143620 USD 1000 10 0
        MOZ MZ 143593 USD 1000 10 0
        MMR MM 143570 USD 1000 10 0
        NAM NA 143594 USD 1000 10 0
        NRU NR 143606 USD 1000 10 0
        PLW PW 143595 USD 1000 10 0
        PNG PG 143597 USD 1000 10 0
        RWA RW 143621 USD 1000 10 0
        STP ST 143598 USD 1000 10 0
        SRB RS 143500 EUR 1000 10 0
        SYC SC 143599 USD 1000 10 0
        SLE SL 143600 USD 1000 10 0
        SLB SB 143601 USD 1000 10 0
        KNA KN 143548 USD 1000 10 0
        LCA LC 143549 USD 1000 10 0
        VCT VC 143550 USD 1000 10 0
        TJK TJ 143603 USD 1000 10 0
        TON TO 143608 USD 1000 10 0
        TTO TT 143551 USD 1000 10 0
        TCA TC 143552 USD 1000 10 0
        TKM TM 143604 USD 1000 10 0
        VUT VU 143609 USD 1000 10 0
        ZMB ZM 143622 USD 1000 10 0
        ZWE ZW 143605 USD 1000 10 0
        """
}
