#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataPostgres
import SwiftDataQueries
import Testing

/// The time of searches, which is measured on demand.
extension ServerSearchTests {
    @Test(.enabled(if: ProcessInfo.processInfo.environment["MEASURE_SEARCH"] != nil), .timeLimit(.minutes(20)))
    func aSearchOfARareWordIsMeasured() throws {
        let writer = try context()
        var draw = SearchDraw(seed: 3)
        for number in 0..<20_000 {
            let title = number == 12_345 ? "orchid" : "daisy \(number)"
            writer.insert(Placard(number: number, title: title, text: draw.text(20)))
        }
        try writer.save()
        func time(_ work: () throws -> Void) throws -> Duration {
            let start = ContinuousClock.now
            try work()
            return .now - start
        }
        let reader = try context { $0.allowsSave = false }
        let memory = try time {
            let answer = try found(reader, "orchid")
            #expect(answer == [12_345])
        }
        let build = try time {
            let answer = try found(writer, "orchid")
            #expect(answer == [12_345])
        }
        let index =
            try time { for _ in 0..<20 { let answer = try found(writer, "orchid"); #expect(answer == [12_345]) } } / 20
        let many = try time {
            let answer = try writer.search(Placard.self, "daisy", limit: 20).count
            #expect(answer == 20)
        }
        print(
            "• 20,000 rows: memory \(memory), first search \(build), later ones \(index), \(memory / index) times; all rows \(many)"
        )
        #expect(index * 5 < memory)
    }
}
#endif
