import Foundation
import SwiftDataSync
import SwiftDataSyncCore

// The arguments: a folder, a device, the first and the last sequence, and the number of files that are joined. It sends packets
// one after the other, and prints each sequence that has been sent.
let arguments = CommandLine.arguments
guard arguments.count == 6, let device = UInt64(arguments[2], radix: 16), let first = UInt64(arguments[3]),
    let last = UInt64(arguments[4]), let fanout = Int(arguments[5])
else {
    print("usage: SyncFolderProgram FOLDER DEVICE FIRST LAST FANOUT")
    exit(2)
}
let transport = FolderTransport(url: URL(filePath: arguments[1]), packing: FolderPacking(fanout: fanout))
for sequence in first...max(first, last) {
    // The tests know the bytes of each packet.
    let bytes = (0..<(Int(sequence * 37 % 400))).map { UInt8(truncatingIfNeeded: UInt64($0) &* sequence &+ device) }
    try await transport.send([SyncPacket(device: DeviceNumber(device), sequence: sequence, bytes: bytes)])
    print(sequence)
    fflush(nil)
}
