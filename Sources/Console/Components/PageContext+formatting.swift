// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
package import HTML

extension PageContext {
    /// An instant in UTC; the page's script adds the reader's own time.
    package func time(_ date: Date) -> HTML {
        let text = Self.instant(date)
        let clock = String(text.dropFirst(11).prefix(5))
        return "<time datetime=\"\(text)\">\(dayText(String(text.prefix(10)))) \(clock)</time>"
    }

    /// An instant, or a dash.
    package func time(_ date: Date?) -> HTML {
        date.map { time($0) } ?? "–"
    }

    /// An instant as ISO 8601 writes it.
    static func instant(_ date: Date) -> String {
        // Beyond the years that have four digits nothing is shown exactly.
        let bounded = min(max(date, Date(timeIntervalSince1970: -62_135_596_800)), lastDate)
        return bounded.formatted(.iso8601)
    }

    private static let lastDate = Date(timeIntervalSince1970: 253_402_300_799)

    /// The day of an instant in UTC, as people write it.
    package func date(_ date: Date) -> String { dayText(day(date)) }

    /// A day such as 2026-11-23 as people write it.
    package func dayText(_ text: String) -> String {
        let parts = text.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3, (1...12).contains(parts[1]) else { return text }
        return self("\(parts[2]) \(month(parts[1], meaning: "in a date")) \(parts[0])")
    }

    /// The month of a day such as 2026-11-23 as people write it.
    package func monthText(_ text: String) -> String {
        let parts = text.split(separator: "-").compactMap { Int($0) }
        guard parts.count >= 2, (1...12).contains(parts[1]) else { return text }
        return self("\(month(parts[1], meaning: "in a date")) \(parts[0])")
    }

    /// The day of an instant in UTC, as forms and addresses have it.
    package func day(_ date: Date) -> String {
        String(Self.instant(date).prefix(10))
    }

    /// An amount as both languages write it.
    package static func plainMoney(_ milliunits: Int64, _ currency: String?) -> String {
        let text = amount(milliunits, currency)
        return currency.map { text + " " + $0 } ?? text
    }

    /// An amount of a currency's thousandths, with as many decimals as the currency has, and more where the amount has.
    package func money(_ milliunits: Int64, _ currency: String?) -> String {
        guard let currency else { return Self.amount(milliunits, nil) }
        let text = Self.amount(milliunits, currency)
        let isNegative = text.hasPrefix("−")
        // A code is set apart from the digits, a symbol is not.
        let sign = symbol(of: currency)
        return (isNegative ? "−" : "") + sign + (isNegative ? String(text.dropFirst()) : text)
    }

    /// An amount with exactly as many decimals as its currency has; halves are rounded away from zero.
    package func rounded(_ milliunits: Int64, _ currency: String) -> String {
        let unit: Int64 = [0: 1000, 3: 1][Self.digits(currency)] ?? 10
        let half = milliunits < 0 ? -unit / 2 : unit / 2
        let (value, overflows) = milliunits.addingReportingOverflow(half)
        return money(overflows ? milliunits : value / unit * unit, currency)
    }

    /// What is written before an amount of a currency.
    package func symbol(of currency: String) -> String {
        Self.symbolsByLanguage[language]?[currency] ?? Self.symbols[currency] ?? currency + "\u{A0}"
    }

    private static let symbols = [
        "USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "CNY": "CN¥", "KRW": "₩", "INR": "₹", "BRL": "R$", "AUD": "A$",
        "CAD": "CA$", "MXN": "MX$", "HKD": "HK$", "TWD": "NT$", "NZD": "NZ$", "ILS": "₪", "VND": "₫", "PHP": "₱",
    ]

    private static let symbolsByLanguage: [ConsoleLanguage: [String: String]] = [
        .chinese: ["USD": "US$", "CNY": "¥", "JPY": "JP¥"]
    ]

    /// An amount without its currency.
    package static func amount(_ milliunits: Int64, _ currency: String?) -> String {
        let magnitude = milliunits.magnitude
        var fraction = String(String(magnitude % 1000 + 1000).dropFirst())
        let digits = currency.map(digits) ?? 2
        while fraction.count > digits, fraction.hasSuffix("0") { fraction.removeLast() }
        let sign = milliunits < 0 ? "−" : ""
        return sign + grouped(magnitude / 1000) + (fraction.isEmpty ? "" : "." + fraction)
    }

    /// How many decimals ISO 4217 gives a currency.
    package static func digits(_ currency: String) -> Int {
        switch currency {
        case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF",
            "XPF":
            0
        case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": 3
        default: 2
        }
    }

    /// How many, where more than ten thousand are as good as ten thousand.
    package func count(_ value: Int) -> String { value > 9999 ? "10k+" : number(value) }

    /// A length of time in words, in at most two units.
    package func duration(_ seconds: Double) -> String {
        let units: [(length: Int, text: (String) -> ConsoleText)] = [
            (86_400, { "\($0) d" }), (3600, { "\($0) h" }), (60, { "\($0) min" }), (1, { "\($0) s" }),
        ]
        let total = Int(min(max(seconds, 0), 1e12).rounded())
        guard let first = units.firstIndex(where: { total >= $0.length }) else { return self("0 s") }
        func text(_ unit: Int, _ count: Int) -> String { self(units[unit].text(number(count))) }
        let rest = total % units[first].length
        let isExact = first + 1 == units.count || rest / units[first + 1].length == 0
        let whole = text(first, total / units[first].length)
        return isExact || total >= 100 * units[first].length
            ? whole : whole + " " + text(first + 1, rest / units[first + 1].length)
    }

    /// A whole number with its thousands apart.
    package func number(_ value: Int) -> String {
        (value < 0 ? "−" : "") + Self.grouped(UInt64(value.magnitude))
    }

    private static func grouped(_ value: UInt64) -> String {
        var digits = Array(String(value))
        var place = digits.count - 3
        while place > 0 {
            digits.insert(",", at: place)
            place -= 3
        }
        return String(digits)
    }

    /// An amount of bytes, in the unit that leaves the fewest digits.
    package func size(_ bytes: Int64) -> String {
        let units = ["KiB", "MiB", "GiB", "TiB"]
        // What ten times as much does not fit in an integer is more than any disk.
        let tenths = min(max(0, bytes), .max / 10) * 10 / 1024
        // Each unit is ten bits. Not a loop: the compiler unrolls it to instructions whose order differs between builds.
        let bits = Int64.bitWidth - (tenths / 10).leadingZeroBitCount - 1
        let unit = min(max(0, bits / 10), units.count - 1)
        let value = tenths >> (10 * unit)
        return "\(value / 10).\(value % 10) \(units[unit])"
    }

    /// A share in tenths of a per cent.
    package func share(_ part: Int, of whole: Int) -> String {
        guard whole > 0 else { return "–" }
        let tenths = part * 1000 / whole
        return "\(tenths / 10).\(tenths % 10)%"
    }
}

extension PageContext {
    /// A customer's link, or a dash.
    func customer(_ id: String?) -> HTML {
        id.map { Link($0, "/console/customers/" + HTML.escapeSegment($0)).html } ?? "–"
    }

    /// An order's link.
    func order(_ id: String) -> HTML { Link(id, "/console/orders/" + HTML.escapeSegment(id)).html }
}
