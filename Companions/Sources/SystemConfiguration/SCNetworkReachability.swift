// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation
import Network

/// A way to a host; every host counts as reachable while the machine has a way to the network.
///
/// <https://developer.apple.com/documentation/systemconfiguration/scnetworkreachability-g7d>
public final class SCNetworkReachability: @unchecked Sendable {
    // The lock guards everything below it.
    private let lock = NSLock()
    private var callback: SCNetworkReachabilityCallBack?
    private var context: UnsafeMutableRawPointer?
    private var monitor: NWPathMonitor?

    fileprivate init() {}

    fileprivate var flags: SCNetworkReachabilityFlags {
        NWPathMonitor().currentPath.status == .satisfied ? .reachable : []
    }

    fileprivate func set(_ callback: SCNetworkReachabilityCallBack?, _ context: UnsafeMutableRawPointer?) {
        lock.withLock { (self.callback, self.context) = (callback, context) }
    }

    fileprivate func watch(on queue: DispatchQueue?) {
        let old = lock.withLock {
            defer { monitor = queue.map { _ in NWPathMonitor() } }
            return monitor
        }
        old?.cancel()
        guard let queue, let monitor = lock.withLock({ monitor }) else { return }
        monitor.pathUpdateHandler = { [weak self] path in
            guard let self else { return }
            let (callback, context) = self.lock.withLock { (self.callback, self.context) }
            callback?(self, path.status == .satisfied ? .reachable : [], context)
        }
        monitor.start(queue: queue)
    }
}

/// What is known of a way.
public struct SCNetworkReachabilityFlags: OptionSet, Sendable {
    /// Apple's bits.
    public let rawValue: UInt32

    /// Takes Apple's bits.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Through a connection that may come and go.
    public static let transientConnection = Self(rawValue: 1 << 0)

    /// There is a way.
    public static let reachable = Self(rawValue: 1 << 1)

    /// A connection must be made first.
    public static let connectionRequired = Self(rawValue: 1 << 2)

    /// Traffic makes the connection.
    public static let connectionOnTraffic = Self(rawValue: 1 << 3)

    /// The customer must do something.
    public static let interventionRequired = Self(rawValue: 1 << 4)

    /// A request makes the connection.
    public static let connectionOnDemand = Self(rawValue: 1 << 5)

    /// The host is this machine.
    public static let isLocalAddress = Self(rawValue: 1 << 16)

    /// There is no gateway in between.
    public static let isDirect = Self(rawValue: 1 << 17)

    /// Over a telephone network; never known here.
    public static let isWWAN = Self(rawValue: 1 << 18)
}

/// Hears of changes.
public typealias SCNetworkReachabilityCallBack = (
    SCNetworkReachability, SCNetworkReachabilityFlags, UnsafeMutableRawPointer?
) -> Void

/// What a callback is given.
public struct SCNetworkReachabilityContext {
    /// Always 0.
    public var version: Int

    /// What the callback is given.
    public var info: UnsafeMutableRawPointer?

    /// Not called.
    public var retain: ((UnsafeRawPointer) -> UnsafeRawPointer)?

    /// Not called.
    public var release: ((UnsafeRawPointer) -> Void)?

    /// Not called.
    public var copyDescription: ((UnsafeRawPointer) -> String)?

    /// Makes a context.
    public init(
        version: Int,
        info: UnsafeMutableRawPointer?,
        retain: ((UnsafeRawPointer) -> UnsafeRawPointer)?,
        release: ((UnsafeRawPointer) -> Void)?,
        copyDescription: ((UnsafeRawPointer) -> String)?
    ) {
        self.version = version
        self.info = info
        self.retain = retain
        self.release = release
        self.copyDescription = copyDescription
    }
}

/// Makes a way to an address.
public func SCNetworkReachabilityCreateWithAddress(
    _ allocator: UnsafeRawPointer?,
    _ address: UnsafePointer<sockaddr>
) -> SCNetworkReachability? {
    SCNetworkReachability()
}

/// Makes a way to a name.
public func SCNetworkReachabilityCreateWithName(
    _ allocator: UnsafeRawPointer?,
    _ nodename: UnsafePointer<CChar>
) -> SCNetworkReachability? {
    SCNetworkReachability()
}

/// Reads what is known of a way.
@discardableResult
public func SCNetworkReachabilityGetFlags(
    _ target: SCNetworkReachability,
    _ flags: UnsafeMutablePointer<SCNetworkReachabilityFlags>
) -> Bool {
    flags.pointee = target.flags
    return true
}

/// Says who hears of changes.
@discardableResult
public func SCNetworkReachabilitySetCallback(
    _ target: SCNetworkReachability,
    _ callout: SCNetworkReachabilityCallBack?,
    _ context: UnsafeMutablePointer<SCNetworkReachabilityContext>?
) -> Bool {
    target.set(callout, context?.pointee.info)
    return true
}

/// Says where changes are told; nowhere when absent.
@discardableResult
public func SCNetworkReachabilitySetDispatchQueue(_ target: SCNetworkReachability, _ queue: DispatchQueue?) -> Bool {
    target.watch(on: queue)
    return true
}

extension sockaddr_in {
    /// The structure's length, which Linux does not keep in it.
    public var sin_len: UInt8 {
        get { UInt8(MemoryLayout<sockaddr_in>.size) }
        set {}
    }
}
