// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension Command: Codable {
    private enum CodingKeys: String, CodingKey {
        case command, body
    }

    /// The command's name as it is stored.
    public var name: String {
        switch self {
        case .claim: "claim"
        case .transfer: "transfer"
        case .release: "release"
        case .grant: "grant"
        case .revokeGrant: "revoke-grant"
        case .consent: "consent"
        case .spend: "spend"
        case .conversion: "conversion"
        case .policy: "policy"
        case .product: "product"
        case .device: "device"
        case .contentItem: "content-item"
        case .order: "order"
        case .seat: "seat"
        case .merge: "merge"
        case .unknown(let name, _): name
        }
    }

    /// Decodes a command; one that is not known is kept.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let name = try container.decode(String.self, forKey: .command)
        func body<Body: Decodable>() throws -> Body { try container.decode(Body.self, forKey: .body) }
        switch name {
        case "claim": self = .claim(try body())
        case "transfer": self = .transfer(try body())
        case "release": self = .release(try body())
        case "grant": self = .grant(try body())
        case "revoke-grant": self = .revokeGrant(try body())
        case "consent": self = .consent(try body())
        case "spend": self = .spend(try body())
        case "conversion": self = .conversion(try body())
        case "policy": self = .policy(try body())
        case "product": self = .product(try body())
        case "device": self = .device(try body())
        case "content-item": self = .contentItem(try body())
        case "order": self = .order(try body())
        case "seat": self = .seat(try body())
        case "merge": self = .merge(try body())
        default: self = .unknown(name, try body())
        }
    }

    /// Encodes the command's name and what it says.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .command)
        switch self {
        case .claim(let body): try container.encode(body, forKey: .body)
        case .transfer(let body): try container.encode(body, forKey: .body)
        case .release(let body): try container.encode(body, forKey: .body)
        case .grant(let body): try container.encode(body, forKey: .body)
        case .revokeGrant(let body): try container.encode(body, forKey: .body)
        case .consent(let body): try container.encode(body, forKey: .body)
        case .spend(let body): try container.encode(body, forKey: .body)
        case .conversion(let body): try container.encode(body, forKey: .body)
        case .policy(let body): try container.encode(body, forKey: .body)
        case .product(let body): try container.encode(body, forKey: .body)
        case .device(let body): try container.encode(body, forKey: .body)
        case .contentItem(let body): try container.encode(body, forKey: .body)
        case .order(let body): try container.encode(body, forKey: .body)
        case .seat(let body): try container.encode(body, forKey: .body)
        case .merge(let body): try container.encode(body, forKey: .body)
        case .unknown(_, let body): try container.encode(body, forKey: .body)
        }
    }
}
