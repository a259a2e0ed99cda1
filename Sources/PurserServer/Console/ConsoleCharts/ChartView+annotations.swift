// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import Console
import HTML

/// The dated notes of the team: marks on the chart, and a list that says what they are.
extension ChartView {
    /// The notes of the days that the chart shows, each with the bucket that has its day.
    private var placedAnnotations: [(note: ChartAnnotation, bucket: Int)] {
        data.notes.compactMap { note in
            guard let day = CivilDay(note.day),
                let bucket = data.buckets.firstIndex(where: { $0.first <= day && day <= $0.last })
            else { return nil }
            return (note, bucket)
        }
    }

    /// What is marked on the axis: the numbers of the notes of each bucket.
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

    /// The notes below the chart, and the form that adds one.
    func annotations(_ f: PageContext, isReadOnly: Bool = false) -> HTML? {
        let notes = placedAnnotations.map(\.note).map {
            AnnotationList.Note(id: $0.id, day: $0.day, text: $0.text, author: $0.author)
        }
        return AnnotationList(notes: notes, day: query.days.upperBound.description, isReadOnly: isReadOnly)
            .html(in: f)
    }
}
