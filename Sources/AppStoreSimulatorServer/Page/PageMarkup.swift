// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

// swift-format-ignore-file

/// The page's markup; its texts come from the words.
enum PageMarkup {
    static let text = #"""
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>App Store simulator</title>
        <link rel="stylesheet" href="/simulator/page/bootstrap.min.css">
        <link rel="stylesheet" href="/simulator/page/page.css">
        <script src="/simulator/page/words.js" defer></script>
        <script src="/simulator/page/page.js" defer></script>
        <script src="/simulator/page/operator.js" defer></script>
        <script src="/simulator/page/groups.js" defer></script>
        <script src="/simulator/page/scenarios.js" defer></script>
        </head>
        <body>
        <header class="bar">
          <h1 data-word="title"></h1>
          <span id="environment" class="badge-env"></span>
          <div class="clock" role="group" aria-labelledby="clock-label">
            <span id="clock-label" data-word="clock"></span>
            <time id="now"></time>
            <button class="btn btn-sm btn-outline-secondary" data-advance="PT1H" data-word="hour"></button>
            <button class="btn btn-sm btn-outline-secondary" data-advance="P1D" data-word="day"></button>
            <button class="btn btn-sm btn-outline-secondary" data-advance="P7D" data-word="week"></button>
            <button class="btn btn-sm btn-primary" data-advance="P1M" data-word="month" id="advance-month"></button>
            <button class="btn btn-sm btn-outline-secondary" id="advance-next" data-word="next_event"></button>
            <form id="advance-to" class="inline"><input class="form-control" type="datetime-local" id="instant" required
              data-hint="instant"><button class="btn btn-sm btn-outline-secondary" data-word="go"></button></form>
          </div>
          <button class="btn btn-sm btn-link" id="language"></button>
        </header>
        <p id="faults-on" class="alarm" hidden><span id="faults-text"></span>
          <button class="btn btn-sm btn-outline-secondary" id="faults-off" data-word="stop_faults" type="button"></button></p>
        <div class="said"><p id="message" role="status" aria-live="polite" hidden></p>
          <button class="btn btn-sm btn-outline-secondary" id="copy-curl" data-word="copy_curl" type="button" hidden></button></div>
        <main>
          <section class="side" aria-labelledby="customers-title">
            <h2 id="customers-title" data-word="customers"></h2>
            <form id="add-customer" class="input-group">
              <input class="form-control" id="customer-name" required maxlength="64" autocomplete="off" data-hint="name">
              <button class="btn btn-primary" data-word="add"></button>
            </form>
            <details class="panel" id="scenarios-panel"><summary data-word="scenarios"></summary>
              <ul id="scenarios" class="list"></ul></details>
            <input class="form-control find" id="find-customer" type="search" autocomplete="off" data-hint="find_customer">
            <p class="soft" id="customers-count" aria-live="polite"></p>
            <ul id="customers" class="list"></ul>
          </section>
          <section class="middle" aria-labelledby="customer-title">
            <div class="title"><h2 id="customer-title"></h2>
              <a class="btn btn-sm btn-outline-secondary" id="open-console" data-word="open_console" hidden></a></div>
            <div id="scenario-report" class="report" role="region" aria-live="polite" data-hint="scenario_result" hidden></div>
            <div id="no-customer" class="empty" data-word="no_customer"></div>
            <div id="customer" hidden>
              <div id="account" class="account"></div>
              <details class="panel" id="more-customer"><summary data-word="more_customer"></summary>
                <div id="customer-more" class="forms"></div></details>
              <h3 data-word="shop"></h3>
              <div id="products" class="products"></div>
              <h3 data-word="subscriptions"></h3>
              <div id="subscriptions"></div>
              <details class="panel" id="groups-panel"><summary data-word="groups"></summary>
                <div id="groups" class="forms"></div></details>
              <h3 data-word="timeline"></h3>
              <div id="timeline" class="timeline"></div>
              <h3 data-word="transactions"></h3>
              <div class="scroll"><table class="table" id="transactions"><thead></thead><tbody></tbody></table></div>
            </div>
          </section>
          <section class="side" aria-labelledby="notifications-title">
            <h2 id="notifications-title" data-word="notifications"></h2>
            <form id="set-url" class="input-group">
              <input class="form-control" id="url" type="url" data-hint="url">
              <button class="btn btn-outline-secondary" data-word="save"></button>
            </form>
            <ol id="notifications" class="list"></ol>
            <h2 class="next" data-word="operator"></h2>
            <details class="panel" id="products-panel"><summary data-word="products"></summary>
              <div id="operator-products" class="forms"></div></details>
            <details class="panel" id="organizations-panel"><summary data-word="organizations"></summary>
              <div id="operator-organizations" class="forms"></div></details>
            <details class="panel" id="faults-panel"><summary data-word="faults"></summary>
              <div id="operator-faults" class="forms"></div></details>
            <details class="panel" id="rules-panel"><summary data-word="rules"></summary>
              <div id="operator-rules" class="forms"></div></details>
          </section>
        </main>
        <dialog id="reset-dialog" aria-labelledby="reset-title">
          <h2 id="reset-title" data-word="reset_question"></h2>
          <p id="reset-text"></p>
          <p data-word="reset_stays"></p>
          <label class="check"><input type="checkbox" id="reset-save" checked> <span data-word="reset_save"></span> <code id="reset-name"></code></label>
          <div class="actions"><button class="btn" id="reset-cancel" type="button" data-word="cancel" autofocus></button>
            <button class="btn btn-danger" id="reset-confirm" type="button" data-word="reset"></button></div>
        </dialog>
        <dialog id="play-dialog" aria-labelledby="play-title">
          <h2 id="play-title"></h2>
          <p id="play-text"></p>
          <label class="check"><input type="checkbox" id="play-save" checked> <span data-word="reset_save"></span> <code id="play-name"></code></label>
          <div class="actions"><button class="btn" id="play-cancel" type="button" data-word="cancel" autofocus></button>
            <button class="btn btn-primary" id="play-confirm" type="button" data-word="play"></button></div>
        </dialog>
        </body>
        </html>

        """#
}
