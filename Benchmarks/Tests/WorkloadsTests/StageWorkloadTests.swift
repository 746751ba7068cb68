import Foundation
import Testing
import Workloads

/// Migrations of a small store.
struct StageWorkloadTests {
    @Test(arguments: StageWorkload.Kind.allCases)
    func eachKindMigratesEachRow(_ kind: StageWorkload.Kind) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        let place = try Workplace(folder)
        defer { try? place.remove() }
        let file = try StageWorkload(place: place, rows: 12_000).store(for: kind)
        let result = try StageWorkload.migrate(file, kind, rows: 12_000)
        #expect(result.milliseconds > 0 && result.peakMegabytes > 0)
    }
}
