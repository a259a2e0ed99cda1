// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import HTML

/// A small line without axes: which way something goes.
///
/// The numbers are beside it.
package struct SparkLine: Sendable {
    /// The values; nothing where nothing can be said.
    package var values: [Double?]

    /// Makes a line.
    package init(_ values: [Double?]) {
        self.values = values
    }

    /// The line, or nothing when there are not two points.
    package var html: HTML? {
        let points = values.enumerated().compactMap { index, value in value.map { (index, $0) } }
        guard points.count > 1, let top = points.map(\.1).max(), let low = points.map(\.1).min() else { return nil }
        let bottom = min(0, low)
        let height = max(top - bottom, 1e-9)
        func place(_ point: (Int, Double)) -> String {
            let x = Double(point.0) * 100 / Double(max(1, values.count - 1))
            let y = 26 - (point.1 - bottom) / height * 24
            return "\(Self.text(x)) \(Self.text(y))"
        }
        let line = "M" + points.map(place).joined(separator: "L")
        let (first, last) = (Double(points[0].0), Double(points[points.count - 1].0))
        let step = 100 / Double(max(1, values.count - 1))
        let area = line + "L\(Self.text(last * step)) 28L\(Self.text(first * step)) 28Z"
        return """
            <svg class="spark" viewBox="0 0 100 28" preserveAspectRatio="none" aria-hidden="true"><path class="area" d="\(area)"/>\
            <path d="\(line)"/></svg>
            """
    }

    private static func text(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? String(tenths / 10) : "\(tenths / 10).\(abs(tenths % 10))"
    }
}
