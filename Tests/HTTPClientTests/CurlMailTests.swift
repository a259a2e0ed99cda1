// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import HTTPClient
import TestSupport
import Testing

/// Mail to a server in Python, which reads it with Python's own parser.
@Suite(.serialized) struct CurlMailTests {
    private struct Said: Decodable {
        var sender: String?
        var recipients: [String]
        var login: [String]?
        var subject: String?
        var date: String?
        var text: String?
    }

    /// The Python server in a process of its own.
    private final class Server {
        let port: String
        private let process = ChildProcess()
        private let pipe = Pipe()

        init(_ words: [String] = []) throws {
            let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/smtp.py").path
            process.executableURL = URL(filePath: "/usr/bin/python3")
            process.arguments = [script] + words
            process.standardOutput = pipe
            try process.run()
            port = try Self.line(pipe)
        }

        /// One line: the end of the output may be held open by other tests' processes.
        private static func line(_ pipe: Pipe) throws -> String {
            var line = Data()
            while let byte = try pipe.fileHandleForReading.read(upToCount: 1), byte.first != 10, !byte.isEmpty {
                line += byte
            }
            return String(decoding: line, as: UTF8.self)
        }

        deinit {
            if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        }

        func said() throws -> Said {
            try JSONDecoder().decode(Said.self, from: Data(try Self.line(pipe).utf8))
        }
    }

    private static let mail = Mail(
        sender: "purser@example.com",
        recipients: ["duty@example.com", "second@example.com"],
        subject: "[Purser] 🔴 CRITICAL 有订单已付款但未发货（掉单）。 There are paid, undelivered orders. (+3)",
        text: "第一行\n.\nthe third line\n" + String(repeating: "long ", count: 300),
        date: Date(timeIntervalSince1970: 1_795_319_099),
        id: "evt_1@example.com"
    )

    private static func certificate(_ name: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "HTTPServiceTests/Fixtures/\(name)").path
    }

    @Test func `a mail in two languages arrives whole, with name and password over TLS`() async throws {
        let server = try Server([Self.certificate("first-server.pem"), Self.certificate("first-server.key")])
        let authority = try String(contentsOfFile: Self.certificate("first-authority.pem"), encoding: .utf8)
        try await CurlMailTransport(authorities: authority).send(
            Self.mail,
            through: MailServer(url: "smtps://localhost:\(server.port)", user: "purser", password: "pass word")
        )
        let said = try server.said()
        #expect(said.sender == Self.mail.sender && said.recipients == Self.mail.recipients)
        #expect(said.login == ["purser", "pass word"])
        #expect(said.subject == Self.mail.subject)
        #expect(said.text?.replacing("\r\n", with: "\n").trimmingCharacters(in: .newlines) == Self.mail.text)
        #expect(said.date == "2026-11-22T03:44:59+00:00")
    }

    @Test func `nothing is said to a server that is not who it should be`() async throws {
        let server = try Server([Self.certificate("second-server.pem"), Self.certificate("second-server.key")])
        let authority = try String(contentsOfFile: Self.certificate("first-authority.pem"), encoding: .utf8)
        let error = await #expect(throws: HTTPClientError.self) {
            try await CurlMailTransport(authorities: authority).send(
                Self.mail,
                through: MailServer(url: "smtps://localhost:\(server.port)", user: "purser", password: "secret")
            )
        }
        #expect(error?.code == .tls)
        #expect(error?.description.contains("secret") == false)
    }

    @Test func `a server that offers no encryption gets neither password nor mail unless that is allowed`() async throws
    {
        let strict = try Server()
        let error = await #expect(throws: HTTPClientError.self) {
            try await CurlMailTransport().send(Self.mail, through: MailServer(url: "smtp://127.0.0.1:\(strict.port)"))
        }
        #expect(error?.code == .tls)
        #expect(try strict.said().sender == nil)
        let lax = try Server()
        let open = MailServer(url: "smtp://127.0.0.1:\(lax.port)", requiresTLS: false)
        try await CurlMailTransport().send(Self.mail, through: open)
        #expect(try lax.said().subject == Self.mail.subject)
    }

    @Test func `a recipient that is refused is an error, and so is an address that is none`() async throws {
        let server = try Server()
        var mail = Self.mail
        mail.recipients = ["no one@example.com"]
        let open = MailServer(url: "smtp://127.0.0.1:\(server.port)", requiresTLS: false)
        await #expect(throws: HTTPClientError.self) { try await CurlMailTransport().send(mail, through: open) }
        for address in ["", "a b@c", "x>\r\nRCPT TO:<y"] {
            mail.recipients = [address]
            let error = await #expect(throws: HTTPClientError.self) {
                try await CurlMailTransport().send(mail, through: open)
            }
            #expect(error?.code == .invalidRequest)
        }
    }
}
