// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// The members of a realtime request, in the order in which Apple writes them.
enum RealtimeRequestMember: Int, CanonicalJSONKey {
    case originalTransactionId
    case appAppleId
    case productId
    case userLocale
    case requestIdentifier
    case signedDate
    case environment

    static let names = caseNames
}

extension RealtimeRequestPayload {
    /// Takes the fields from the usual form.
    init(_ object: CanonicalJSONObject<RealtimeRequestMember>) throws(FastPathUnavailable) {
        self.init(
            originalTransactionId: try object.required(object.wire(.originalTransactionId)),
            appAppleId: try object.integer(.appAppleId).map(AppAppleID.init(rawValue:)),
            productId: try object.required(object.wire(.productId)),
            userLocale: try object.required(object.string(.userLocale)),
            requestIdentifier: try object.required(object.uuid(.requestIdentifier)),
            signedDate: try object.required(object.date(.signedDate)),
            environment: try object.required(object.wire(.environment))
        )
    }
}

extension RealtimeRequestPayload: FastJSONDecodable {
    package init?(canonicalForm bytes: UnsafeRawBufferPointer) {
        do throws(FastPathUnavailable) {
            try self.init(CanonicalJSONObject<RealtimeRequestMember>(bytes))
        } catch {
            return nil
        }
    }

    /// Decodes the payload; Apple's usual form five times as fast as any JSON.
    public static func decode(_ json: Data) throws -> RealtimeRequestPayload {
        try decodeFast(json)
    }
}
