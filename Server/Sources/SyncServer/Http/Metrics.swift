import Synchronization

/// The numbers of a server since its start, as Prometheus reads them.
///
/// Labels are names of the table of routes, statuses and codes alone: their number is bounded.
package final class Metrics: Sendable {
    private struct Route {
        var statuses: [Int: Int] = [:]
        var seconds = 0.0
    }

    private struct State {
        var routes: [String: Route] = [:]
        var counters: [Counted: Int] = [:]
        var streams = 0
    }

    /// The counters without labels.
    package enum Counted: String, CaseIterable, Sendable {
        case packetsTaken = "packets_taken_total"
        case packetsNew = "packets_new_total"
        case packetsSent = "packets_sent_total"
        case bytesReceived = "body_bytes_received_total"
        case bytesSent = "body_bytes_sent_total"
        case valuesStored = "values_stored_total"
        case loginsRefused = "logins_refused_total"
        case requestsLimited = "requests_limited_total"
        case compactions = "compactions_total"
        case compactionFailures = "compaction_failures_total"
        case packetsMerged = "packets_merged_total"

        fileprivate var help: String {
            switch self {
            case .packetsTaken: "Packets that were acknowledged, repeated ones included."
            case .packetsNew: "Packets that were not there before."
            case .packetsSent: "Packets in answers."
            case .bytesReceived: "Bytes of bodies that were received."
            case .bytesSent: "Bytes of packets and values that were sent."
            case .valuesStored: "Large values that are complete."
            case .loginsRefused: "Requests without a valid token."
            case .requestsLimited: "Requests that were refused by a rate limit."
            case .compactions: "Zones that were compacted."
            case .compactionFailures: "Compactions that have failed."
            case .packetsMerged: "Packets that compactions have merged."
            }
        }
    }

    private let state = Mutex(State())

    package init() {}

    func count(route: String, status: Int, time: Duration) {
        state.withLock { state in
            state.routes[route, default: Route()].statuses[status, default: 0] += 1
            state.routes[route, default: Route()].seconds += time / .seconds(1)
        }
    }

    func add(_ count: Int, to counter: Counted) { state.withLock { $0.counters[counter, default: 0] += count } }

    func addStream(_ change: Int) { state.withLock { $0.streams += change } }

    /// The value of a counter.
    package func value(_ counter: Counted) -> Int { state.withLock { $0.counters[counter] ?? 0 } }

    /// The text format of Prometheus, with the numbers of the store.
    package func text(_ sizes: Sizes) -> String {
        let state = state.withLock { (routes: $0.routes, counters: $0.counters, streams: $0.streams) }
        var lines: [String] = []
        func head(_ name: String, _ type: String, _ help: String) {
            lines += ["# HELP openswiftdata_sync_\(name) \(help)", "# TYPE openswiftdata_sync_\(name) \(type)"]
        }
        func gauge(_ name: String, _ value: Int, _ help: String) {
            head(name, "gauge", help)
            lines.append("openswiftdata_sync_\(name) \(value)")
        }
        head("requests_total", "counter", "Requests by route and status.")
        for (route, numbers) in state.routes.sorted(by: { $0.key < $1.key }) {
            for (status, count) in numbers.statuses.sorted(by: { $0.key < $1.key }) {
                lines.append(#"openswiftdata_sync_requests_total{route="\#(route)",status="\#(status)"} \#(count)"#)
            }
        }
        head("request_seconds_total", "counter", "Seconds until the answers began, by route.")
        for (route, numbers) in state.routes.sorted(by: { $0.key < $1.key }) {
            lines.append(#"openswiftdata_sync_request_seconds_total{route="\#(route)"} \#(numbers.seconds)"#)
        }
        for counter in Counted.allCases {
            head(counter.rawValue, "counter", counter.help)
            lines.append("openswiftdata_sync_\(counter.rawValue) \(state.counters[counter] ?? 0)")
        }
        gauge("streams", state.streams, "Open streams of events.")
        gauge("zones", sizes.zones, "Zones.")
        gauge("users", sizes.users, "Users.")
        gauge("log_bytes", sizes.log, "Bytes of packets in logs.")
        gauge("snapshot_bytes", sizes.snapshots, "Bytes of packets in snapshots.")
        gauge("value_bytes", sizes.values, "Bytes of large values.")
        return lines.joined(separator: "\n") + "\n"
    }
}

/// The sizes of all zones together.
package struct Sizes: Equatable, Sendable {
    package var zones = 0
    package var users = 0
    package var log = 0
    package var snapshots = 0
    package var values = 0

    package init() {}
}
