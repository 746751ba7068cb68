import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSync
import SwiftDataSyncCore

/// A row as a device shows it, with identities that all devices share.
struct SimulatedRow: Equatable {
    var values: [SyncName: SyncValue] = [:]
    var members: [SyncName: Set<RecordID>] = [:]
    /// The attributes that are compared between devices only.
    var text = ""
}

/// The rows of a device.
struct SimulatedRows {
    private let device: SimulatedDevice
    private let engine: SyncEngine
    private var identities: [PersistentIdentifier: RecordID] = [:]
    private(set) var rows: [RecordID: SimulatedRow] = [:]

    init(_ device: SimulatedDevice) throws {
        self.device = device
        let process = try device.running()
        engine = process.engine
        let context = ModelContext(process.container)
        try readTrips(context)
        try readAccounts(context)
        try readTrees(context)
        for kinds in try context.fetch(FetchDescriptor<SimKinds>()) { try add(kinds, Self.row(kinds)) }
    }

    private mutating func id(_ model: any PersistentModel) throws -> RecordID {
        if let known = identities[model.persistentModelID] { return known }
        guard let found = try engine.record(of: model.persistentModelID) else {
            throw SimulatedFinding(
                description: "Device \(device.number) has a \(type(of: model)) that sync does not know."
            )
        }
        identities[model.persistentModelID] = found
        return found
    }

    private mutating func ids(_ models: [any PersistentModel]) throws -> Set<RecordID> {
        let ids = try models.map { try id($0) }
        guard Set(ids).count == ids.count else {
            throw SimulatedFinding(description: "Device \(device.number) has a relationship with a member twice.")
        }
        return Set(ids)
    }

    private mutating func reference(_ model: (any PersistentModel)?) throws -> SyncValue {
        try model.map { .reference(try id($0)) } ?? .null
    }

    private mutating func add(_ model: any PersistentModel, _ row: SimulatedRow) throws {
        guard rows.updateValue(row, forKey: try id(model)) == nil else {
            throw SimulatedFinding(description: "Device \(device.number) has two rows with one identity.")
        }
    }

    private mutating func readTrips(_ context: ModelContext) throws {
        for trip in try context.fetch(FetchDescriptor<SimTrip>()) {
            let values: [SyncName: SyncValue] = [
                "name": .string(trip.name), "note": trip.note.map { .string($0) } ?? .null,
                "budget": .int(Int64(trip.budget)),
                "rating": .int(Int64(trip.rating)), "start": .date(trip.start.timeIntervalSinceReferenceDate),
                "guide": try reference(trip.guide),
            ]
            let ticket = try ids(trip.ticket.map { [$0] } ?? [])
            let members: [SyncName: Set<RecordID>] = [
                "stops": try ids(trip.stops), "tags": try ids(trip.tags), "ticket": ticket,
            ]
            try add(trip, SimulatedRow(values: values, members: members))
        }
        for stop in try context.fetch(FetchDescriptor<SimStop>()) {
            let photo: SyncValue = stop.photo.map { .blob(BlobReference(of: $0)) } ?? .null
            let trip = try reference(stop.trip)
            try add(stop, SimulatedRow(values: ["title": .string(stop.title), "trip": trip, "photo": photo]))
        }
        for tag in try context.fetch(FetchDescriptor<SimTag>()) {
            let members = try ids(tag.trips)
            let values: [SyncName: SyncValue] = ["label": .string(tag.label), "color": .string(tag.color)]
            try add(tag, SimulatedRow(values: values, members: ["trips": members]))
        }
        for ticket in try context.fetch(FetchDescriptor<SimTicket>()) {
            try add(ticket, SimulatedRow(values: ["code": .string(ticket.code), "trip": try reference(ticket.trip)]))
        }
        for guide in try context.fetch(FetchDescriptor<SimGuide>()) {
            try add(
                guide,
                SimulatedRow(values: ["name": .string(guide.name)], members: ["trips": try ids(guide.trips)])
            )
        }
    }

    private mutating func readAccounts(_ context: ModelContext) throws {
        for account in try context.fetch(FetchDescriptor<SimAccount>()) {
            let values: [SyncName: SyncValue] = ["number": .string(account.number), "owner": .string(account.owner)]
            try add(account, SimulatedRow(values: values, members: ["payments": try ids(account.payments)]))
        }
        for payment in try context.fetch(FetchDescriptor<SimPayment>()) {
            let values: [SyncName: SyncValue] = [
                "amount": .decimal(payment.amount.description), "memo": .string(payment.memo),
                "account": try reference(payment.account),
            ]
            try add(payment, SimulatedRow(values: values))
        }
    }

    private mutating func readTrees(_ context: ModelContext) throws {
        for node in try context.fetch(FetchDescriptor<SimNode>()) {
            var values: [SyncName: SyncValue] = ["label": .string(node.label), "parent": try reference(node.parent)]
            if let leaf = node as? SimLeaf { values["weight"] = .double(leaf.weight) }
            try add(node, SimulatedRow(values: values, members: ["children": try ids(node.children)]))
        }
        for album in try context.fetch(FetchDescriptor<SimAlbum>()) {
            let pictures = try ids(album.pictures)
            try add(album, SimulatedRow(values: ["title": .string(album.title)], members: ["pictures": pictures]))
        }
        for picture in try context.fetch(FetchDescriptor<SimPicture>()) {
            try add(picture, SimulatedRow(values: ["caption": .string(picture.caption)]))
        }
    }

    private static func row(_ kinds: SimKinds) -> SimulatedRow {
        var row = SimulatedRow()
        row.values["label"] = .string(kinds.label)
        row.values["big"] = Int64(exactly: kinds.big).map { .int($0) } ?? .uint(kinds.big)
        row.values["small"] = .null
        if let small = kinds.small { row.values["small"] = .int(Int64(small)) }
        row.values["ratio"] = .double(kinds.ratio)
        row.values["fraction"] = .null
        if let fraction = kinds.fraction { row.values["fraction"] = .double(Double(fraction)) }
        row.values["amount"] = .null
        if let amount = kinds.amount { row.values["amount"] = .decimal(amount.description) }
        row.values["link"] = .null
        if let link = kinds.link { row.values["link"] = .string(link.absoluteString) }
        let token = withUnsafeBytes(of: kinds.token.uuid) { Array($0) }
        row.values["token"] = UUIDBits(bytes: token).map { .uuid($0) } ?? .null
        row.values["mood"] = .string(kinds.mood.rawValue)
        row.values["flag"] = .bool(kinds.flag)
        row.values["moment"] = .null
        if let moment = kinds.moment { row.values["moment"] = .date(moment.timeIntervalSinceReferenceDate) }
        row.text = "\(kinds.place) \(String(describing: kinds.offer)) \(kinds.words)"
        return row
    }
}
