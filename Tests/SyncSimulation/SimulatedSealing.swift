import Foundation
import SwiftDataSync
import SwiftDataSyncCore

/// The encryption of a schedule.
package enum SimulatedSealing: UInt64, Sendable {
    /// Values are in the open.
    case none
    /// All devices have all keys, and change the current one.
    case sealed
    /// As ``sealed``, but some devices lack the second key until the devices become quiet.
    case late

    /// The keys of a device.
    func keys(of device: Int) -> TestSealing? {
        switch self {
        case .none: nil
        case .sealed: TestSealing(1, 2)
        case .late: device % 2 == 0 ? TestSealing(1, 2) : TestSealing(1)
        }
    }
}

extension MemoryHub {
    /// The parts that devices have sent, as a device with all keys reads them.
    /// - Throws: ``SimulatedFinding`` where a value of a sealed schedule is in the open.
    func parts(_ sealing: SimulatedSealing) throws -> [[RecordID: RecordState]] {
        let keys = TestSealing(1, 2)
        return try packets.map { packet in
            let records = try packet.changes().records
            guard sealing != .none else { return records }
            var opened: [RecordID: RecordState] = [:]
            for (id, part) in records {
                opened[id] = try part.replacingValues(of: id) { value, place in
                    guard case .sealed(let sealed) = value else {
                        throw SimulatedFinding(description: "\(id.entity).\(place.property) is in the open.")
                    }
                    let binding = Data(place.binding(sealed.key))
                    let bytes = try keys.open(Data(sealed.bytes), by: sealed.key, binding: binding)
                    let value = try SyncValue(plaintext: [UInt8](bytes))
                    if case .sealedBlob(let blob) = value { return .blob(blob.content) }
                    return value
                }
            }
            return opened
        }
    }
}
