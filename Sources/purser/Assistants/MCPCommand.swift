// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import HTTPClient
import HTTPService

/// `purser mcp`: lets an assistant read a running server over the Model Context Protocol.
enum MCPCommand: Command {
    static let name = "mcp"
    static let summary = "Let an assistant read a running server over the Model Context Protocol."

    static let options =
        ServerClient.options.filter { $0.name != "environment" } + [
            Option("listen", value: "HOST:PORT", "Serve streamable HTTP at /mcp (default: standard input and output).")
        ]

    static let details = """
        The tools are customer, order, why, events, reconciliation, health and documentation. All of them read only, and each call is
        recorded in the audit log as assistant.call before it reads. Results mark texts of customers as data. With --listen, each client
        sends a secret key of the app as bearer token; without it, --key, PURSER_KEY or .purser/keys.json is used.

        Example of a client's configuration:
          { "mcpServers": { "purser": { "command": "purser", "args": ["mcp", "--server", "https://purser.example.com"] } } }
        """

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws {
        guard arguments.operands.isEmpty else { throw UsageError("'\(arguments.operands[0])' is not understood") }
        if let text = arguments.value("listen") {
            return try await serve(try ListenAddress(text, option: "listen"), arguments, terminal)
        }
        let server = AssistantServer(client: try ServerClient(arguments, terminal))
        for await line in Self.lines where !line.allSatisfy(\.isWhitespace) {
            if let answer = await server.respond(to: Data(line.utf8)) {
                terminal.print(String(decoding: answer, as: UTF8.self))
            }
        }
    }

    private static func serve(_ listen: ListenAddress, _ arguments: Arguments, _ terminal: Terminal) async throws {
        let transport = try CurlTransport()
        let base = ServerClient.base(arguments)
        let http = AssistantHTTP(base: base, transport: transport)
        var configuration = HTTPServerConfiguration(host: listen.host, port: listen.port)
        configuration.maximumBodyBytes = AssistantServer.maximumMessageBytes
        let server = HTTPServer(configuration: configuration, respond: { await http.respond(to: $0) })
        let stop = StopSignal()
        do {
            try server.start()
        } catch let error as HTTPServerError {
            throw Failure("cannot listen on \(listen.host):\(listen.port): \(error). Choose another --listen")
        }
        let address = ListenAddress(host: listen.host, port: server.port ?? listen.port).reachable
        terminal.print("listening on \(address)/mcp for assistants of \(base)")
        await stop.wait()
        await server.shutdown(within: .seconds(5))
        transport.shutdown()
    }

    /// The lines of standard input as they arrive; a thread of its own waits for them.
    private static var lines: AsyncStream<String> {
        AsyncStream(bufferingPolicy: .unbounded) { continuation in
            Thread.detachNewThread {
                while let line = readLine() { continuation.yield(line) }
                continuation.finish()
            }
        }
    }
}
