// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import HTTPService

/// The faults of the interfaces; those of what is sold and sent belong to the core.
struct ServiceFaults: Codable, Sendable, Hashable {
    /// What the App Store Server API does by chance instead of answering.
    struct API: Codable, Sendable, Hashable {
        /// How many requests in a thousand fail.
        var failedPerMille: Int?
        /// The status they fail with: 401, 429, 500 or 503.
        var status: Int?
        /// The statuses of the next requests, before chance decides.
        var next: [Int]?
        /// How many milliseconds every answer is held back.
        var delayMilliseconds: Int?
    }

    /// What the OCSP responder does.
    enum Responder: String, Codable, Sendable {
        case works, down, revoked
    }

    /// The App Store Server API's faults.
    var api: API?

    /// The OCSP responder's fault.
    var ocsp: Responder?

    /// The status that every verifyReceipt answer carries: 21005, 21009 or 21100 to 21199.
    var verifyReceipt: Int?

    /// How many notifications in a thousand are cut off half-way.
    var droppedConnectionsPerMille: Int?

    /// How many notifications in a thousand are not sent because Apple would refuse the address's TLS.
    var tlsRefusedPerMille: Int?

    /// What is wrong with the intermediate certificate of documents signed from now on.
    var intermediate: SimulatorSigning.Intermediate?
}

extension ServiceFaults {
    /// Refuses faults whose numbers make no sense.
    ///
    /// - Throws: A `SimulatorError` that names the member.
    func checkNumbers() throws {
        for status in [api?.status].compactMap(\.self) + (api?.next ?? []) {
            try Self.check(status, in: 400...599, "api.status")
        }
        try Self.check(api?.delayMilliseconds, in: 0...Self.maximumDelay, "api.delayMilliseconds")
        try Self.check(verifyReceipt, in: 21_000...21_199, "verifyReceipt")
        for (chance, name) in [
            (api?.failedPerMille, "api.failedPerMille"), (droppedConnectionsPerMille, "droppedConnectionsPerMille"),
            (tlsRefusedPerMille, "tlsRefusedPerMille"),
        ] {
            try Self.check(chance, in: 0...1000, name)
        }
    }

    /// How many milliseconds an answer is held back at most.
    private static let maximumDelay = 60_000

    private static func check(_ number: Int?, in range: ClosedRange<Int>, _ name: String) throws {
        if let number { try SimulatedAppStore.check(number, in: range, "The fault \(name)") }
    }
}

extension SimulatorEngine {
    /// The faulty answer of the App Store Server API that is due, or nothing.
    func apiFault(at now: Date) async throws -> HTTPResponse? {
        guard let api = faults.api else { return nil }
        if let delay = api.delayMilliseconds, delay > 0 { try await Task.sleep(for: .milliseconds(delay)) }
        if let status = faults.api?.next?.first {
            faults.api?.next?.removeFirst()
            return faultAnswer(status, at: now)
        }
        guard chance.happens(perMille: api.failedPerMille ?? 0) else { return nil }
        return faultAnswer(api.status ?? 500, at: now)
    }

    /// Sets the faults.
    ///
    /// - Throws: A `SimulatorError` when their numbers make no sense, or an `SQLiteError`.
    func setFaults(_ request: ServiceFaults) throws {
        try request.checkNumbers()
        faults = request
        try signing.use(request.intermediate ?? .works)
        try history.set("faults", to: request)
    }

    private func faultAnswer(_ status: Int, at now: Date) -> HTTPResponse {
        switch status {
        case 401:
            return Unauthenticated().response
        case 429:
            var answer = ServerAPIError.rateLimitExceeded.response
            answer.headers["Retry-After"] = String(now.addingTimeInterval(60).millisecondsSince1970)
            return answer
        case 500:
            return ServerAPIError.internalErrorRetryable.response
        default:
            return HTTPResponse(status: HTTPStatus(rawValue: status))
        }
    }
}
