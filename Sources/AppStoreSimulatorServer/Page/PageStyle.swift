// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

// swift-format-ignore-file

/// The page's own colors and layout, over Bootstrap's, light and dark.
enum PageStyle {
    static let text = #"""
        :root {
          color-scheme: light dark;
          --ground: #f6f7f9; --card: #fff; --text: #16181d; --soft: #565d69; --line: #e2e5ea; --control: #7d8592;
          --accent: #0b57c2; --good: #0f6b3a; --bad: #a8201a; --warn: #7a4b00; --bar: #e8f0fd; --hand: #6b2f8f; --warn-ground: #fdf0d5;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --ground: #0e1013; --card: #17191e; --text: #eef0f4; --soft: #a9b0bd; --line: #2b2f37; --control: #78808d;
            --accent: #7db2ff; --good: #6fdc9c; --bad: #ffa39b; --warn: #f5c46f; --bar: #17263d; --hand: #dcaef2; --warn-ground: #382a0d;
          }
        }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--ground); color: var(--text); border-top: 4px solid var(--hand);
          font: 14px/1.45 system-ui, -apple-system, "Segoe UI", "Noto Sans", "Noto Sans CJK SC", sans-serif; }
        h1 { font-size: 1.05rem; margin: 0; font-weight: 600; }
        h2 { font-size: 1rem; margin: 0 0 .75rem; font-weight: 600; }
        h3 { font-size: .85rem; margin: 1.25rem 0 .5rem; color: var(--soft); font-weight: 600; }
        .bar { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; padding: .75rem 1rem;
          background: var(--card); border-bottom: 1px solid var(--line); position: sticky; top: 0; z-index: 2; }
        .clock { display: flex; flex-wrap: wrap; gap: .4rem; align-items: center; margin-left: auto; }
        .clock time { font-variant-numeric: tabular-nums; font-weight: 600; padding: 0 .5rem; }
        .badge-env { border: 1px solid var(--line); border-radius: 1rem; padding: .05rem .6rem; font-size: .8rem; }
        main { display: grid; grid-template-columns: minmax(13rem, 17rem) minmax(0, 1fr) minmax(16rem, 24rem); gap: 1rem;
          padding: 1rem; align-items: start; }
        @media (max-width: 70rem) { main { grid-template-columns: 1fr; } }
        section { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem; min-width: 0; }
        .btn { border-radius: .5rem; border: 1px solid var(--control); padding: .25rem .6rem; background: var(--card);
          color: var(--text); cursor: pointer; font-size: .85rem; }
        .btn:hover { border-color: var(--accent); color: var(--accent); background: var(--card); }
        .btn:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
        .btn-primary { background: var(--accent); border-color: var(--accent); color: var(--card); }
        .btn-danger { color: var(--bad); border-color: var(--bad); } .btn-danger:hover { color: var(--bad); border-color: var(--bad); }
        .btn-primary:hover { background: var(--accent); color: var(--card); filter: brightness(1.1); }
        .btn-link { border-color: transparent; color: var(--accent); text-decoration: none; }
        .btn[disabled] { opacity: .5; cursor: wait; }
        .input-group { display: flex; gap: .4rem; margin-bottom: .75rem; }
        .form-control { flex: 1; min-width: 0; border: 1px solid var(--control); border-radius: .5rem; padding: .3rem .6rem;
          background: var(--ground); color: var(--text); }
        .form-control:focus { background: var(--ground); color: var(--text); border-color: var(--accent); }
        .form-control::placeholder { color: var(--soft); }
        .list { list-style: none; margin: 0; padding: 0; display: grid; gap: .35rem; max-height: 70vh; overflow: auto; }
        .list > li > button { width: 100%; text-align: left; display: flex; justify-content: space-between; gap: .5rem; }
        .list > li > button[aria-current=true] { background: var(--bar); border-color: var(--accent); }
        .soft { color: var(--soft); font-size: .8rem; }
        .empty { color: var(--soft); padding: 2rem 0; text-align: center; }
        .account, .products, .actions { display: flex; flex-wrap: wrap; gap: .4rem; align-items: center; }
        .products { align-items: stretch; }
        .product { align-content: space-between; border: 1px solid var(--line); border-radius: .6rem; padding: .6rem .75rem; display: grid; gap: .3rem;
          flex: 1 1 11rem; }
        .product strong { overflow-wrap: anywhere; }
        .subscription { border: 1px solid var(--line); border-radius: .6rem; padding: .75rem; margin-bottom: .5rem; }
        .state { font-weight: 600; }
        .state-1 { color: var(--good); } .state-2, .state-5 { color: var(--bad); } .state-3, .state-4 { color: var(--warn); }
        .timeline { display: grid; gap: .3rem; }
        .track { position: relative; height: 1.7rem; background: var(--ground); border-radius: .4rem; overflow: hidden; }
        .track i { position: absolute; top: 0; bottom: 0; background: var(--accent); opacity: .75; border-right: 2px solid var(--card); }
        .track i.gone { background: var(--bad); } .track i.once { min-width: .5rem; border-radius: .3rem; }
        .track span { position: absolute; left: .5rem; top: .2rem; font-size: .8rem; color: var(--text);
          text-shadow: 0 0 3px var(--card), 0 0 3px var(--card); }
        .track b { position: absolute; top: 0; bottom: 0; width: 2px; background: var(--bad); }
        .title { margin-bottom: .75rem; display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; justify-content: space-between; } .title [hidden], .report[hidden] { display: none; }
        .report { border: 1px solid var(--line); border-radius: .6rem; padding: .6rem .75rem; margin-bottom: .75rem; } .report ol, .scenario ol { margin: .4rem 0 0; padding-left: 1.3rem; }
        .scenario { border: 1px solid var(--line); border-radius: .6rem; padding: .6rem; margin: .4rem 0; }
        .panel { margin: .6rem 0; } .panel > summary { font-weight: 600; font-size: .85rem; }
        h2.next { margin-top: 1.25rem; }
        .forms { display: grid; gap: .5rem; padding-top: .6rem; }
        .forms form, .forms .row { display: flex; flex-wrap: wrap; gap: .4rem; align-items: center; }
        .forms .form-control, .forms select { flex: 1 1 7rem; max-width: 100%; }
        .forms label { flex: 1 1 9rem; display: flex; gap: .4rem; align-items: center; justify-content: space-between;
          font-size: .8rem; color: var(--soft); }
        .forms label .form-control { flex: 0 0 5rem; }
        .inline { display: flex; gap: .4rem; } .inline .form-control { max-width: 12rem; font-size: .8rem; }
        .scroll { overflow-x: auto; }
        .table { width: 100%; border-collapse: collapse; font-size: .85rem; color: var(--text); }
        .table th, .table td { text-align: left; padding: .35rem .6rem .35rem 0; border-bottom: 1px solid var(--line);
          vertical-align: top; color: var(--text); background: transparent; }
        .table td { font-variant-numeric: tabular-nums; }
        .gone-text { color: var(--bad); }
        details { border: 1px solid var(--line); border-radius: .5rem; padding: .35rem .6rem; }
        summary { cursor: pointer; overflow-wrap: anywhere; }
        pre { margin: .5rem 0 0; font-size: .72rem; max-height: 22rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
        .ok { color: var(--good); } .no { color: var(--bad); }
        #message { margin: 1rem 1rem 0; padding: .6rem 1rem; border-radius: .6rem; background: var(--bar); border: 1px solid var(--line); }
        #message.bad { color: var(--bad); }
        .said { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: 0 1rem; } .said:has(> :not([hidden])) { margin-top: 1rem; }
        .said #message { margin: 0; flex: 1 1 20rem; } .find { margin: 0 0 .35rem; width: 100%; } #customers-count { margin: 0 0 .35rem; min-height: 1.2em; }
        .alarm { margin: 1rem 1rem 0; padding: .5rem 1rem; border-radius: .6rem; background: var(--warn-ground); color: var(--warn); display: flex;
          flex-wrap: wrap; gap: .6rem; align-items: center; justify-content: space-between; } .alarm[hidden] { display: none; }
        dialog { border: 1px solid var(--line); border-radius: .75rem; background: var(--card); color: var(--text); padding: 1.25rem; max-width: 30rem; }
        dialog::backdrop { background: rgba(0, 0, 0, .45); } dialog .actions { margin-top: 1rem; justify-content: flex-end; } .check { display: flex; flex-wrap: wrap; gap: .4rem; align-items: center; }

        """#
}
