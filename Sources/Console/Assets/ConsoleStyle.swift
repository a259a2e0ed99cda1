// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

// swift-format-ignore-file

/// The console's colors and layout over Bootstrap's, light and dark.
package enum ConsoleStyle {
    /// The style sheet.
    package static let text = frame + charts + customer + screens

    /// Colors, the frame and the parts that every page has.
    static let frame = #"""
        :root {
          color-scheme: light dark;
          --ground: #f6f7f9; --card: #fff; --text: #16181d; --soft: #565d69; --line: #e2e5ea; --control: #7d8592; --hover: #f0f2f5;
          --accent: #0b57c2; --chosen: #e8f0fd; --on-accent: #fff;
          --good: #0f6b3a; --good-ground: #e3f5ea; --info: #0b57c2; --info-ground: #e8f0fd; --warn: #7a4b00; --warn-ground: #fdf0d5;
          --bad: #a8201a; --bad-ground: #fde8e6; --plain: #474e59; --plain-ground: #eceef1; --hand: #6b2f8f; --hand-ground: #f4e9fa;
          --c1: #1f4fd8; --c2: #d9760a; --c3: #0f7a5c; --c4: #a0249a; --c5: #4f5a0a; --c6: #1093ff; --c7: #4f1c3f; --c8: #8a8ea6;
          --bar-text: #fff; --grid: #e2e5ea;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --ground: #0e1013; --card: #17191e; --text: #eef0f4; --soft: #a9b0bd; --line: #2b2f37; --control: #78808d; --hover: #1f2229;
            --accent: #7db2ff; --chosen: #17263d; --on-accent: #08131f;
            --good: #6fdc9c; --good-ground: #12301f; --info: #8dbcff; --info-ground: #152a4a; --warn: #f5c46f; --warn-ground: #382a0d;
            --bad: #ffa39b; --bad-ground: #3d1917; --plain: #c3c9d3; --plain-ground: #2a2e36; --hand: #dcaef2; --hand-ground: #33203f;
            --c1: #6a86ff; --c2: #f89b12; --c3: #23d3a6; --c4: #c85fc0; --c5: #fff08a; --c6: #b4d0f8; --c7: #e8584c; --c8: #7f8692;
            --bar-text: #0e1013; --grid: #2b2f37;
          }
        }
        * { box-sizing: border-box; }
        html { scroll-padding-top: 72px; }
        body { margin: 0; background: var(--ground); color: var(--text); font: 14px/1.45 system-ui, -apple-system, "Segoe UI", "Noto Sans", "Noto Sans CJK SC", sans-serif; }
        html[lang|="zh"] body { line-height: 1.6; }
        h1 { font-size: 22px; line-height: 1.3; margin: 0; font-weight: 650; overflow-wrap: anywhere; }
        h2 { font-size: 15px; line-height: 1.4; margin: 0 0 10px; font-weight: 620; }
        h3 { font-size: 13px; line-height: 1.4; margin: 14px 0 8px; font-weight: 620; color: var(--soft); }
        p { margin: 0 0 10px; }
        a { color: var(--accent); text-decoration: none; } a:hover { color: var(--accent); text-decoration: underline; }
        main p a, dd a, .soft a, .entry a, main ul:not([class]) li a, main ol:not([class]) li a, .steps a { text-decoration: underline; text-underline-offset: 2px; }
        code { color: inherit; background: none; padding: 0; font: .92em ui-monospace, "SF Mono", "Noto Sans Mono", monospace; overflow-wrap: anywhere; }
        b, strong { font-weight: 620; }
        :focus-visible { scroll-margin-top: 96px; }
        :focus-visible, .btn:focus-visible, .form-control:focus-visible, .form-select:focus-visible, summary:focus-visible { outline: 2px solid var(--accent) !important; outline-offset: 2px; box-shadow: none !important; border-radius: 4px; }
        .btn:focus-visible, .form-control:focus-visible, .form-select:focus-visible { border-radius: 8px; } input[type=date]:focus, input[type=date]:focus-within { outline: 2px solid var(--accent) !important; outline-offset: 2px; }
        .skip { position: absolute; left: -100rem; } .skip:focus { left: 8px; top: 8px; background: var(--card); padding: 8px 16px; z-index: 9; }
        .visually-hidden { position: absolute !important; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
        .banner { grid-area: note; background: var(--warn-ground); color: var(--warn); padding: 5px 28px; font-weight: 600; font-size: 12.5px; border-bottom: 1px solid var(--line); }

        .shell { background: linear-gradient(to right, var(--card) 235px, var(--line) 235px, var(--line) 236px, transparent 236px); display: grid; grid-template: "note note" auto "side top" auto "side main" 1fr "side foot" auto / 236px minmax(0, 1fr); min-height: 100vh; }
        .is-test { border-top: 4px solid #8b46b5; }
        .side { grid-area: side; background: var(--card); border-right: 1px solid var(--line); padding: 14px 12px 24px; position: sticky; top: 0; align-self: start; height: 100vh; overflow-y: auto; }
        .brand { display: inline-flex; align-items: center; gap: 10px; font-weight: 650; font-size: 16px; color: var(--text); padding: 0 8px; min-height: 30px; } .brand:hover { color: var(--text); text-decoration: none; }
        .brand svg { width: 20px; height: 20px; border-radius: 5px; }
        .scope { margin: 12px 0; border: 1px solid var(--line); border-radius: 10px; background: var(--card); }
        .scope summary { list-style: none; padding: 8px 12px; display: grid; grid-template-columns: minmax(0, 1fr) auto; align-items: center; cursor: pointer; }
        .scope summary::-webkit-details-marker, .account summary::-webkit-details-marker, .menu-toggle summary::-webkit-details-marker, .picker > summary::-webkit-details-marker { display: none; }
        .scope summary::after, .picker > summary::after { content: ""; width: 7px; height: 7px; border: solid var(--soft); border-width: 0 1.5px 1.5px 0; transform: rotate(45deg); margin: -3px 2px 0 8px; }
        .scope b { display: block; overflow-wrap: anywhere; } .scope span { font-size: 12.5px; color: var(--soft); display: flex; align-items: center; gap: 7px; }
        .scope ul { list-style: none; margin: 0; padding: 4px; border-top: 1px solid var(--line); max-height: 50vh; overflow-y: auto; } .scope li a { display: block; padding: 6px 8px; border-radius: 6px; color: var(--text); overflow-wrap: anywhere; } .scope li a:hover { background: var(--hover); text-decoration: none; } .scope a[aria-current] { background: var(--chosen); color: var(--accent); }
        .dot { width: 8px; height: 8px; border-radius: 50%; background: var(--good); flex: none; } .dot-test { background: var(--hand); }
        .side ul { list-style: none; margin: 0 0 6px; padding: 0; } .side .nav-head { font-size: 12px; font-weight: 600; color: var(--soft); margin: 0 0 2px; padding: 4px 10px; }
        .side li > a { display: flex; justify-content: space-between; align-items: center; gap: 8px; padding: 2px 10px; min-height: 25px; border-radius: 7px; color: var(--text); }
        .side li > a:hover { background: var(--hover); text-decoration: none; } .side .places a[aria-current] { background: var(--chosen); color: var(--accent); font-weight: 600; }
        .count { background: var(--plain-ground); color: var(--plain); border-radius: 10px; padding: 0 8px; font-size: 12px; line-height: 20px; font-weight: 600; font-variant-numeric: tabular-nums; } .count-due { background: var(--warn-ground); color: var(--warn); }

        .top { grid-area: top; position: sticky; top: 0; z-index: 5; display: flex; gap: 12px; align-items: center; padding: 10px 28px; background: var(--card); border-bottom: 1px solid var(--line); min-height: 56px; }
        .top .brand, .top .menu-toggle { display: none; }
        .search { flex: 0 1 456px; margin: 0; position: relative; } .search .form-control { padding-right: 34px; }
        .search kbd { position: absolute; right: 8px; top: 8px; font: 11px/18px ui-monospace, monospace; color: var(--soft); background: var(--ground); border: 1px solid var(--line); border-radius: 4px; padding: 0 5px; }
        .suggestions { position: absolute; z-index: 9; left: 0; right: 0; top: calc(100% + 6px); margin: 0; padding: 6px; list-style: none; background: var(--card); border: 1px solid var(--line); border-radius: 10px; box-shadow: 0 8px 24px rgba(0, 0, 0, .14); max-height: 60vh; overflow-y: auto; } .suggestions[hidden] { display: none; }
        .suggestions li { display: flex; justify-content: space-between; align-items: center; gap: 10px; padding: 0 10px; min-height: 34px; border-radius: 6px; } .suggestions li[aria-selected="true"], .suggestions li:hover { background: var(--chosen); } .suggestions a { flex: 1; min-width: 0; color: var(--text); overflow-wrap: anywhere; padding: 6px 0; } .suggestions a:hover { text-decoration: none; color: var(--text); }
        .tools { display: flex; gap: 6px; align-items: center; margin-left: auto; } .tools form { margin: 0; }
        .account { position: relative; } .account summary { list-style: none; width: 30px; height: 30px; border-radius: 50%; background: var(--chosen); color: var(--accent); display: grid; place-items: center; font-weight: 620; font-size: 12.5px; cursor: pointer; }
        .account > div { position: absolute; right: 0; top: 38px; z-index: 8; background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 6px; min-width: 190px; box-shadow: 0 8px 24px rgba(0, 0, 0, .14); display: grid; }
        .account > div > * { padding: 6px 10px; } .account > div a { color: var(--text); border-radius: 6px; } .account > div a:hover { background: var(--hover); text-decoration: none; } .account form { margin: 0; padding: 0 !important; } .account form .btn { width: 100%; text-align: left; border-color: transparent; background: none; padding: 6px 10px; }
        main { grid-area: main; min-width: 0; max-width: 1616px; width: 100%; padding: 20px 28px 8px; } main:focus { outline: none; }
        footer { grid-area: foot; padding: 12px 28px 28px; color: var(--soft); font-size: 12.5px; }
        .head { display: flex; flex-wrap: wrap; gap: 10px 16px; align-items: flex-end; justify-content: space-between; margin: 0 0 16px; } .head-title { min-width: 0; }
        .head-line { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 10px; } .crumbs { margin: 0; font-size: 12.5px; color: var(--soft); } .head-actions { display: flex; flex-wrap: wrap; gap: 8px; }

        .card-like, .facts, .act[open], .sign-in, .number, .notice { background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
        .card-like { padding: 16px 20px; margin: 0 0 14px; min-width: 0; } .card-like > :last-child { margin-bottom: 0; }
        .card-head { display: flex; flex-wrap: wrap; gap: 6px 12px; align-items: center; justify-content: space-between; margin: 0 0 8px; } .card-head h2 { margin: 0; } .card-head .soft { font-size: 12.5px; }
        .grid { display: grid; grid-template-columns: minmax(0, 1fr); gap: 14px; margin: 0 0 14px; align-items: start; } .grid > .card-like, .grid > div > .card-like:last-child { margin: 0; }
        time, .tag, .whole { white-space: nowrap; }
        .facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(170px, 45%), 1fr)); margin: 0 0 14px; padding: 6px 0; }
        .facts > div { padding: 8px 20px; min-width: 0; } .facts dt { color: var(--soft); font-weight: 400; font-size: 12.5px; } .facts dd { margin: 0; overflow-wrap: anywhere; }
        .card-like .facts, .entry .facts { border: 0; background: none; margin: 0; padding: 0; } .card-like .facts > div, .entry .facts > div { padding: 6px 12px 6px 0; }
        .scroll { overflow-x: auto; } .scroll:focus-visible { outline-offset: -2px; }
        .table { width: 100%; border-collapse: collapse; color: var(--text); margin: 0; font-size: 13.5px; }
        .table th, .table td { text-align: left; vertical-align: top; padding: 7px 14px 7px 0; border-bottom: 1px solid var(--line); color: var(--text); background: transparent; box-shadow: none; }
        .table th:last-child, .table td:last-child { padding-right: 0; } .table td { overflow-wrap: break-word; font-variant-numeric: tabular-nums; } .table tbody tr:hover td { background: var(--hover); }
        .table td:last-child, .table td a { overflow-wrap: anywhere; } .table th { color: var(--soft); font-weight: 500; font-size: 12.5px; white-space: nowrap; } .table tbody tr:last-child td, .table tbody tr:last-child th { border-bottom: 0; }
        .table tbody th { white-space: normal; font-size: 13.5px; color: var(--text); font-weight: 500; } .table tfoot td, .table tfoot th { border-top: 1px solid var(--line); border-bottom: 0; font-weight: 620; color: var(--text); font-size: 13.5px; }
        .table td a code { white-space: nowrap; } .table .num { text-align: right; white-space: nowrap; } .table th a { color: inherit; text-decoration: underline; text-underline-offset: 2px; }
        .soft { color: var(--soft); font-size: 13px; }
        .tag { display: inline-flex; align-items: center; max-width: 100%; width: fit-content; border-radius: 6px; padding: 0 7px; min-height: 20px; font-size: 12px; line-height: 18px; font-weight: 600; color: var(--plain); background: var(--plain-ground); vertical-align: middle; overflow: hidden; text-overflow: ellipsis; }
        .tag-good { color: var(--good); background: var(--good-ground); } .tag-bad { color: var(--bad); background: var(--bad-ground); } .tag-warning { color: var(--warn); background: var(--warn-ground); } .tag-info { color: var(--info); background: var(--info-ground); } .tag-hand { color: var(--hand); background: var(--hand-ground); }
        .up { color: var(--good); } .down { color: var(--bad); } .even { color: var(--soft); } .up, .down, .even { font-size: 12.5px; font-weight: 600; white-space: nowrap; font-variant-numeric: tabular-nums; }
        .notice { padding: 10px 16px; overflow-wrap: anywhere; margin: 0 0 14px; } .notice.good { color: var(--good); background: var(--good-ground); } .notice.bad { color: var(--bad); background: var(--bad-ground); } .notice.info { color: var(--info); background: var(--info-ground); } .notice.hand { color: var(--hand); background: var(--hand-ground); }
        .story { list-style: none; margin: 0; padding: 0; display: grid; gap: 8px; }
        .entry { padding: 9px 14px; display: flex; flex-wrap: wrap; gap: 3px 14px; border: 1px solid var(--line); border-radius: 10px; min-width: 0; }
        .entry .when { flex: 0 0 8.5rem; color: var(--soft); font-variant-numeric: tabular-nums; } .entry .what { flex: 1 1 15rem; min-width: 0; overflow-wrap: anywhere; }
        .told { margin-top: 3px; }
        .chips, .acts, .bar { display: flex; flex-wrap: wrap; gap: 8px; align-items: flex-start; margin: 0 0 14px; }
        .chip { display: inline-flex; align-items: center; gap: 6px; min-height: 30px; border: 1px solid var(--line); border-radius: 15px; padding: 0 12px; color: var(--text); background: var(--card); white-space: nowrap; } .chip[aria-current], .chip-on { background: var(--chosen); color: var(--accent); border-color: transparent; font-weight: 500; } .chip:hover { text-decoration: none; background: var(--hover); } main .chips a { text-decoration: none; }
        .numbers { list-style: none; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(180px, 46%), 1fr)); gap: 14px; margin: 0 0 14px; padding: 0; } .numbers li { min-width: 0; display: grid; }
        .number { display: flex; flex-direction: column; padding: 12px 16px; color: var(--text); min-width: 0; } a.number:hover { border-color: var(--control); text-decoration: none; color: var(--text); } .number[aria-current] { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
        .number span { color: var(--soft); font-size: 13px; order: -1; } .number b { display: block; font-size: 20px; line-height: 1.35; font-weight: 620; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; } .number small { font-size: 12.5px; color: var(--soft); overflow-wrap: anywhere; } .number small span { font-size: inherit; } .number small .up { color: var(--good); } .number small .down { color: var(--bad); }
        .number .spark { margin-top: auto; padding-top: 6px; height: 34px; } .tone-warning b { color: var(--warn); } .tone-bad b { color: var(--bad); }
        .spark { display: block; width: 100%; height: 28px; } .spark path { fill: none; stroke: var(--c1); stroke-width: 1.5; vector-effect: non-scaling-stroke; } .spark .area { fill: var(--c1); stroke: none; opacity: .12; } td .spark { width: 96px; height: 20px; }
        .btn { display: inline-flex; align-items: center; justify-content: center; gap: 6px; white-space: nowrap; border-radius: 8px; border: 1px solid var(--control); padding: 5px 12px; min-height: 34px; font-size: 14px; line-height: 1.4; font-weight: 500; cursor: pointer; background: var(--card); color: var(--text); text-decoration: none; }
        .btn:hover, main p a.btn:hover { border-color: var(--control); color: var(--text); background: var(--hover); text-decoration: none; } main p a.btn { text-decoration: none; }
        .btn-primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); } .btn-primary:hover { background: var(--accent); border-color: var(--accent); color: var(--on-accent); filter: brightness(1.08); }
        .btn-danger { color: var(--bad); border-color: var(--bad); background: var(--card); } .btn-danger:hover { background: var(--bad-ground); color: var(--bad); border-color: var(--bad); }
        .btn-link { border-color: transparent; color: var(--accent); background: transparent; } .btn-link:hover { border-color: transparent; color: var(--accent); }
        .form-control, .form-select { border: 1px solid var(--control); border-radius: 8px; padding: 5px 10px; min-height: 34px; font-size: 14px; line-height: 1.4; background-color: var(--card); color: var(--text); max-width: 100%; }
        .form-control { width: 100%; } .form-control:focus, .form-select:focus { background-color: var(--card); color: var(--text); border-color: var(--accent); }
        .form-control::placeholder { color: var(--soft); opacity: 1; } .form-select { width: auto; background-image: none; appearance: auto; }
        .field-short { width: 16rem; } .field { margin: 0 0 12px; display: grid; gap: 4px; } .field label { font-weight: 500; } .form-check { margin: 6px 0 12px; display: flex; gap: 8px; padding: 0; min-height: 24px; }
        .form-check .form-check-input { margin: 3px 0 0; float: none; flex: none; border-color: var(--control); width: 18px; height: 18px; }
        .act { max-width: 100%; } .act[open] { padding: 6px; } .act > summary { list-style: none; } .act > summary::-webkit-details-marker { display: none; }
        .act > form { padding: 14px; min-width: min(24rem, 100%); max-width: 36rem; } .acts, .act:not(.acts > .act) { margin: 0 0 14px; } .entry .act { margin: 6px 0 2px; } .act[open] { flex-basis: 100%; }
        .inline { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin: 0 0 14px; } .inline .form-control { width: auto; }
        .sign-in { max-width: 24rem; margin: 12vh auto 0; padding: 28px; width: calc(100% - 32px); } .sign-in h1 { margin: 0 0 16px; } .sign-in .btn { width: 100%; margin-bottom: 14px; min-height: 40px; }
        .answer { font-size: 16px; display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
        pre { background: var(--ground); color: var(--text); border: 1px solid var(--line); border-radius: 8px; padding: 12px; max-height: 34rem; overflow: auto; font-size: 12.5px; white-space: pre-wrap; overflow-wrap: anywhere; }
        details > summary { cursor: pointer; }
        code.long { display: inline-block; max-width: 12rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; vertical-align: bottom; }
        progress { width: 100%; height: 10px; accent-color: var(--accent); }
        .pager { display: flex; gap: 14px; margin: 12px 0 0; } .pager a { padding: 2px 0; } :where(main details > summary) { padding-block: 2px; }
        html.scripted [data-without-script] { display: none; } html:not(.scripted) [data-with-script] { display: none; }

        """#

    /// The icon.
    package static let icon = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b57c2"/>
        <path d="M10 25V7h7.5a5.5 5.5 0 0 1 0 11H14v7z" fill="#fff"/></svg>
        """
}
