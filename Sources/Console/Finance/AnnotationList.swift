// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import HTML

/// The dated notes of a chart, with the forms that add and remove them.
package struct AnnotationList: Sendable {
    /// A note.
    package struct Note: Sendable {
        /// Its identifier.
        package var id: String
        /// The day.
        package var day: String
        /// What happened.
        package var text: String
        /// The name of its author.
        package var author: String

        /// Makes a value.
        package init(id: String, day: String, text: String, author: String) {
            self.id = id
            self.day = day
            self.text = text
            self.author = author
        }
    }

    /// The notes, in the order of the numbers on the chart.
    package var notes: [Note]
    /// The day that the form begins with.
    package var day: String
    /// Whether the notes are shown without the forms.
    package var isReadOnly: Bool

    /// Makes the list.
    package init(notes: [Note], day: String, isReadOnly: Bool = false) {
        self.notes = notes
        self.day = day
        self.isReadOnly = isReadOnly
    }

    /// The section; nothing for whoever cannot write where there is no note.
    package func html(in f: PageContext) -> HTML? {
        let canWrite = f.may(.support) && !isReadOnly
        guard canWrite || !notes.isEmpty else { return nil }
        let items = notes.map { note -> HTML in
            """
            <li><b>\(f.dayText(note.day))</b> \(note.text) \(Components.soft(f.mover(note.author)))\
            \(canWrite ? removal(of: note, f) : nil)</li>

            """
        }
        let list: HTML =
            items.isEmpty
            ? "<p class=\"soft\">\(f("No notes in these days."))</p>"
            : "<ol class=\"annotations\">\(items.joined())</ol>"
        return Components.section(
            f("Notes on the charts"),
            id: "annotations",
            "\(list)\(canWrite ? addition(f) : nil)"
        )
    }

    private func removal(of note: Note, _ f: PageContext) -> HTML {
        ActionForm(
            action: "remove-annotation",
            title: f("Remove"),
            fields: [.hidden("annotation", note.id), .hidden("scope", f.scope.value)],
            confirmation: f("Confirm: the note leaves all charts.")
        ).html(in: f)
    }

    private func addition(_ f: PageContext) -> HTML {
        ActionForm(
            action: "add-annotation",
            title: f("Add a note to the charts"),
            fields: [
                .hidden("scope", f.scope.value),
                .date(name: "day", label: f("Day"), value: day, isRequired: true),
                .text(name: "text", label: f("What happened, such as a new price")),
            ]
        ).html(in: f)
    }
}
