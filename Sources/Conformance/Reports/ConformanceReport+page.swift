// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import HTML

extension ConformanceReport {
    /// The report as one HTML page in both languages, without any other file.
    package var page: String {
        let summary: HTML = """
            <p><strong class="pass">\(passedCount)</strong> \(both("passed", "通过")) ·
            <strong class="fail">\(failed.count)</strong> \(both("failed", "失败")) ·
            <strong>\(skippedCount)</strong> \(both("skipped", "跳过")) ·
            <time>\(date.formatted(.iso8601))</time> · seed <code>\(String(seed))</code></p>
            """
        let sections = topics.map(section).joined(separator: "\n")
        let page: HTML = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>purser conform: \(server)</title>
            <style>\(HTML(verbatim: Self.style))</style>
            </head>
            <body>
            <header><h1>\(both("Conformance of", "一致性：")) \(server)</h1>
            <label>\(both("Language", "语言")) <select id="language">
            <option value="en">English</option><option value="zh-Hans">简体中文</option></select></label>
            <label><input type="checkbox" id="failures"> \(both("Failures only", "仅显示失败"))</label></header>
            <main>
            \(summary)
            \(sections)
            </main>
            <script>\(HTML(verbatim: Self.script))</script>
            </body>
            </html>
            """
        return page.text + "\n"
    }

    private func both(_ english: String, _ chinese: String) -> HTML {
        #"<span lang="en">\#(english)</span><span lang="zh-Hans">\#(chinese)</span>"#
    }

    private func section(_ topic: ConformanceTopic, _ results: [ConformanceResult]) -> HTML {
        let rows = results.map(row).joined(separator: "\n")
        let passed = results.count(where: \.isPassed)
        return """
            <section><h2>\(both(topic.title.english, topic.title.chinese)) <small>\(passed)/\(results.count)</small></h2>
            <p><a href="\(topic.rule)">\(both("Apple's rule", "Apple 的规则"))</a></p>
            <table><thead><tr><th scope="col">\(both("Result", "结果"))</th><th scope="col">\(both("Row", "行"))</th>
            <th scope="col">\(both("A correct server", "正确的服务器"))</th></tr></thead><tbody>
            \(rows)
            </tbody></table></section>
            """
    }

    private func row(_ result: ConformanceResult) -> HTML {
        let scenario = Self.scenarios[result.row.scenario]
        var text = both(scenario?.sentence.english ?? "", scenario?.sentence.chinese ?? "")
        if result.row.fault != .none {
            let fault = result.row.fault.sentence
            text += "<br>" + both(fault.english, fault.chinese)
        }
        if let reason = result.skipped { text += "<br><em>\(reason)</em>" }
        if !result.problems.isEmpty {
            let items = result.problems.map { "<li>\($0)</li>" as HTML }.joined()
            text += "<ul>\(items)</ul>"
        }
        let (name, label) =
            result.skipped != nil
            ? ("skip", both("skipped", "跳过"))
            : result.problems.isEmpty ? ("pass", both("passed", "通过")) : ("fail", both("failed", "失败"))
        return
            #"<tr class="\#(name)"><td>\#(label)</td><th scope="row"><code>\#(result.row.name)</code></th><td>\#(text)</td></tr>"#
    }

    private static let style = """
        :root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{margin:0 auto;max-width:72rem;padding:1rem}
        header{align-items:center;display:flex;flex-wrap:wrap;gap:1rem}table{border-collapse:collapse;width:100%}
        th,td{border-bottom:1px solid #8886;padding:.3rem .6rem;text-align:left;vertical-align:top}
        tbody th{font-weight:400}td{overflow-wrap:anywhere}.pass{color:light-dark(#176b2c,#7fd391)}
        .fail td:first-child,strong.fail{color:light-dark(#b3141d,#ff9a9a);font-weight:700}
        .pass td:nth-child(3),.skip td:nth-child(3){color:light-dark(#222,#ddd)}
        html[lang=en] [lang=zh-Hans],html[lang=zh-Hans] [lang=en]{display:none}
        html.failures tbody tr:not(.fail){display:none}
        """

    private static let script = """
        const page=document.documentElement,choice=document.getElementById('language');
        const show=l=>{page.lang=l;choice.value=l};
        show(location.hash==='#zh'||(location.hash===''&&navigator.language.startsWith('zh'))?'zh-Hans':'en');
        choice.onchange=()=>show(choice.value);
        document.getElementById('failures').onchange=e=>page.classList.toggle('failures',e.target.checked);
        """
}
