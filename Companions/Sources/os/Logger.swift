// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

/// How serious a message is.
public struct OSLogType: RawRepresentable, Hashable, Sendable {
    /// Apple's number.
    public let rawValue: UInt8

    /// Makes a level from its number.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Neither more nor less serious than others.
    public static let `default` = OSLogType(rawValue: 0)

    /// Helpful.
    public static let info = OSLogType(rawValue: 1)

    /// For developers.
    public static let debug = OSLogType(rawValue: 2)

    /// Something failed.
    public static let error = OSLogType(rawValue: 16)

    /// Something is broken.
    public static let fault = OSLogType(rawValue: 17)

    var name: String {
        switch self {
        case .info: "info"
        case .debug: "debug"
        case .error: "error"
        case .fault: "fault"
        default: "notice"
        }
    }
}

/// Where messages go: standard error.
public final class OSLog: Sendable {
    let label: String

    /// Names a part of the app.
    public init(subsystem: String, category: String) {
        label = "\(subsystem):\(category)"
    }

    /// Messages of no part in particular.
    public static let `default` = OSLog(subsystem: "", category: "")

    /// No messages.
    public static let disabled = OSLog(subsystem: "", category: "disabled")

    /// Whether a message of a level is written: all but those for developers, unless `OS_ACTIVITY_MODE` is `debug`.
    public func isEnabled(type: OSLogType) -> Bool {
        self !== OSLog.disabled
            && (type != .debug || ProcessInfo.processInfo.environment["OS_ACTIVITY_MODE"] == "debug")
    }

    func write(_ level: OSLogType, _ text: @autoclosure () -> String) {
        guard isEnabled(type: level) else { return }
        FileHandle.standardError.write(Data("[\(label)] \(level.name): \(text())\n".utf8))
    }
}

/// Writes messages of a part of the app.
///
/// <https://developer.apple.com/documentation/os/logger>
public struct Logger: Sendable {
    private let log: OSLog

    /// Names a part of the app.
    public init(subsystem: String, category: String) {
        log = OSLog(subsystem: subsystem, category: category)
    }

    /// Writes where a log writes.
    public init(_ logObj: OSLog) {
        log = logObj
    }

    /// Writes messages of no part in particular.
    public init() {
        log = .default
    }

    /// Writes a message.
    public func log(_ message: OSLogMessage) { log.write(.default, message.text) }

    /// Writes a message of a level.
    public func log(level: OSLogType, _ message: OSLogMessage) { log.write(level, message.text) }

    /// Writes a message for developers.
    public func trace(_ message: OSLogMessage) { log.write(.debug, message.text) }

    /// Writes a message for developers.
    public func debug(_ message: OSLogMessage) { log.write(.debug, message.text) }

    /// Writes a helpful message.
    public func info(_ message: OSLogMessage) { log.write(.info, message.text) }

    /// Writes a message.
    public func notice(_ message: OSLogMessage) { log.write(.default, message.text) }

    /// Writes that something may be wrong.
    public func warning(_ message: OSLogMessage) { log.write(.error, message.text) }

    /// Writes that something failed.
    public func error(_ message: OSLogMessage) { log.write(.error, message.text) }

    /// Writes that something is broken.
    public func critical(_ message: OSLogMessage) { log.write(.fault, message.text) }

    /// Writes that something is broken.
    public func fault(_ message: OSLogMessage) { log.write(.fault, message.text) }
}

/// Writes a message with values in places that begin with a percent sign.
///
/// - Parameters:
///   - message: The format; `{public}` and `{private}` in it are ignored.
///   - dso: The image that logs, which nothing here needs.
///   - log: Where to write.
///   - type: The level.
///   - args: The values.
public func os_log(
    _ message: StaticString,
    dso: UnsafeRawPointer? = nil,
    log: OSLog = .default,
    type: OSLogType = .default,
    _ args: any CVarArg...
) {
    log.write(type, formatted(message, args))
}

/// Writes a message of a level with values in places that begin with a percent sign.
///
/// - Parameters:
///   - type: The level.
///   - dso: The image that logs, which nothing here needs.
///   - log: Where to write.
///   - message: The format; `{public}` and `{private}` in it are ignored.
///   - args: The values.
public func os_log(
    _ type: OSLogType,
    dso: UnsafeRawPointer? = nil,
    log: OSLog = .default,
    _ message: StaticString,
    _ args: any CVarArg...
) {
    log.write(type, formatted(message, args))
}

private func formatted(_ message: StaticString, _ args: [any CVarArg]) -> String {
    var format = "\(message)"
    for hint in ["{public}", "{private}"] { format = format.replacingOccurrences(of: hint, with: "") }
    return withVaList(args) { NSString(format: format, arguments: $0) as String }
}

/// Writes a message of no part and no level in particular.
public func os_log(_ message: OSLogMessage) { OSLog.default.write(.default, message.text) }

/// Writes a message of a level.
public func os_log(
    _ type: OSLogType,
    dso: UnsafeRawPointer? = nil,
    log: OSLog = .default,
    _ message: OSLogMessage
) {
    log.write(type, message.text)
}
