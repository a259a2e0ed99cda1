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
        """
}
