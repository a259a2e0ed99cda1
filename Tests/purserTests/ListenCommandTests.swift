// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import HTTPClient
import HTTPService
import PurserServer
import Synchronization
import TestSupport
import Testing

@testable import purser

@Suite struct ListenCommandTests {
    private let folder: TemporaryFolder
    private let data: String
    private let now = Date(millisecondsSince1970: 1_780_000_000_000)

    init() throws {
        folder = try TemporaryFolder()
        data = folder.url.appending(path: "keys").path
    }

    private final class Printed: Sendable {
        let lines = Mutex<[String]>([])

        var terminal: Terminal {
            Terminal(
                print: { line in self.lines.withLock { $0.append(line) } },
                printError: { line in self.lines.withLock { $0.append("error: " + line) } },
                input: { Data() },
                environment: [:]
            )
        }

        var text: [String] { lines.withLock(\.self) }
    }

    private func receiver(
        _ parts: [String],
        _ printed: Printed,
        finished: @escaping @Sendable () -> Void = {}
    ) throws
        -> ListenReceiver
    {
        let arguments = try Arguments(parts + ["--data", data], options: ListenCommand.options)
        return try ListenReceiver(arguments, printed.terminal, transport: CurlTransport(), finished: finished)
    }

    /// A signed notification's body, as `purser trigger` prints it.
    private func notification(_ label: String) async throws -> Data {
        let terminal = TestTerminal()
        #expect(await terminal.run("trigger", label, "--print", "--data", data) == 0)
        return Data(try #require(terminal.output.first).utf8)
    }

    private func post(_ body: Data, headers: HTTPHeaders = ["Content-Type": "application/json"]) -> HTTPRequest {
        HTTPRequest(method: .post, target: "/anything", headers: headers, body: body)
    }

    @Test func `a notification is shown with its root and forwarded byte for byte`() async throws {
        let target = try RequestRecorder(status: 503)
        let body = try await notification("DID_RENEW.BILLING_RECOVERY")
        let printed = Printed()
        let receiver = try receiver(["--forward-to", target.url], printed)
        let answer = await receiver.respond(
            to: post(
                body,
                headers: ["Content-Type": "application/json", "X-Own": "kept", "Connection": "X-Hop", "X-Hop": "1"]
            ),
            now: now
        )
        await target.stop()
        #expect(answer.status == 503)
        let forwarded = try #require(target.requests.first)
        #expect(forwarded.body == body)
        #expect(forwarded.headers["X-Own"] == "kept" && forwarded.headers["X-Hop"] == nil)
        let line = try #require(printed.text.last)
        #expect(line.contains("notification  DID_RENEW.BILLING_RECOVERY  Sandbox  coffee.club"), "\(line)")
        #expect(line.contains("signed by \(data)/root.pem") && line.hasSuffix("→ 503"), "\(line)")
    }

    @Test func `a notification with a changed byte, or of a stranger's root, is marked`() async throws {
        let body = try await notification("TEST")
        let printed = Printed()
        let receiver = try receiver([], printed)
        let changed = Data(String(decoding: body, as: UTF8.self).replacing("\"}", with: "A\"}").utf8)
        #expect(await receiver.respond(to: post(changed), now: now).status == 200)
        let stranger = ["--data", folder.url.appending(path: "none").path]
        let arguments = try Arguments(stranger, options: ListenCommand.options)
        let other = try ListenReceiver(arguments, printed.terminal, transport: CurlTransport()) {}
        _ = await other.respond(to: post(body), now: now)
        #expect(printed.text.count { $0.contains("NOT VERIFIED") } == 2, "\(printed.text)")
    }

    @Test func `a target that is down is answered with 502, so that the sender tries again`() async throws {
        let target = try RequestRecorder()
        await target.stop()
        let printed = Printed()
        let answer = await (try receiver(["--forward-to", target.url], printed)).respond(
            to: post(Data("{}".utf8)),
            now: now
        )
        #expect(answer.status == 502)
    }

    @Test func `a webhook's signature is verified with the secret`() async throws {
        let body = Data(#"{"id":"evt_1","type":"subscription.renewed","customer":"anna"}"#.utf8)
        let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
        let printed = Printed()
        let receiver = try receiver(["--secret", secret], printed)
        var headers = HTTPHeaders()
        for field in WebhookHeaders.fields(body: body, event: "evt_1", secrets: [secret], at: now) {
            headers.add(field.name, field.value)
        }
        _ = await receiver.respond(to: post(body, headers: headers), now: now)
        _ = await receiver.respond(to: post(body + Data(" ".utf8), headers: headers), now: now)
        #expect(printed.text.first?.contains("webhook  subscription.renewed  anna  evt_1  signature verified") == true)
        #expect(printed.text.last?.contains("SIGNATURE NOT VERIFIED") == true, "\(printed.text)")
    }

    @Test func `a forwarded event is signed as a webhook under the printed secret`() async throws {
        let target = try RequestRecorder()
        let printed = Printed()
        let receiver = try receiver(["--forward-to", target.url], printed)
        try await receiver.deliver(["id": "evt_7", "type": "purchase.refunded", "customer": "ben"], now: now)
        await target.stop()
        let request = try #require(target.requests.first)
        #expect(WebhookHeaders.verify(request.headers, body: request.body, secret: receiver.secret, at: now))
        #expect(request.headers["webhook-id"] == "evt_7")
        #expect(printed.text.last?.contains("event  purchase.refunded  ben  evt_7  → 200") == true)
    }

    @Test func `what arrives cannot steer the terminal, and the count ends the command`() async throws {
        let printed = Printed()
        let ended = Mutex(0)
        let receiver = try receiver(["--count", "2"], printed) { ended.withLock { $0 += 1 } }
        _ = await receiver.respond(to: post(Data(#"{"type":"a\u001b[2Jb\nc"}"#.utf8)), now: now)
        #expect(ended.withLock(\.self) == 0)
        _ = await receiver.respond(to: post(Data("no JSON".utf8)), now: now)
        #expect(ended.withLock(\.self) == 1)
        #expect(printed.text.allSatisfy { !$0.contains("\u{1B}") && !$0.contains("\n") })
    }

    @Test func `JSON lines hold the whole body`() async throws {
        let printed = Printed()
        let receiver = try receiver(["--json"], printed)
        _ = await receiver.respond(to: post(Data(#"{"type":"x"}"#.utf8)), now: now)
        let line = try AppStoreJSON.decode(JSONValue.self, from: Data((printed.text.first ?? "").utf8))
        #expect(line["body"]?.string == #"{"type":"x"}"#)
    }

    /// The whole chain of processes: a server with its simulator, a listener that tails it, and a team's server.
    @Test func `the events of a running server are tailed and forwarded, and notifications too`() async throws {
        let target = try RequestRecorder()
        let server = try await PurserProcess(
            [
                "serve", "--simulator", "--listen", "127.0.0.1:0", "--database",
                "sqlite:\(folder.url.path)/purser.sqlite",
            ],
            until: "secret key"
        )
        let address = try #require(server.text.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/)?.0)
        let listener = try await PurserProcess(
            [
                "listen", "--listen", "127.0.0.1:0", "--server", String(address), "--key", try server.secretKey(),
                "--forward-to", target.url, "--data", data,
            ],
            until: "webhook secret"
        )
        let listening = try #require(listener.text.firstMatch(of: /listening on (\S+)/)?.1)
        #expect(await TestTerminal().run("trigger", "TEST", "--to", String(listening), "--data", data) == 0)
        try await listener.wait(for: "notification  TEST")
        let key = try server.secretKey()
        let endpoint = try await CurlTransport().send(
            HTTPClientRequest(
                "POST",
                String(address) + "/v1/webhook-endpoints",
                headers: [("Authorization", "Bearer " + key), ("Content-Type", "application/json")],
                body: Data(#"{"url":"https://192.0.2.1/hook","isEnabled":false}"#.utf8)
            )
        )
        let id = try #require(try AppStoreJSON.decode(JSONValue.self, from: endpoint.body)["id"]?.string)
        _ = try await CurlTransport().send(
            HTTPClientRequest(
                "POST",
                String(address) + "/v1/webhook-endpoints/\(id)/test",
                headers: [("Authorization", "Bearer " + key)]
            )
        )
        try await listener.wait(for: "event  test")
        #expect(try await listener.stop() == 0)
        _ = try await server.stop()
        await target.stop()
        #expect(target.bodies.contains { $0.contains("signedPayload") })
        #expect(target.bodies.contains { $0.contains(#""type":"test""#) })
    }
}
