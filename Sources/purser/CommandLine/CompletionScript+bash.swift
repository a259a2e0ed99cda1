// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension CompletionScript {
    /// The script for bash.
    var bash: String {
        """
        \(header)
        # shellcheck shell=bash disable=SC2207

        _purser() {
            local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}
            local words= options= files=
            COMPREPLY=()
            # bash separates --option=value at the equals sign.
            [ "$current" = = ] && current=
            [ "$previous" = = ] && previous=${COMP_WORDS[COMP_CWORD - 2]}
            if [ "$COMP_CWORD" = 1 ]; then
                COMPREPLY=($(compgen -W \(quoted(names)) -- "$current"))
                return
            fi
            case $command in
        \(entries.map(bashCase).joined(separator: "\n"))
            esac
            case $current in
            -*) COMPREPLY=($(compgen -W "$options" -- "$current")) ;;
            *)
                COMPREPLY=($(compgen -W "$words" -- "$current"))
                [ -n "$files" ] && COMPREPLY+=($(compgen -f -- "$current"))
                ;;
            esac
        }

        complete -o filenames -F _purser purser

        """
    }

    private var names: String { (entries.map(\.name) + ["--help", "--version"]).joined(separator: " ") }

    private func bashCase(_ entry: Entry) -> String {
        let options = entry.options.map { "--\($0.name)" }.joined(separator: " ")
        var lines = [
            "    \(entry.name))",
            "        words=\(quoted(entry.keywords.joined(separator: " ")))",
            "        options=\(quoted(options))",
        ]
        if entry.acceptsFiles { lines.append("        files=yes") }
        let valued = entry.options.filter { $0.value != nil }
        if !valued.isEmpty {
            lines.append("        case $previous in")
            lines += valued.map { "        --\($0.name)) \(bashValue($0)); return ;;" }
            lines.append("        esac")
        }
        return (lines + ["        ;;"]).joined(separator: "\n")
    }

    private func bashValue(_ option: Option) -> String {
        let choices = option.choices.isEmpty ? nil : "-W \(quoted(option.choices.joined(separator: " ")))"
        guard let kind = choices ?? (option.isPath ? "-f" : nil) else { return ":" }
        return "COMPREPLY=($(compgen \(kind) -- \"$current\"))"
    }
}
