// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import Console
import HTML

/// The dated notes of the team and what happened besides: marks on the chart, and a list that says what they are.
extension ChartView {
    /// How many annotations a page shows; those of fewer days are shown whole.
    private static let maximumAnnotations = 200

    /// The annotations of the days that the chart shows, each with the bucket that has its day.
    private var placedAnnotations: [(note: ListedAnnotation, bucket: Int)] {
        data.notes.suffix(Self.maximumAnnotations).compactMap { note in
            data.buckets.firstIndex { $0.first <= note.day && note.day <= $0.last }.map { (note, $0) }
        }
    }

    /// What is marked on the axis: the numbers of the annotations of each bucket.
    var marks: [Chart.Mark] {
        var numbers: [Int: [String]] = [:]
        for (index, place) in placedAnnotations.enumerated() {
            numbers[place.bucket, default: []].append(String(index + 1))
        }
        return numbers.sorted { $0.key < $1.key }.map { bucket, numbers in
            // A week of many notes has no room for all numbers.
            let text =
                numbers.count > 3 ? "\(numbers[0])–\(numbers[numbers.count - 1])" : numbers.joined(separator: ",")
            return Chart.Mark(bucket: bucket, text: text)
        }
    }

    /// The annotations below the chart, and the form that adds a note.
    func annotations(_ f: PageContext, isReadOnly: Bool = false) -> HTML? {
        let notes = placedAnnotations.map(\.note).map { note in
            AnnotationList.Note(
                id: note.id,
                day: note.day.description,
                kind: f.language.name(of: note.kind),
                tone: note.kind.tone,
                text: f.language.text(of: note),
                author: note.author,
                link: link(of: note.kind, f)
            )
        }
        return AnnotationList(
            notes: notes,
            omitted: max(0, data.notes.count - Self.maximumAnnotations),
            day: query.days.upperBound.description,
            isReadOnly: isReadOnly
        )
        .html(in: f)
    }

    /// The page that has more about what happened.
    private func link(of kind: ChartAnnotationKind, _ f: PageContext) -> Link? {
        switch kind {
        case .price, .catalog: Link(f("Catalog"), f.path(to: "/console/catalog"))
        case .incident: Link(f("Health"), f.path(to: "/console/health"))
        case .note, .release: nil
        }
    }
}

extension ChartAnnotationKind {
    fileprivate var tone: StatusTone {
        switch self {
        case .note: .hand
        case .price, .catalog, .release: .info
        case .incident: .bad
        }
    }
}
