// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

// swift-format-ignore-file

extension ConsoleStyle {
    /// The customer's page: facts, tabs, lanes and the timeline.
    static let customer = #"""
        .avatar { width: 44px; height: 44px; border-radius: 50%; background: var(--chosen); color: var(--accent); display: grid; place-items: center; font-weight: 620; font-size: 16px; flex: none; }
        .ids { display: flex; flex-wrap: wrap; gap: 4px 18px; padding: 12px 20px; border-bottom: 1px solid var(--line); font-size: 13px; } .ids span { color: var(--soft); } .ids code { color: var(--text); }
        .customer-head { padding: 0; } .customer-head .facts { padding: 4px 0; } .customer-head .facts > div { padding: 8px 20px; } .facts b { display: block; font-size: 16px; font-weight: 620; } .facts small { color: var(--soft); font-size: 12.5px; }
        .tabs { display: flex; gap: 4px 20px; border-bottom: 1px solid var(--line); margin: 0 0 14px; overflow-x: auto; } .tabs a { padding: 8px 0; color: var(--soft); white-space: nowrap; font-weight: 500; border-bottom: 2px solid transparent; } .tabs a:hover { color: var(--text); text-decoration: none; } .tabs a[aria-current] { color: var(--accent); border-color: var(--accent); } .tabs a:focus-visible { outline-offset: -2px; }
        .rows { list-style: none; margin: 0; padding: 0; } .rows > li { display: flex; flex-wrap: wrap; gap: 4px 16px; justify-content: space-between; padding: 10px 0; border-bottom: 1px solid var(--line); } .rows > li:last-child { border: 0; padding-bottom: 0; } .rows > li > :first-child { flex: 1 1 14rem; min-width: 0; overflow-wrap: anywhere; } .rows .soft { display: block; }
        .lanes { width: 100%; height: auto; display: block; } .lanes text { fill: var(--text); font-size: 12px; } .lanes .axis { fill: var(--soft); font-size: 11px; } .lanes .name { font-weight: 620; } .lanes .under { fill: var(--soft); font-size: 11px; } .lanes .in { fill: var(--bar-text); font-size: 11px; font-weight: 600; } .lanes .grid-line { stroke: var(--grid); } .lanes .now { stroke: var(--text); stroke-width: 1.5; }
        .lane-paid { fill: var(--c1); } .lane-trial, .key-trial { fill: var(--c3); } .lane-once { fill: var(--c1); opacity: .55; } .lane-grace { fill: var(--c2); } .lane-refunded { fill: var(--bad); } .lane-hatch { stroke: var(--card); stroke-width: 3; } .lane-lapsed { fill: none; stroke: var(--soft); stroke-dasharray: 3 3; } .lane-future { fill: none; stroke: var(--c1); stroke-width: 1.5; stroke-dasharray: 4 3; }
        .lanes-small { display: none; } .legend { display: flex; flex-wrap: wrap; gap: 4px 16px; font-size: 12.5px; margin: 10px 0 0; padding: 0; list-style: none; } .legend li { display: flex; align-items: center; gap: 6px; } .legend svg { width: 14px; height: 12px; flex: none; }
        .groups { display: grid; gap: 10px; } .group { border: 1px solid var(--line); border-radius: 10px; } .group > summary { list-style: none; display: flex; flex-wrap: wrap; gap: 4px 10px; align-items: center; padding: 8px 14px; min-height: 40px; } .group > summary::-webkit-details-marker { display: none; } .group > summary .said { flex: 1 1 12rem; min-width: 0; overflow-wrap: anywhere; } .group[open] > summary { border-bottom: 1px solid var(--line); } .group .steps { list-style: none; margin: 0; padding: 6px 14px 8px; } .group .steps li { display: grid; grid-template-columns: 6.2rem minmax(0, 1fr) auto; gap: 2px 12px; padding: 4px 0; overflow-wrap: anywhere; } .group .steps .when { color: var(--soft); font-variant-numeric: tabular-nums; }
        .mark { width: 24px; height: 24px; border-radius: 7px; display: grid; place-items: center; font-weight: 700; flex: none; color: var(--plain); background: var(--plain-ground); } .mark-good { color: var(--good); background: var(--good-ground); } .mark-info { color: var(--info); background: var(--info-ground); } .mark-warning { color: var(--warn); background: var(--warn-ground); } .mark-bad { color: var(--bad); background: var(--bad-ground); } .mark-hand { color: var(--hand); background: var(--hand-ground); } .mark svg { width: 14px; height: 14px; }

        """#
}
