// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The text in which Prometheus reads numbers.
///
/// <https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format>
enum PrometheusText {
    static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    /// Writes families; one without any number is left out.
    static func write(_ families: [any MetricFamily]) -> String {
        var text = ""
        for family in families {
            let points = family.points()
            guard !points.isEmpty else { continue }
            let head = family.head
            text += "# HELP \(head.name) \(escaped(head.help))\n# TYPE \(head.name) \(head.kind.rawValue)\n"
            for point in points {
                text += "\(head.name)\(point.suffix)\(labels(of: point, head)) \(number(point.number))\n"
            }
        }
        return text
    }

    /// A number as Prometheus reads it.
    static func number(_ number: Double) -> String {
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number > 0 ? "+Inf" : "-Inf" }
        guard let whole = Int64(exactly: number) else { return "\(number)" }
        return String(whole)
    }

    private static func labels(of point: MetricSample, _ head: MetricDescriptor) -> String {
        var pairs = zip(head.labels, point.values).map { "\($0)=\"\(escaped($1, quotes: true))\"" }
        if let bound = point.bound { pairs.append("le=\"\(bound)\"") }
        return pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}"
    }

    private static func escaped(_ text: String, quotes: Bool = false) -> String {
        let plain = text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
        return quotes ? plain.replacing("\"", with: "\\\"") : plain
    }
}
