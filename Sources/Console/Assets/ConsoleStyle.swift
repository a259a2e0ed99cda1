// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

// swift-format-ignore-file

/// The console's colors and layout over Bootstrap's, light and dark.
package enum ConsoleStyle {
    /// The style sheet.
    package static let text = #"""
        :root {
          color-scheme: light dark;
          --ground: #f5f5f7; --card: #fff; --text: #1d1d1f; --soft: #5d5d63; --line: #d5d5da;
          --accent: #0058b8; --good: #14652b; --bad: #a81d16; --warn: #7a4d00; --bar: #e8f0fb; --on-accent: #fff;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --ground: #101113; --card: #1b1c1f; --text: #f2f2f4; --soft: #b0b0b8; --line: #3a3b41;
            --accent: #6db3ff; --good: #66d98a; --bad: #ff9a91; --warn: #f5c46f; --bar: #1d2b3f; --on-accent: #08131f;
          }
        }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--ground); color: var(--text); font: 15px/1.5 system-ui, "Noto Sans", "Noto Sans CJK SC", sans-serif; }
        h1 { font-size: 1.35rem; margin: 0 0 .75rem; font-weight: 600; overflow-wrap: anywhere; }
        h2 { font-size: 1.05rem; margin: 0 0 .6rem; font-weight: 600; }
        a { color: var(--accent); } a:hover { color: var(--accent); text-decoration-thickness: 2px; }
        code { color: inherit; background: var(--ground); padding: .05rem .3rem; border-radius: .3rem; font-size: .85em; overflow-wrap: anywhere; }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
        .skip { position: absolute; left: -100rem; } .skip:focus { left: .5rem; top: .5rem; background: var(--card); padding: .5rem 1rem; z-index: 9; }
        .visually-hidden { position: absolute !important; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
        .banner { background: #7a2e00; color: #fff; padding: .4rem 1rem; text-align: center; font-weight: 600; }
        .top { display: flex; flex-wrap: wrap; gap: .6rem 1rem; align-items: center; padding: .6rem 1rem; background: var(--card); border-bottom: 1px solid var(--line); }
        .brand { font-weight: 700; font-size: 1.15rem; text-decoration: none; color: var(--text); }
        .search { display: flex; gap: .4rem; flex: 1 1 18rem; }
        .menu { display: flex; flex-wrap: wrap; gap: .4rem; align-items: center; } .menu form { display: flex; gap: .3rem; margin: 0; }
        .columns { display: grid; grid-template-columns: 14rem minmax(0, 1fr); gap: 1rem; padding: 1rem; align-items: start; }
        nav ul { list-style: none; margin: 0; padding: 0; display: grid; gap: .15rem; }
        nav a { display: flex; justify-content: space-between; align-items: center; gap: .5rem; padding: .4rem .7rem; border-radius: .5rem; text-decoration: none; color: var(--text); }
        nav a:hover { background: var(--bar); color: var(--text); }
        nav a[aria-current] { background: var(--bar); color: var(--accent); font-weight: 600; }
        .count { background: var(--bad); color: var(--card); border-radius: 1rem; padding: 0 .5rem; font-size: .8rem; font-weight: 600; }
        main { min-width: 0; } main:focus { outline: none; }
        footer { padding: .5rem 1rem 1.5rem; color: var(--soft); font-size: .85rem; text-align: center; }
        .card-like, .entry, .facts, .act[open], .sign-in { background: var(--card); border: 1px solid var(--line); border-radius: .7rem; }
        .card-like { padding: 1rem; margin: 0 0 1rem; } .card-like > :last-child { margin-bottom: 0; }
        time, .tag, .whole { white-space: nowrap; }
        .facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(12.5rem, 1fr)); gap: .5rem 1.5rem; padding: .8rem 1rem; margin: 0 0 1rem; }
        .facts dt { color: var(--soft); font-weight: 400; font-size: .82rem; } .facts dd { margin: 0; overflow-wrap: anywhere; }
        .scroll { overflow-x: auto; }
        .table { width: 100%; border-collapse: collapse; color: var(--text); margin: 0; font-size: .92rem; }
        .table th, .table td { text-align: left; vertical-align: top; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid var(--line); color: var(--text); background: transparent; box-shadow: none; }
        .table td { overflow-wrap: break-word; font-variant-numeric: tabular-nums; }
        .table td:last-child, .table td a { overflow-wrap: anywhere; }
        .table th { color: var(--soft); font-weight: 600; white-space: nowrap; } .table tbody tr:last-child td { border-bottom: 0; }
        .soft { color: var(--soft); font-size: .88rem; }
        .tag { display: inline-block; border: 1px solid currentColor; border-radius: 1rem; padding: 0 .55rem; font-size: .8rem; font-weight: 600; color: var(--soft); }
        .tag-good { color: var(--good); } .tag-bad { color: var(--bad); } .tag-warning { color: var(--warn); }
        .notice { border-radius: .6rem; padding: .6rem 1rem; border: 1px solid currentColor; background: var(--card); overflow-wrap: anywhere; }
        .notice.good { color: var(--good); } .notice.bad { color: var(--bad); }
        .story { list-style: none; margin: 0; padding: 0; display: grid; gap: .5rem; }
        .entry { padding: .55rem .8rem; display: flex; flex-wrap: wrap; gap: .2rem 1rem; border-left-width: 4px; }
        .entry .when { flex: 0 0 9rem; color: var(--soft); font-variant-numeric: tabular-nums; } .entry .what { flex: 1 1 16rem; min-width: 0; overflow-wrap: anywhere; }
        .kind-order { border-left-color: #2f74d0; } .kind-transaction { border-left-color: #2e9e52; } .kind-notification { border-left-color: #7a6ff0; }
        .kind-entitlement { border-left-color: #14a3a8; } .kind-refund { border-left-color: #d4423a; } .kind-webhook { border-left-color: #8a8a92; } .kind-action { border-left-color: #d18b1a; }
        .chips, .acts { display: flex; flex-wrap: wrap; gap: .5rem; align-items: flex-start; }
        .chip { border: 1px solid var(--line); border-radius: 1rem; padding: .1rem .8rem; text-decoration: none; color: var(--text); } .chip[aria-current] { background: var(--accent); color: var(--on-accent); }
        .numbers { list-style: none; display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: .8rem; margin: 0 0 1rem; padding: 0; }
        .number { display: block; background: var(--card); border: 1px solid var(--line); border-radius: .7rem; padding: .8rem 1rem; text-decoration: none; color: var(--text); }
        .number b { display: block; font-size: 1.6rem; line-height: 1.25; white-space: nowrap; } .tone-good b { color: var(--good); } .tone-warning b { color: var(--warn); } .tone-bad b { color: var(--bad); }
        .btn { white-space: nowrap; border-radius: .5rem; border: 1px solid var(--line); padding: .35rem .8rem; font-size: .92rem; cursor: pointer; background: var(--card); color: var(--text); text-decoration: none; }
        .btn:hover { border-color: var(--accent); color: var(--text); background: var(--bar); }
        .btn-primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); } .btn-primary:hover { background: var(--accent); color: var(--on-accent); filter: brightness(1.08); }
        .btn-danger { color: var(--bad); border-color: currentColor; background: var(--card); } .btn-danger:hover { background: var(--bad); color: var(--card); }
        .btn-link { border-color: transparent; color: var(--accent); background: transparent; text-decoration: underline; }
        .form-control, .form-select { border: 1px solid var(--soft); border-radius: .5rem; padding: .35rem .6rem; background-color: var(--card); color: var(--text); max-width: 100%; }
        .form-control { width: 100%; } .form-control:focus, .form-select:focus { background-color: var(--card); color: var(--text); border-color: var(--accent); }
        .form-control::placeholder { color: var(--soft); opacity: 1; } .form-select { width: auto; background-image: none; appearance: auto; }
        .field { margin: 0 0 .6rem; display: grid; gap: .15rem; } .form-check { margin: .4rem 0 .7rem; display: flex; gap: .5rem; padding: 0; }
        .form-check .form-check-input { margin: .3rem 0 0; float: none; flex: none; border-color: var(--soft); }
        .act[open] { padding: .3rem; } .act > summary { display: inline-block; list-style: none; } .act > summary::-webkit-details-marker { display: none; }
        .act > form { padding: .8rem; min-width: min(24rem, 80vw); max-width: 36rem; }
        .acts, .act:not(.acts > .act) { margin: 0 0 1rem; } .entry .act { margin: .4rem 0 .2rem; } .act[open] { flex-basis: 100%; }
        .inline { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: 0 0 1rem; } .inline .form-control { width: auto; }
        .sign-in { max-width: 24rem; margin: 12vh auto 0; padding: 1.5rem; }
        .answer { font-size: 1.1rem; }
        pre { background: var(--ground); color: var(--text); border: 1px solid var(--line); border-radius: .5rem; padding: .7rem; max-height: 34rem; overflow: auto; font-size: .82rem; white-space: pre-wrap; overflow-wrap: anywhere; }
        details > summary { cursor: pointer; }
        code.long { display: inline-block; max-width: 12rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; vertical-align: bottom; }
        progress { width: 100%; height: 1rem; accent-color: var(--accent); }
        .chart { position: relative; height: 18rem; } .charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); gap: 1rem; margin: 0 0 1rem; } .charts .card-like { margin: 0; }
        .pager { display: flex; gap: 1rem; margin: .8rem 0 0; }
        html.scripted [data-without-script] { display: none; }
        @media (max-width: 48rem) {
          .columns { grid-template-columns: minmax(0, 1fr); padding: .7rem; }
          .brand { flex: 1; } .menu { display: contents; } .menu form[action$=scope] { order: 1; flex: 1 1 auto; } .menu form[action$=scope] .form-select { width: 100%; }
          .search { order: 2; flex-basis: 100%; } .menu .btn-link { padding-inline: .4rem; }
          nav ul { display: flex; overflow-x: auto; } nav a { white-space: nowrap; }
          .table thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
          .table, .table tbody { display: block; } .table tr { display: block; border-bottom: 1px solid var(--line); padding: .4rem 0; } .table tbody tr:last-child { border-bottom: 0; }
          .table td { display: block; position: relative; border: 0; padding: .12rem 0 .12rem 7.5rem; min-height: 1.6rem; overflow-wrap: anywhere; } .table td:empty { display: none; }
          .table td::before { content: attr(data-head); color: var(--soft); position: absolute; left: 0; width: 7rem; }
        }

        """#

    /// The icon.
    package static let icon = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0058b8"/>
        <path d="M10 25V7h7.5a5.5 5.5 0 0 1 0 11H14v7z" fill="#fff"/></svg>
        """
}
