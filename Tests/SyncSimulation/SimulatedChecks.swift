import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSync
import SwiftDataSyncCore

/// The conditions of a schedule that has become quiet.
enum SimulatedChecks {
    /// Returns the number of rows of a device.
    static func check(
        _ devices: [SimulatedDevice],
        _ hub: MemoryHub,
        _ sealing: SimulatedSealing
    ) throws -> Int {
        var first: [RecordID: SimulatedRow]?
        var order: [RecordID: [RecordID]]?
        let parts = try hub.parts(sealing)
        let oracle = SimulatedOracle(parts)
        let edits = SimulatedEditCheck(parts)
        for device in devices {
            let held = try device.running().engine.state.heldRows
            guard held == 0 else { throw SimulatedFinding(description: "Device \(device.number) holds \(held) rows.") }
            try checkGraph(device)
            let rows = try SimulatedRows(device).rows
            try oracle.check(device, rows)
            for (id, row) in rows {
                if let first, first[id] != row {
                    throw SimulatedFinding(
                        description:
                            "Devices 0 and \(device.number) differ in \(id): \(String(describing: first[id])), \(row)"
                    )
                }
                try edits.check(device, id, row)
            }
            first = first ?? rows
            let arranged = try arranged(device)
            for (trip, stops) in arranged where order.map({ $0[trip] != stops }) ?? false {
                throw SimulatedFinding(
                    description: "Devices 0 and \(device.number) differ in the order of \(trip): "
                        + "\(String(describing: order?[trip])), \(stops)"
                )
            }
            order = order ?? arranged
        }
        return first?.count ?? 0
    }

    /// The stops of the trips whose stops a program has arranged.
    private static func arranged(_ device: SimulatedDevice) throws -> [RecordID: [RecordID]] {
        let (container, engine) = (try device.running().container, try device.running().engine)
        var result: [RecordID: [RecordID]] = [:]
        for trip in try ModelContext(container).fetch(FetchDescriptor<SimTrip>()) {
            let stops = trip.stops.map(\.persistentModelID)
            guard let id = try engine.record(of: trip.persistentModelID),
                try stops.contains(where: { try engine.hasPlace($0, in: "SimTrip.stops") })
            else { continue }
            result[id] = try stops.compactMap { try engine.record(of: $0) }
        }
        return result
    }

    /// Inverses are whole, and unique values are unique.
    private static func checkGraph(_ device: SimulatedDevice) throws {
        let context = ModelContext(try device.running().container)
        func demand(_ holds: Bool, _ what: String) throws {
            guard holds else { throw SimulatedFinding(description: "Device \(device.number): \(what)") }
        }
        for trip in try context.fetch(FetchDescriptor<SimTrip>()) {
            for stop in trip.stops { try demand(stop.trip === trip, "a stop of \(trip.name) leads elsewhere") }
            for tag in trip.tags { try demand(tag.trips.contains(trip), "a tag of \(trip.name) does not lead back") }
            if let ticket = trip.ticket {
                try demand(ticket.trip === trip, "the ticket of \(trip.name) leads elsewhere")
            }
            if let guide = trip.guide {
                try demand(guide.trips.contains(trip), "the guide of \(trip.name) does not lead back")
            }
        }
        for ticket in try context.fetch(FetchDescriptor<SimTicket>()) {
            if let trip = ticket.trip {
                try demand(trip.ticket === ticket, "the trip of \(ticket.code) has another ticket")
            }
        }
        for node in try context.fetch(FetchDescriptor<SimNode>()) {
            for child in node.children { try demand(child.parent === node, "a child of \(node.label) leads elsewhere") }
        }
        let labels = try context.fetch(FetchDescriptor<SimTag>()).map(\.label)
        try demand(Set(labels).count == labels.count, "labels occur twice: \(labels.sorted())")
        let numbers = try context.fetch(FetchDescriptor<SimAccount>()).map(\.number)
        try demand(Set(numbers).count == numbers.count, "account numbers occur twice: \(numbers.sorted())")
    }
}

/// No acknowledged edit is missing: each row has the value with the latest clock among all change sets.
///
/// The values are read from the change sets that the devices have sent, without merging and without a view.
struct SimulatedEditCheck {
    private var latest: [RecordID: [SyncName: Register<SyncValue>]] = [:]

    /// The properties that are never written under another policy, and not joined with those of other rows.
    private static let names: Set<SyncName> = ["name", "note", "title", "memo", "code", "caption"]

    init(_ parts: [[RecordID: RecordState]]) {
        for records in parts {
            for (id, part) in records {
                for (name, property) in part.properties where Self.names.contains(name) {
                    guard let register = property.written else { continue }
                    if let known = latest[id]?[name], known.clock > register.clock { continue }
                    latest[id, default: [:]][name] = register
                }
            }
        }
    }

    func check(_ device: SimulatedDevice, _ id: RecordID, _ row: SimulatedRow) throws {
        for (name, value) in row.values where Self.names.contains(name) {
            let wanted = latest[id]?[name]?.value ?? .null
            guard value == wanted else {
                throw SimulatedFinding(
                    description:
                        "Device \(device.number): \(id.entity).\(name) is \(value), and the latest edit wrote \(wanted)"
                )
            }
        }
    }
}
