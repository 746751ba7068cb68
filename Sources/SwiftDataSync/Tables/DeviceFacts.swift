import Foundation
import SwiftDataCore
import SwiftDataSyncCore

/// The facts that a device keeps of itself, as one row each of `OSD_SyncValue`. They are written in the transaction of
/// the state that they describe.
struct DeviceFacts {
    var device: DeviceNumber
    /// The last time that the clock of the device gave out.
    var clock: UInt64 = 0
    /// The number of the last change set.
    var sequence: UInt64 = 0
    /// The position in the history up to which edits have been captured; nil for its beginning.
    var token: Int64?
    /// The position in the packets that the transport delivers.
    var cursor: Data?
    /// The account that the cursor and the sent change sets belong to.
    var account: String?
    var deliveries = Deliveries()
    /// The identity of the file, which a restored one does not have.
    var incarnation: String?
    /// The rules of the schema that the view was computed with, by a hash.
    var rules: Data?
    /// The relationships that the rows of the store show, by ``SyncSchema/relationships``; nil where that is not known.
    var relationships: Set<String>?
    /// The position up to which the rows from before sync have been captured; nil when all have been.
    var scan: ScanPosition?
    /// True where all rows are compared with their records, since the history does not have all edits.
    var isComparing = false
    /// The position in the computation of the view under other rules; nil where it is whole.
    var rebuild: Rebuild?
    /// The key up to which the places of missing rows have been forgotten, in a file that was restored or mended: rows
    /// that are missing there are no deletions. Nil otherwise.
    var places: Int64?

    /// True where the device seals the values that it sends, so that it must not send without encryption by mistake.
    var isSealed = false

    /// A step of the computation of the view, and the position in it.
    enum Rebuild: Equatable {
        /// The facts of records after this one are computed. Nothing is captured meanwhile.
        case facts(after: RecordID?)
        /// The rows of records after this one are written.
        case rows(after: RecordID?)
        /// The rows of the store with keys after this one are removed where the view does not have them.
        case leftovers(after: Int64)

        /// True where all records have their facts, so that edits can be captured.
        var hasFacts: Bool { if case .facts = self { false } else { true } }
    }

    /// A position in the rows of all classes. The classes are named, since another version of the app may have another order.
    struct ScanPosition: Equatable {
        /// The classes whose rows have all been captured.
        var done: Set<String> = []
        /// The class whose rows are being captured, and the key of the last one.
        var entity = ""
        var key: Int64 = 0
    }

    init(device: DeviceNumber) { self.device = device }

    /// True where a record's row still shows the result of other rules: no difference of the row is an edit.
    func isToBeWritten(_ record: RecordID) -> Bool {
        switch rebuild {
        case .facts: true
        case .rows(let last): last.map { $0 < record } ?? true
        case .leftovers, nil: false
        }
    }

    // MARK: Storage

    /// Reads the facts; nil where the store has not been synced.
    /// - Throws: ``SyncError`` with code `tables`.
    init?(_ tables: any SideTables) throws {
        guard try SyncTables.exist(tables) else { return nil }
        var values: [String: StoredValue] = [:]
        for row in try tables.rows("SELECT name, value FROM OSD_SyncValue") {
            if let name = row[0].text { values[name] = row[1] }
        }
        guard let version = values["version"]?.integer else { return nil }
        guard version == SyncTables.version else {
            throw SyncError(
                .tables,
                "The tables of sync in the store are of version \(version), and this app supports version "
                    + "\(SyncTables.version). Update the app."
            )
        }
        guard let device = values["device"]?.integer, let clock = values["clock"]?.integer,
            let sequence = values["sequence"]?.integer
        else { throw SyncTables.damaged }
        self.init(device: DeviceNumber(UInt64(bitPattern: device)))
        self.clock = UInt64(bitPattern: clock)
        self.sequence = UInt64(bitPattern: sequence)
        token = values["token"]?.integer
        cursor = values["cursor"]?.bytes.map { Data($0) }
        account = values["account"]?.text
        incarnation = values["incarnation"]?.text
        rules = values["rules"]?.bytes.map { Data($0) }
        if let bytes = values["deliveries"]?.bytes {
            do { deliveries = try Deliveries(decoding: bytes) } catch { throw SyncTables.damaged }
        }
        if let entity = values["scanEntity"]?.text, let key = values["scanKey"]?.integer {
            // A line for each class: no name of a class has a line break.
            let done = values["scanDone"]?.text?.split(separator: "\n").map { String($0) } ?? []
            scan = ScanPosition(done: Set(done), entity: entity, key: key)
        }
        isComparing = values["comparing"]?.integer == 1
        rebuild = try Self.rebuild(values)
        places = values["places"]?.integer
        isSealed = values["sealed"]?.integer == 1
        relationships = values["relationships"]?.text.map { Set($0.split(separator: "\n").map(String.init)) }
    }

    private static func rebuild(_ values: [String: StoredValue]) throws -> Rebuild? {
        var last: RecordID?
        if let bytes = values["rebuildUUID"]?.bytes, let uuid = UUIDBits(bytes: bytes),
            let entity = values["rebuildEntity"]?.text
        {
            last = RecordID(entity: try SyncName(entity), uuid: uuid)
        }
        switch values["rebuild"]?.text {
        case "facts": return .facts(after: last)
        case "rows": return .rows(after: last)
        case "leftovers": return .leftovers(after: values["rebuildKey"]?.integer ?? 0)
        default: return nil
        }
    }

    /// The step, the record and the key of a position.
    private var rebuildValues: (step: String?, record: RecordID?, key: Int64?) {
        switch rebuild {
        case .facts(let last): ("facts", last, nil)
        case .rows(let last): ("rows", last, nil)
        case .leftovers(let key): ("leftovers", nil, key)
        case nil: (nil, nil, nil)
        }
    }

    func write(to tables: any SideTables) throws {
        let rebuild = rebuildValues
        let values: [(String, StoredValue)] = [
            ("version", .integer(SyncTables.version)),
            ("device", .integer(Int64(bitPattern: device.rawValue))),
            ("clock", .integer(Int64(bitPattern: clock))),
            ("sequence", .integer(Int64(bitPattern: sequence))),
            ("token", token.map { .integer($0) } ?? .null),
            ("cursor", cursor.map { .data($0) } ?? .null),
            ("account", account.map { .string($0) } ?? .null),
            ("deliveries", .bytes(deliveries.encoded)),
            ("incarnation", incarnation.map { .string($0) } ?? .null),
            ("rules", rules.map { .data($0) } ?? .null),
            ("scanEntity", scan.map { .string($0.entity) } ?? .null),
            ("scanDone", scan.map { .string($0.done.sorted().joined(separator: "\n")) } ?? .null),
            ("comparing", .integer(isComparing ? 1 : 0)),
            ("scanKey", scan.map { .integer($0.key) } ?? .null),
            ("rebuild", rebuild.step.map { .string($0) } ?? .null),
            ("rebuildUUID", rebuild.record.map { .bytes($0.uuid.bytes) } ?? .null),
            ("rebuildEntity", rebuild.record.map { .string($0.entity.text) } ?? .null),
            ("rebuildKey", rebuild.key.map { .integer($0) } ?? .null),
            ("places", places.map { .integer($0) } ?? .null),
            ("sealed", .integer(isSealed ? 1 : 0)),
            ("relationships", relationships.map { .string($0.sorted().joined(separator: "\n")) } ?? .null),
        ]
        try tables.run(
            "INSERT INTO OSD_SyncValue (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            each: values.map { [.string($0.0), $0.1] }
        )
    }
}
