// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import HTML

/// A form that changes something: folded away, with what it asks for, confirmed by a tick, sent with the secret.
struct ActionForm {
    enum Field {
        case hidden(String, String)
        case text(name: String, label: String, value: String = "", isRequired: Bool = true, limit: Int = 1000)
        case number(name: String, label: String, value: Int, range: ClosedRange<Int>)
        case date(name: String, label: String, value: String = "", isRequired: Bool = false)
        case choice(name: String, label: String, options: [(value: String, text: String)], chosen: String = "")
        case long(name: String, label: String)
        case password(name: String, label: String, autocomplete: String)
        case hint(String)
    }

    var action: String
    var title: String
    var fields: [Field]
    /// What is confirmed; nothing where only something is read.
    var confirmation: String?
    var isDangerous = false
    var isOpen = false
    /// Where to go afterward; to the form's own page where absent.
    var back: String?

    func html(in frame: PageContext) -> HTML {
        let name = "act-" + action + "-" + suffix
        let inputs = fields.enumerated().map { Self.input($1, id: "\(name)-\($0)") }
        let open: HTML = isOpen ? " open" : ""
        return """
            <details class="act" id="\(name)"\(open)><summary class="btn \(isDangerous ? "btn-danger" : "btn-plain")">\(title)</summary>
            <form method="post" action="/console/actions/\(action)">
            <input type="hidden" name="csrf" value="\(frame.csrf)">
            <input type="hidden" name="back" value="\(back ?? frame.path)">
            \(inputs)
            \(confirmation.map { Self.tick($0, id: name) })
            <button class="btn \(isDangerous ? "btn-danger" : "btn-primary")">\(title)</button>
            </form></details>

            """
    }

    private static func tick(_ text: String, id: String) -> HTML {
        """
        <div class="form-check"><input class="form-check-input" type="checkbox" name="confirm" value="yes" id="\(id)-confirm" required>
        <label class="form-check-label" for="\(id)-confirm">\(text)</label></div>
        """
    }

    /// Tells forms of one act on one page apart.
    private var suffix: String {
        for case .hidden(_, let value) in fields {
            let name = value.utf8.filter { $0 < 128 }.map { Character(UnicodeScalar($0)) }
            return String(name.filter { $0.isLetter || $0.isNumber }.suffix(16))
        }
        return "0"
    }

    private static func input(_ field: Field, id: String) -> HTML {
        switch field {
        case .hidden(let name, let value): return "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">\n"
        case .text(let name, let label, let value, let isRequired, let limit):
            return labelled(
                label,
                id,
                """
                <input class="form-control" id="\(id)" name="\(name)" value="\(value)" maxlength="\(limit)"\
                \(isRequired ? " required" : "" as HTML)>
                """
            )
        case .number(let name, let label, let value, let range):
            return labelled(
                label,
                id,
                """
                <input class="form-control" id="\(id)" name="\(name)" type="number" value="\(value)" \
                min="\(range.lowerBound)" max="\(range.upperBound)" required>
                """
            )
        case .date(let name, let label, let value, let isRequired):
            return labelled(
                label,
                id,
                """
                <input class="form-control" id="\(id)" name="\(name)" type="date" value="\(value)"\
                \(isRequired ? " required" : "" as HTML)>
                """
            )
        case .choice(let name, let label, let options, let chosen):
            let items = options.map { option in
                "<option value=\"\(option.value)\"\(option.value == chosen ? " selected" : "" as HTML)>\(option.text)</option>"
                    as HTML
            }
            return labelled(label, id, "<select class=\"form-select\" id=\"\(id)\" name=\"\(name)\">\(items)</select>")
        case .long(let name, let label):
            return labelled(
                label,
                id,
                "<textarea class=\"form-control\" id=\"\(id)\" name=\"\(name)\" rows=\"5\" required></textarea>"
            )
        case .password(let name, let label, let autocomplete):
            return labelled(
                label,
                id,
                """
                <input class="form-control" id="\(id)" name="\(name)" type="password" minlength="12" maxlength="200" \
                autocomplete="\(autocomplete)" required>
                """
            )
        case .hint(let text): return "<p class=\"soft\">\(text)</p>\n"
        }
    }

    private static func labelled(_ label: String, _ id: String, _ input: HTML) -> HTML {
        "<div class=\"field\"><label for=\"\(id)\">\(label)</label>\(input)</div>\n"
    }
}
