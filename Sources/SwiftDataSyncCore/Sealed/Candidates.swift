/// The newest candidate of each device for the greatest or the least value of a property.
///
/// A server cannot compare sealed values, so that it cannot decide which one wins under `.max` or `.min`. It keeps the
/// newest candidate of each device instead, by its clock. A device writes as its candidate the winner of all candidates
/// that it knows, so that its newest candidate stands for its earlier ones.
package struct Candidates: Hashable, Sendable {
    /// The candidates by the devices of their clocks.
    package private(set) var entries: [DeviceNumber: Register<SyncValue>] = [:]

    package init(_ candidates: [Register<SyncValue>] = []) {
        for candidate in candidates { add(candidate) }
    }

    /// Adds a candidate of a device, of which the later one remains.
    mutating func add(_ candidate: Register<SyncValue>) {
        entries[candidate.clock.device] = later(entries[candidate.clock.device], candidate)
    }

    mutating func merge(_ other: Candidates) {
        for candidate in other.entries.values { add(candidate) }
    }

    /// The candidate of a device that cannot be read; nil where all can.
    var unread: SealedValue? {
        for (_, candidate) in entries.sorted(by: { $0.key < $1.key }) {
            if case .sealed(let value) = candidate.value { return value }
        }
        return nil
    }
}

/// Candidates on the wire: an array of arrays of clock and value, by the devices of the clocks.
extension Candidates {
    func write(to writer: inout WireWriter) {
        writer.array(entries.count)
        for (_, candidate) in entries.sorted(by: { $0.key < $1.key }) { candidate.write(to: &writer) }
    }

    init(from reader: inout WireReader) throws(SyncCoreError) {
        self.init()
        for _ in 0..<(try reader.array()) { add(try Register(fromValue: &reader)) }
    }
}
