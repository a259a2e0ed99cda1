// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What a fact says.
public indirect enum FactContent: Hashable, Sendable {
    /// A purchase, renewal or restore.
    case transaction(Transaction)

    /// What will happen next to a subscription.
    case renewalInfo(RenewalInfo)

    /// That something happened.
    case notification(ServerNotification)

    /// A customer's download of the app.
    case appTransaction(AppTransaction)

    /// What Apple answered about a receipt.
    case receiptAnswer(ReceiptRecord)

    /// That something is said to have happened.
    case legacyNotification(LegacyNotification)

    /// A row of a report.
    case reportRow(ReportRow)

    /// What the team states about a purchase in another store.
    case storeStatement(StoreStatement)

    /// Something that we did.
    case command(Command)

    /// Something that this version of the software does not know, kept whole.
    case unknown(FactKind, OpaqueJSON)
}

extension FactContent: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, body
    }

    /// The kind of fact that says this.
    public var kind: FactKind {
        switch self {
        case .transaction: .transaction
        case .renewalInfo: .renewalInfo
        case .notification: .notification
        case .appTransaction: .appTransaction
        case .receiptAnswer: .receiptAnswer
        case .legacyNotification: .legacyNotification
        case .reportRow: .reportRow
        case .storeStatement: .storeStatement
        case .command: .command
        case .unknown(let kind, _): kind
        }
    }

    /// Decodes what a fact says; a kind that is not known is kept.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let kind = try container.decode(FactKind.self, forKey: .kind)
        func body<Body: Decodable>() throws -> Body { try container.decode(Body.self, forKey: .body) }
        switch kind {
        case .transaction: self = .transaction(try body())
        case .renewalInfo: self = .renewalInfo(try body())
        case .notification: self = .notification(try body())
        case .appTransaction: self = .appTransaction(try body())
        case .receiptAnswer: self = .receiptAnswer(try body())
        case .legacyNotification: self = .legacyNotification(try body())
        case .reportRow: self = .reportRow(try body())
        case .storeStatement: self = .storeStatement(try body())
        case .command: self = .command(try body())
        default: self = .unknown(kind, try body())
        }
    }

    /// Encodes the kind and what is said.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .kind)
        switch self {
        case .transaction(let body): try container.encode(body, forKey: .body)
        case .renewalInfo(let body): try container.encode(body, forKey: .body)
        case .notification(let body): try container.encode(body, forKey: .body)
        case .appTransaction(let body): try container.encode(body, forKey: .body)
        case .receiptAnswer(let body): try container.encode(body, forKey: .body)
        case .legacyNotification(let body): try container.encode(body, forKey: .body)
        case .reportRow(let body): try container.encode(body, forKey: .body)
        case .storeStatement(let body): try container.encode(body, forKey: .body)
        case .command(let body): try container.encode(body, forKey: .body)
        case .unknown(_, let body): try container.encode(body, forKey: .body)
        }
    }
}
