// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

// swift-format-ignore-file

extension ConsoleStyle {
    /// Wide screens, phones, high contrast, print.
    static let screens = #"""
        @media (min-width: 1180px) { .grid-chart { grid-template-columns: minmax(0, 1fr) 320px; } .grid-customer { grid-template-columns: minmax(0, 1fr) 320px; } .grid-two { grid-template-columns: repeat(2, minmax(0, 1fr)); } }
        @media (max-width: 820px) {
          .shell { background: none; grid-template: "note" auto "top" auto "side" auto "main" 1fr "foot" auto / minmax(0, 1fr); }
          .banner { padding: 5px 14px; }
          .top { padding: 8px 14px; gap: 10px; min-height: 0; } .top .brand, .top .menu-toggle { display: inline-flex; } .top .brand { padding: 0; } .top .brand svg { display: none; }
          .menu-toggle summary { list-style: none; width: 40px; height: 40px; display: grid; place-items: center; border-radius: 8px; cursor: pointer; } .menu-toggle svg { width: 20px; height: 20px; }
          .search { flex: 1 1 0; min-width: 0; position: static; } .search .form-control { padding-right: 10px; } .suggestions { left: 14px; right: 14px; top: 100%; } .search kbd, .tools .language { display: none; }
          .side { display: none; position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); } .top:has(.menu-toggle[open]) + .side { display: block; } .side .brand { display: none; } .side li > a { min-height: 40px; }
          main { padding: 14px 14px 8px; } footer { padding: 12px 14px 28px; } .card-like { padding: 14px; } .card-like.customer-head { padding: 0; } .number b { font-size: 18px; }
          .btn, .form-control, .form-select, .segments a { min-height: 40px; } .head-actions { width: 100%; display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); } .head-actions .act[open] { grid-column: 1 / -1; } .head-actions .act > summary { width: 100%; }
          .bar-scrolls { flex-wrap: nowrap; overflow-x: auto; padding-bottom: 4px; } .bar-scrolls > * { flex: none; } .bar-scrolls .end { margin-left: 0; } .bar-scrolls:has(.picker[open]) { flex-wrap: wrap; overflow: visible; } .picker > .sheet, .picker.right > .sheet { position: static; margin-top: 6px; min-width: 0; box-shadow: none; }
          .numbers-scroll { display: flex; overflow-x: auto; } .numbers-scroll li { flex: 0 0 44%; }
          .facts { grid-template-columns: repeat(2, minmax(0, 1fr)); } .facts > div { padding: 8px 14px; } .customer-head .facts > div, .ids { padding-left: 14px; padding-right: 14px; }
          .chart { height: 15rem; } .lanes-wide { display: none; } .lanes-small { display: block; } .group .steps li { grid-template-columns: minmax(0, 1fr) auto; } .group .steps .when { grid-column: 1 / -1; }
          .entry .when { flex-basis: 100%; } .table td:first-child { min-width: 9.5rem; } .table td:has(code) { min-width: 11rem; } .table td:last-child { min-width: 6rem; }
        }
        @media (prefers-reduced-motion: reduce) { * { animation: none !important; transition: none !important; } }
        @media (forced-colors: active) { .tag, .chip, .count { border: 1px solid; } .side a[aria-current], .segments a[aria-current], .tabs a[aria-current] { outline: 2px solid; outline-offset: -2px; } }
        @media print { .side, .top, .head-actions, .bar, .acts, canvas, .banner { display: none !important; } .shell { display: block; } .chart { display: none; } details:not([open]) > *:not(summary) { display: block; } details.chart-table::details-content { content-visibility: visible; } .card-like { break-inside: avoid; } }

        """#
}
