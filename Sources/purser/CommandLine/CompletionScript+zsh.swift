// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension CompletionScript {
    /// The script for zsh: a file `_purser` in a folder of `fpath`, or one that is sourced.
    var zsh: String {
        """
        #compdef purser
        \(header)

        _purser() {
            local -a commands
            commands=(
        \(entries.map { "        " + quoted($0.name + ":" + $0.summary) }.joined(separator: "\n"))
            )
            if (( CURRENT == 2 )); then
                _describe -t commands command commands
                return
            fi
            local command=$words[2]
            shift words
            (( CURRENT-- ))
            case $command in
        \(entries.map(zshCase).joined(separator: "\n"))
            esac
        }

        if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
            _purser "$@"
        else
            compdef _purser purser
        fi

        """
    }

    private func zshCase(_ entry: Entry) -> String {
        var parts = entry.options.map(zshOption)
        if !entry.keywords.isEmpty, entry.acceptsFiles {
            parts.append(quoted("*:operand:{compadd -- \(entry.keywords.joined(separator: " ")); _files}"))
        } else if !entry.keywords.isEmpty {
            parts.append(quoted("*:operand:(\(entry.keywords.joined(separator: " ")))"))
        } else if entry.acceptsFiles {
            parts.append(quoted("*:file:_files"))
        }
        let list = parts.map { "            " + $0 }.joined(separator: " \\\n")
        return "    \(entry.name))\n        _arguments" + (list.isEmpty ? "" : " \\\n" + list) + "\n        ;;"
    }

    private func zshOption(_ option: Option) -> String {
        let help = option.help.replacing("\\", with: "\\\\").replacing("[", with: "\\[").replacing("]", with: "\\]")
        let name = (option.repeats ? "*" : "") + "--\(option.name)"
        guard let value = option.value else { return quoted("\(name)[\(help)]") }
        let action =
            option.choices.isEmpty ? (option.isPath ? "_files" : " ") : "(\(option.choices.joined(separator: " ")))"
        return quoted("\(name)=[\(help)]:\(value.replacing(":", with: "\\:")):\(action)")
    }
}
