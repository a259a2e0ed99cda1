// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import FoundationEssentials
import HTTPService
import Testing

@Suite struct MessagingTests {
    private static let image = "0b4ad1c7-6f0e-4a44-9d0c-6fd0c9a6d9a1"
    private static let message = "5d7a4e0e-3c1f-4a63-9b6a-1f0a2f3b4c5d"
    private static let png = Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])

    private func code(_ answer: InProcessClient.Response) throws -> Int64 {
        try answer.json(ServerAPITests.APIError.self).errorCode
    }

    private func send(
        _ simulated: SimulatedService,
        _ method: HTTPMethod,
        _ path: String,
        _ body: String = "",
        sandbox: Bool = false
    ) async throws -> InProcessClient.Response {
        let client = sandbox ? simulated.sandbox : simulated.production
        return try await client.send(
            method,
            "/inApps/v1/messaging" + path,
            headers: try simulated.token(),
            body: Data(body.utf8)
        )
    }

    private func uploadImage(
        _ simulated: SimulatedService,
        _ bytes: Data = png
    ) async throws
        -> InProcessClient.Response
    {
        try await simulated.production.send(
            .put,
            "/inApps/v1/messaging/image/\(Self.image)?imageSize=FULL_SIZE",
            headers: try simulated.token(),
            body: bytes
        )
    }

    @Test func `an image and a message are looked at for a day, then may be the default`() async throws {
        let simulated = try SimulatedService()
        #expect(try await uploadImage(simulated).status == .ok)
        #expect(try code(try await uploadImage(simulated)) == 4_090_000)
        let body = """
            {"header": "Stay", "body": "There is more.", "image": {"imageIdentifier": "\(Self.image)", "altText": "A"}}
            """
        #expect(try await send(simulated, .put, "/message/\(Self.message)", body).status == .ok)
        let place = "/default/silver/en-US"
        let request = #"{"messageIdentifier": "\#(Self.message)"}"#
        #expect(try code(try await send(simulated, .put, place, request)) == 4_030_017)
        #expect(try await send(simulated, .get, "/image/list").text.contains("PENDING"))
        _ = try await simulated.advance(by: "P1D")
        #expect(try await send(simulated, .get, "/message/list").text.contains("APPROVED"))
        #expect(try await send(simulated, .put, place, request).status == .ok)
        #expect(try await send(simulated, .get, place).text == #"{"messageIdentifier":"\#(Self.message)"}"#)
        #expect(try code(try await send(simulated, .delete, "/image/\(Self.image)")) == 4_030_019)
        #expect(try await send(simulated, .delete, "/message/\(Self.message)").status == .ok)
        #expect(try code(try await send(simulated, .get, place)) == 4_040_020)
        #expect(try await send(simulated, .delete, "/image/\(Self.image)").status == .ok)
    }

    @Test func `the sandbox has messages of its own and approves at once`() async throws {
        let simulated = try SimulatedService()
        let body = #"{"header": "Stay", "body": "There is more."}"#
        #expect(try await send(simulated, .put, "/message/\(Self.message)", body, sandbox: true).status == .ok)
        #expect(try await send(simulated, .get, "/message/list", sandbox: true).text.contains("APPROVED"))
        #expect(try await send(simulated, .get, "/message/list").text == #"{"messageIdentifiers":[]}"#)
    }

    @Test func `what is too long or malformed has its own error`() async throws {
        let simulated = try SimulatedService()
        let long = String(repeating: "a", count: 67)
        let bodies: [(String, Int64)] = [
            (#"{"header": "\#(long)", "body": ""}"#, 4_000_162),
            (#"{"header": "", "body": "\#(long)\#(long)\#(long)"}"#, 4_000_163),
            (#"{"header": "", "body": "", "headerPosition": "ABOVE_IMAGE"}"#, 4_000_224),
            (#"{"header": "", "body": "", "bulletPoints": [{"text": "\#(long)"}]}"#, 4_000_219),
            (#"{"header": "", "body": "", "image": {"imageIdentifier": "\#(Self.image)", "altText": ""}}"#, 4_040_014),
            ("{}", 4_000_000),
        ]
        for (body, expected) in bodies {
            #expect(try code(try await send(simulated, .put, "/message/\(Self.message)", body)) == expected)
        }
        #expect(try code(try await uploadImage(simulated, Data("no image".utf8))) == 4_000_161)
        #expect(try code(try await send(simulated, .put, "/default/silver/x!", "{}")) == 4_000_164)
    }

    @Test func `the real-time URL is set, read and removed`() async throws {
        let simulated = try SimulatedService()
        #expect(try code(try await send(simulated, .get, "/realtime/url", sandbox: true)) == 4_040_021)
        let plain = #"{"realtimeURL": "http://example.com"}"#
        #expect(try code(try await send(simulated, .put, "/realtime/url", plain, sandbox: true)) == 4_000_215)
        let good = #"{"realtimeURL":"https://example.com/now"}"#
        #expect(try await send(simulated, .put, "/realtime/url", good, sandbox: true).status == .ok)
        #expect(try await send(simulated, .get, "/realtime/url", sandbox: true).text == good)
        #expect(try await send(simulated, .delete, "/realtime/url", sandbox: true).status == .ok)
    }
}
