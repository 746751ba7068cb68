import SwiftData
import TestSupport
import Testing

/// Clashes with rows that another process has committed.
@Suite struct ProcessUpsertTests {
    @Test func aRowThatAnotherProcessCommittedIsUpdated() async throws {
        let railway = try Railway(.disk)
        let region = Region("north")
        try railway.save(region)
        #expect(region.stations.isEmpty)
        let newcomer = Station("A", name: "mine")
        newcomer.lines = [Line("2")]
        railway.context.insert(newcomer)
        let path = railway.store.file.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let configuration = ModelConfiguration(url: URL(fileURLWithPath: path))
            let container = try ModelContainer(for: Schema(Railway.types), configurations: [configuration])
            let context = ModelContext(container)
            let theirs = Station("A", name: "theirs", opened: 1)
            theirs.region = Region("north", area: 9)
            theirs.lines = [Line("1")]
            context.insert(theirs)
            try context.save()
        }
        try railway.context.save()
        #expect(newcomer.modelContext === railway.context)
        #expect(newcomer.name == "mine")
        #expect(newcomer.opened == nil)
        #expect(newcomer.region == nil)
        #expect(newcomer.lines.map(\.name) == ["1", "2"])
        #expect(try railway.store.sqlite3("SELECT count(*) FROM ZSTATION") == "1")
        #expect(try railway.store.sqlite3("SELECT ZAREA FROM ZREGION") == "9")
        #expect(try railway.store.sqlite3("PRAGMA integrity_check") == "ok")
    }

    @Test func processesThatInsertTheSameValuesShareTheirRows() async throws {
        let store = try TemporaryFolder()
        let path = store.file.path
        _ = try store.container(for: Station.self)
        async let first: Void = child("first", path)
        async let second: Void = child("second", path)
        _ = await (first, second)
        let stations = try ModelContext(store.container(for: Station.self)).fetch(FetchDescriptor<Station>())
        #expect(stations.count == 20)
        #expect(stations.allSatisfy { Set($0.photos.map(\.title)) == ["first", "second"] })
        #expect(try store.sqlite3("SELECT count(*) FROM ACHANGE WHERE ZCHANGETYPE = 0") == "60")
        #expect(try store.sqlite3("PRAGMA integrity_check") == "ok")
    }

    private func child(_ name: String, _ path: String) async {
        await #expect(processExitsWith: .success) { [name, path] in
            let configuration = ModelConfiguration(url: URL(fileURLWithPath: path))
            let context = ModelContext(try ModelContainer(for: Station.self, configurations: configuration))
            for number in 0..<20 {
                let station = Station("\(number)", name: name)
                station.photos = [Photo(name)]
                context.insert(station)
                try context.save()
            }
        }
    }
}
