import Foundation
import SwiftData

/// Reads everything over and over while another process writes, and looks whether each parcel is one that the writer
/// wrote.
struct ParcelReader<Parcel: StoredParcel> {
    let container: ModelContainer

    init(_ container: ModelContainer, _: Parcel.Type) { self.container = container }

    func run(count: Int) throws {
        for _ in 0..<count {
            let context = ModelContext(container)
            for parcel in try context.fetch(FetchDescriptor<Parcel>()) {
                let (number, version, size) = (parcel.number, parcel.version, parcel.size)
                guard parcel.payload != payload(number, version: version, size: size) else { continue }
                // Somebody may have replaced it between the row and the file: then the failure is kept.
                guard context.readFailures.isEmpty else { continue }
                say("bad parcel \(number) of version \(version)")
                return
            }
        }
        say("read")
    }
}
