// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import HTML

/// The dated notes of a chart and what happened besides, with the forms that add and remove notes.
package struct AnnotationList: Sendable {
    /// A note, or something that happened.
    package struct Note: Sendable {
        /// Its identifier.
        package var id: String
        /// The day.
        package var day: String
        /// The name of its kind, and the color behind it.
        package var kind: String
        package var tone: StatusTone
        /// What happened.
        package var text: String
        /// The name of its author; only a note has one, and only a note can be removed.
        package var author: String?
        /// The page that has more about it.
        package var link: Link?

        /// Makes a value.
        package init(
            id: String,
            day: String,
            kind: String,
            tone: StatusTone,
            text: String,
            author: String?,
            link: Link? = nil
        ) {
            self.id = id
            self.day = day
            self.kind = kind
            self.tone = tone
            self.text = text
            self.author = author
            self.link = link
        }
    }

    /// The notes, in the order of the numbers on the chart.
    package var notes: [Note]
    /// How many earlier ones are left out.
    package var omitted: Int
    /// The day that the form begins with.
    package var day: String
    /// Whether the notes are shown without the forms.
    package var isReadOnly: Bool

    /// Makes the list.
    package init(notes: [Note], omitted: Int = 0, day: String, isReadOnly: Bool = false) {
        self.notes = notes
        self.omitted = omitted
        self.day = day
        self.isReadOnly = isReadOnly
    }

    /// The section; nothing for whoever cannot write where there is no note.
    package func html(in f: PageContext) -> HTML? {
        let canWrite = f.may(.support) && !isReadOnly
        guard canWrite || !notes.isEmpty else { return nil }
        let items = notes.map { note -> HTML in
            """
            <li><b>\(f.dayText(note.day))</b> \(Components.badge(note.kind, note.tone)) \(note.text) \
            \(note.author.map { Components.soft(f.mover($0)) })\(note.link?.html)\
            \(canWrite && note.author != nil ? removal(of: note, f) : nil)</li>

            """
        }
        let list: HTML =
            items.isEmpty
            ? "<p class=\"soft\">\(f("No notes in these days."))</p>"
            : "<ol class=\"annotations\">\(items.joined())</ol>"
        let rest = omitted > 0 ? f("\(omitted) earlier ones are not shown. Choose fewer days.") : nil
        return Components.section(
            f("Notes on the charts"),
            id: "annotations",
            "\(rest.map { "<p class=\"soft\">\($0)</p>" as HTML })\(list)\(canWrite ? addition(f) : nil)"
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
