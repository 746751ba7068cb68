import SwiftDataCore
import SwiftDataSync
import SwiftDataSyncCore

/// The rows that all devices must show: the reference view of all change sets that were sent.
///
/// The rules are written by hand, so that a client that reads them wrongly from its schema is found. The view shares no code
/// with the view that a client keeps.
struct SimulatedOracle {
    private let view: GraphView
    private let sent: Set<String>

    static let rules: SyncRules = {
        var policies = MergePolicies()
        policies.set(.counter, entity: "SimTrip", property: "budget")
        policies.set(.max, entity: "SimTrip", property: "rating")
        let node = SyncRules.Entity(references: ["parent": .init(onDeletion: .cascade)])
        return SyncRules(
            [
                "SimTrip": .init(references: ["guide": .init()]),
                "SimStop": .init(references: ["trip": .init(onDeletion: .cascade)]),
                "SimTag": .init(pairs: ["trips": .init()], unique: [.init(scope: "SimTag", properties: ["label"])]),
                "SimTicket": .init(references: ["trip": .init(onDeletion: .cascade, partner: "SimTrip.ticket")]),
                "SimAccount": .init(unique: [.init(scope: "SimAccount", properties: ["number"])]),
                "SimPayment": .init(references: ["account": .init(isRequired: true, onDeletion: .deny)]),
                "SimNode": node, "SimLeaf": node,
                "SimPicture": .init(references: ["SimAlbum.pictures": .init()]),
            ],
            policies: policies
        )
    }()

    /// The values of properties that no device has written.
    private static let defaults: [SyncName: SyncValue] = ["budget": .int(0), "rating": .int(0), "start": .date(0)]

    init(_ parts: [[RecordID: RecordState]]) {
        var state = SyncState()
        var sent: Set<String> = []
        for records in parts {
            state.merge(SyncState(records))
            for (id, part) in records {
                for (name, property) in part.properties {
                    if case .string(let text)? = property.written?.value {
                        sent.insert("\(id.entity.text).\(name.text).\(text)")
                    }
                }
            }
        }
        (view, self.sent) = (GraphView(state, Self.rules), sent)
    }

    func check(_ device: SimulatedDevice, _ rows: [RecordID: SimulatedRow]) throws {
        let lost = device.program.state.withLock { $0.written.owed }.subtracting(sent)
        guard lost.isEmpty else {
            throw SimulatedFinding(description: "Device \(device.number): no change set has \(lost.sorted())")
        }
        guard Set(rows.keys) == view.rows else {
            let (extra, missing) = (Set(rows.keys).subtracting(view.rows), view.rows.subtracting(rows.keys))
            throw SimulatedFinding(
                description:
                    "Device \(device.number) shows rows that it should not: \(extra.sorted()), and not: \(missing.sorted())"
            )
        }
        for (id, row) in rows {
            for (name, value) in row.values {
                let wanted = view.value(name, of: id) ?? Self.defaults[name] ?? .null
                try demand(value == wanted, device, id, name, "\(value)", "\(wanted)")
            }
            for (name, members) in row.members {
                let wanted = self.members(name, of: id)
                try demand(members == wanted, device, id, name, "\(members.sorted())", "\(wanted.sorted())")
            }
        }
    }

    private func members(_ name: SyncName, of row: RecordID) -> Set<RecordID> {
        func children(_ entities: [SyncName], by property: SyncName) -> Set<RecordID> {
            Set(entities.flatMap { view.children($0, by: property, of: row, orderedBy: name) })
        }
        switch (row.entity, name) {
        case ("SimTrip", "stops"): return children(["SimStop"], by: "trip")
        case ("SimTrip", "ticket"): return children(["SimTicket"], by: "trip")
        case ("SimTrip", "tags"):
            return view.rows.filter { $0.entity == "SimTag" && view.members("trips", of: $0).contains(row) }
        case ("SimTag", "trips"): return Set(view.members("trips", of: row))
        case ("SimGuide", "trips"): return children(["SimTrip"], by: "guide")
        case ("SimAccount", "payments"): return children(["SimPayment"], by: "account")
        case (_, "children"): return children(["SimNode", "SimLeaf"], by: "parent")
        case ("SimAlbum", "pictures"): return children(["SimPicture"], by: "SimAlbum.pictures")
        default: return []
        }
    }

    private func demand(
        _ holds: Bool,
        _ device: SimulatedDevice,
        _ id: RecordID,
        _ name: SyncName,
        _ found: String,
        _ wanted: String
    ) throws {
        if holds { return }
        throw SimulatedFinding(
            description:
                "Device \(device.number): \(id.entity).\(name) of \(id) is \(found), and the view of all change sets has "
                + wanted
        )
    }
}
