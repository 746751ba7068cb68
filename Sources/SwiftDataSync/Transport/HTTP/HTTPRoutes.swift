import Foundation
import SwiftDataSyncCore

/// The URLs of a zone.
struct HTTPRoutes: Sendable {
    let base: URL
    let origin: HTTPOrigin

    init(_ url: URL, _ zone: String, allowsPlainHTTP: Bool) throws(SyncTransportError) {
        guard let origin = HTTPOrigin(url), url.query() == nil, url.fragment() == nil, url.user() == nil,
            url.password() == nil
        else {
            throw SyncTransportError(
                .refused,
                "The URL of the server needs the scheme https, a host, and no query or user."
            )
        }
        guard origin.isSecure || origin.isLocal || allowsPlainHTTP else {
            throw SyncTransportError(.refused, "The URL of the server needs the scheme https, or set allowsPlainHTTP.")
        }
        guard HTTPText.isZone(zone) else {
            throw SyncTransportError(
                .refused,
                "The name of a zone has 1 to 128 letters, digits, “.”, “_” and “-”, and begins with a letter or a digit."
            )
        }
        self.origin = origin
        base = url.appending(path: "v1/zones/\(zone)")
    }

    var packets: URL { base.appending(path: "packets") }
    var events: URL { base.appending(path: "events") }

    func packets(after cursor: String?, for device: DeviceNumber, limit: Int) -> URL {
        var items = [
            URLQueryItem(name: "device", value: device.hexadecimal), URLQueryItem(name: "limit", value: String(limit)),
        ]
        if let cursor { items.insert(URLQueryItem(name: "after", value: cursor), at: 0) }
        return packets.appending(queryItems: items)
    }

    func value(_ blob: BlobReference) -> URL { base.appending(path: "values/\(blob.hexadecimal)") }
}

/// The scheme, the host and the port of a URL.
struct HTTPOrigin: Hashable, Sendable {
    let scheme: String
    let host: String
    let port: Int

    init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), scheme == "https" || scheme == "http",
            let host = url.host()?.lowercased(), !host.isEmpty
        else { return nil }
        (self.scheme, self.host) = (scheme, host)
        port = url.port ?? (scheme == "https" ? 443 : 80)
    }

    var isSecure: Bool { scheme == "https" }
    var isLocal: Bool { ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host) }
}
