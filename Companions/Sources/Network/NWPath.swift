// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

/// A way to the network.
///
/// <https://developer.apple.com/documentation/network/nwpath>
public struct NWPath: Equatable, Sendable {
    /// Whether there is a way.
    public enum Status: Sendable {
        /// There is one.
        case satisfied

        /// There is none.
        case unsatisfied

        /// There may be one after a connection was asked for.
        case requiresConnection
    }

    /// Whether there is a way.
    public let status: Status

    /// The interfaces it goes over.
    public let availableInterfaces: [NWInterface]

    /// Whether it costs money for each byte; never known here.
    public var isExpensive: Bool { false }

    /// Whether the customer asked to save; never known here.
    public var isConstrained: Bool { false }

    /// Whether it goes over an interface of a kind.
    public func usesInterfaceType(_ type: NWInterface.InterfaceType) -> Bool {
        availableInterfaces.contains { $0.type == type }
    }
}

/// A network interface.
public struct NWInterface: Hashable, Sendable {
    /// The kind of an interface.
    public enum InterfaceType: CaseIterable, Sendable {
        /// Another one.
        case other

        /// Without a wire.
        case wifi

        /// A telephone network.
        case cellular

        /// With a wire.
        case wiredEthernet

        /// To the machine itself.
        case loopback
    }

    /// The interface's name.
    public let name: String

    /// The interface's kind.
    public let type: InterfaceType

    init(name: String) {
        self.name = name
        type =
            switch name.prefix(2) {
            case "lo": .loopback
            case "wl": .wifi
            case "ww", "pp", "rm": .cellular
            case "en", "et": .wiredEthernet
            default: .other
            }
    }
}

extension NWPath {
    /// The machine's way to the network: over the interfaces that have a default route.
    static func current(root: String = "/proc/net") -> NWPath {
        var names: [String] = []
        for (file, isDefault) in [("route", isDefaultRoute4), ("ipv6_route", isDefaultRoute6)] {
            guard let table = try? String(contentsOfFile: root + "/" + file, encoding: .utf8) else { continue }
            for line in table.split(separator: "\n") {
                let fields = line.split(whereSeparator: \.isWhitespace).map(String.init)
                guard isDefault(fields), let name = file == "route" ? fields.first : fields.last, name != "lo" else {
                    continue
                }
                if !names.contains(name) { names.append(name) }
            }
        }
        let interfaces = names.map(NWInterface.init(name:))
        return NWPath(status: interfaces.isEmpty ? .unsatisfied : .satisfied, availableInterfaces: interfaces)
    }

    private static let isDefaultRoute4: @Sendable ([String]) -> Bool = { $0.count > 7 && $0[1] == "00000000" }

    private static let isDefaultRoute6: @Sendable ([String]) -> Bool = { fields in
        fields.count == 10 && fields[1] == "00" && fields[0].allSatisfy { $0 == "0" }
    }
}
