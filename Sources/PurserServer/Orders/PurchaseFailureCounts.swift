// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

/// How often purchases failed, by dimension.
struct PurchaseFailureCounts: Codable, Sendable, SchemaDescribed {
    /// What may tell failures apart.
    enum Part: String, CaseIterable, Sendable {
        case code, product, appVersion, storefront, stage, hour, day
    }

    /// What the failures of a group have in common.
    struct Row: Codable, Hashable, Sendable {
        var code: String?
        var product: ProductID?
        var appVersion: String?
        var storefront: String?
        var stage: String?
        /// The beginning of the hour or the day, in UTC.
        var at: Date?
    }

    struct Count: Codable, Sendable {
        var code: String?
        var product: ProductID?
        var appVersion: String?
        var storefront: String?
        var stage: String?
        var at: Date?
        var count: Int
        var withoutReceipt: Int
        var lastText: String?
    }

    var counts: [Count]
    private let parts: Set<Part>
    private var groups: [Row: (count: Int, withoutReceipt: Int, last: (at: Date, text: String?))] = [:]

    /// How many groups are distinguished; what comes after them is counted in one without anything in common.
    private static let maximum = 10_000

    private enum CodingKeys: String, CodingKey {
        case counts
    }

    init(by parts: Set<Part>) {
        counts = []
        self.parts = parts
    }

    init(from decoder: any Decoder) throws {
        parts = []
        counts = try decoder.container(keyedBy: CodingKeys.self).decode([Count].self, forKey: .counts)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(ranked, forKey: .counts)
    }

    /// The counts so far, the most frequent first.
    var ranked: [Count] {
        let sorted = groups.sorted { ($1.value.count, $0.key.order) < ($0.value.count, $1.key.order) }
        return sorted.map { row, sum in
            Count(
                code: row.code,
                product: row.product,
                appVersion: row.appVersion,
                storefront: row.storefront,
                stage: row.stage,
                at: row.at,
                count: sum.count,
                withoutReceipt: sum.withoutReceipt,
                lastText: sum.last.text
            )
        }
    }

    mutating func add(_ report: PurchaseFailureReport) {
        let length: TimeInterval? = parts.contains(.hour) ? 3600 : parts.contains(.day) ? 86_400 : nil
        var row = Row(
            code: parts.contains(.code) ? report.code : nil,
            product: parts.contains(.product) ? report.product : nil,
            appVersion: parts.contains(.appVersion) ? report.appVersion : nil,
            storefront: parts.contains(.storefront) ? report.storefront : nil,
            stage: parts.contains(.stage) ? report.stage : nil,
            at: length.map { Date(timeIntervalSince1970: (report.at.timeIntervalSince1970 / $0).rounded(.down) * $0) }
        )
        if groups[row] == nil, groups.count >= Self.maximum { row = Row() }
        var sum = groups[row] ?? (0, 0, (.distantPast, nil))
        sum.count += 1
        if report.hasReceipt == false { sum.withoutReceipt += 1 }
        // A later report without a text says no more than the one before.
        if let text = report.text, !text.allSatisfy(\.isWhitespace), report.at >= sum.last.at {
            sum.last = (report.at, text)
        }
        groups[row] = sum
    }

    /// The parts that a query names.
    static func parts(of text: String?) throws(ServiceProblem) -> Set<Part> {
        guard let text else { return [.code, .product, .appVersion, .stage] }
        var parts: Set<Part> = []
        for name in text.split(separator: ",") {
            guard let part = Part(rawValue: String(name)) else {
                let known = Part.allCases.map(\.rawValue).joined(separator: ", ")
                throw ServiceProblem.invalid("groupBy", "some of \(known), with commas")
            }
            parts.insert(part)
        }
        return parts
    }

    static let schema = Schema.object([
        "counts": .array(
            of: .object(
                ["count": .integer, "withoutReceipt": .integer],
                optional: [
                    "code": .string, "product": .string, "appVersion": .string, "storefront": .string,
                    "stage": .string, "at": .instant, "lastText": .string,
                ]
            )
        )
    ])
}

extension PurchaseFailureCounts.Row {
    /// What orders groups that are equally frequent.
    fileprivate var order: String {
        let pieces = [code, product?.rawValue, appVersion, storefront, stage].map { $0 ?? "" }
        return (pieces + [at.map { String($0.millisecondsSince1970) } ?? ""]).joined(separator: "\u{1f}")
    }
}
