// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import HTTPClient
import HTTPService

/// `purser listen`: shows notifications and webhooks as they arrive, and forwards them.
enum ListenCommand: Command {
    static let name = "listen"
    static let summary = "Show App Store notifications and webhooks as they arrive, and forward them."

    static let options = [
        Option("listen", value: "HOST:PORT", "Where to receive them (default: 127.0.0.1:8090)."),
        Option("forward-to", value: "URL", "Forward each request to this URL, byte for byte."),
        Option("server", value: "URL", "Tail the events of a running Purser server too."),
        Option(
            "key",
            value: "KEY",
            "A secret key of the app on that server (default: PURSER_KEY or .purser/keys.json)."
        ),
        Option("secret", value: "SECRET", "The webhook secret, to verify signatures that arrive."),
        Option("root", value: "CERT", repeats: true, "A root certificate to trust besides Apple's roots."),
        Option(
            "data",
            value: "DIR",
            "The folder of 'purser trigger', whose root is trusted (default: .purser/app-store)."
        ),
        Option("count", value: "N", "Stop after N requests and events (default: run until Ctrl-C)."),
        Option("json", "Print each as one JSON object per line."),
    ]

    static let details = """
        Any path accepts a POST. An App Store notification is decoded and its signature verified; a webhook shows its type and
        identifier. With --forward-to, the sender receives the response of that URL, so retries work as without 'purser listen'.
        An unreachable URL is answered with 502. With --server, new events are signed under a secret that is printed at the start,
        with the headers of a webhook, and posted to the same URL. No account is required.

        Examples:
          purser listen --forward-to http://127.0.0.1:3000/apple
          purser listen --server http://127.0.0.1:8080 --forward-to http://127.0.0.1:3000/webhooks
        """

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws {
        guard arguments.operands.isEmpty else { throw UsageError("'\(arguments.operands[0])' is not understood") }
        let listen = try ListenAddress(arguments.value("listen") ?? "127.0.0.1:8090", option: "listen")
        let stop = StopSignal()
        let transport = try CurlTransport()
        let receiver = try ListenReceiver(arguments, terminal, transport: transport) { stop.request() }
        let server = HTTPServer(
            configuration: HTTPServerConfiguration(host: listen.host, port: listen.port),
            respond: { await receiver.respond(to: $0, now: Date()) }
        )
        do {
            try server.start()
        } catch let error as HTTPServerError {
            throw Failure("cannot listen on \(listen.host):\(listen.port): \(error). Choose another --listen")
        }
        let address = ListenAddress(host: listen.host, port: server.port ?? listen.port).reachable
        terminal.print("listening on \(address) for notifications and webhooks")
        if let target = receiver.target { terminal.print("forwarding to \(target)") }
        var tail: Task<Void, any Error>?
        if arguments.value("server") != nil {
            let events = EventTail(client: try ServerClient(arguments, terminal), receiver: receiver)
            let first = try await events.lastPosition()
            terminal.print("tailing events; webhook secret: \(receiver.secret)")
            tail = Task { try await events.run(after: first) }
        }
        await stop.wait()
        tail?.cancel()
        await server.shutdown(within: .seconds(5))
        transport.shutdown()
    }
}
