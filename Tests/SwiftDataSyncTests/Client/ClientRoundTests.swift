import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSync
import TestSupport
import Testing

/// Rounds that a program asks for, on files and in memory, over a hub and through a folder.
@Suite(.timeLimit(.minutes(30))) struct ClientRoundTests {
    enum Place: CaseIterable { case memory, files, folder }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func devices(_ place: Place, _ count: Int) throws -> [ClientDevice] {
        let hub = MemoryHub()
        let shared = folder.file("shared")
        try FileManager.default.createDirectory(at: shared, withIntermediateDirectories: true)
        return try (1...count).map { number in
            try ClientDevice(
                place == .folder ? FolderTransport(url: shared) : MemoryTransport(hub),
                file: place == .memory ? nil : folder.file("\(number).store")
            )
        }
    }

    @Test(arguments: Place.allCases)
    func insertionsUpdatesAndDeletionsArriveEverywhere(_ place: Place) async throws {
        let all = try devices(place, 3)
        let (a, b, c) = (all[0], all[1], all[2])
        try a.edit { context in
            let harbor = SyncHarbor("KIE", "Kiel")
            context.insert(harbor)
            context.insert(SyncBerth("1", harbor))
            context.insert(SyncHarbor("HAM", "Hamburg"))
        }
        try await syncUntilIdle(a, b, c)
        for device in all {
            #expect(try device.harbors() == ["KIE": "Kiel", "HAM": "Hamburg"])
            let labels = try device.read { try $0.fetch(FetchDescriptor<SyncHarbor>()).map { $0.berths.map(\.label) } }
            #expect(labels.sorted { $0.count < $1.count } == [[], ["1"]])
        }
        try b.edit { try $0.fetch(FetchDescriptor<SyncHarbor>()).first { $0.code == "HAM" }?.city = "Altona" }
        try c.edit { context in
            for harbor in try context.fetch(FetchDescriptor<SyncHarbor>()) where harbor.code == "KIE" {
                context.delete(harbor)
            }
        }
        try await syncUntilIdle(a, b, c)
        for device in all {
            #expect(try device.harbors() == ["HAM": "Altona"])
            #expect(try device.read { try $0.fetchCount(FetchDescriptor<SyncBerth>()) } == 0)
        }
    }

    @Test func aRoundTellsItsEventsInOrderAndNamesItself() async throws {
        let all = try devices(.memory, 2)
        try all[0].edit { $0.insert(SyncHarbor("KIE")) }
        try await all[0].sync()
        try await all[1].sync()
        #expect(all[0].log.outline == ["1 will fetch", "1 did fetch", "2 will send", "2 sent 1", "2 did send"])
        #expect(
            all[1].log.outline == ["1 will fetch", "1 fetched 1 0 0", "1 did fetch", "2 will send", "2 did send"]
        )
        #expect(all[0].log.events.allSatisfy { $0.batch.reason == .manual })
        #expect(all[1].engine.state.activity == .idle)
        #expect(all[1].engine.state.lastFetch != nil && all[1].engine.state.lastError == nil)
    }

    @Test func aStoreThatHasDataJoins() async throws {
        let hub = MemoryHub()
        let file = folder.file("old.store")
        do {
            let old = try ClientDevice(MemoryTransport(MemoryHub()), file: file)
            try old.edit { context in
                for number in 0..<50 { context.insert(SyncHarbor("\(number)", "old")) }
            }
        }
        let (a, b) = (try ClientDevice(MemoryTransport(hub), file: file), try ClientDevice(MemoryTransport(hub)))
        try b.edit { context in
            context.insert(SyncHarbor("7", "new"))
            context.insert(SyncHarbor("70", "new"))
        }
        try await syncUntilIdle(b, a)
        #expect(try a.harbors().count == 51)
        #expect(try a.harbors() == b.harbors())
    }

    @Test func aStoreThatJoinsKeepsItsRelationshipsAndWritesNoRow() async throws {
        let all = try devices(.memory, 2)
        try all[0].edit { context in
            let vessel = SyncVessel("v")
            context.insert(vessel)
            vessel.skipper = SyncSkipper("s")
            vessel.pennants = [SyncPennant("p"), SyncPennant("q")]
            context.insert(SyncMooring("m", vessel))
        }
        try await syncUntilIdle(all[0], all[1])
        for device in all {
            try device.read { context in
                let vessel = try context.fetch(FetchDescriptor<SyncVessel>())[0]
                #expect(vessel.skipper?.name == "s" && vessel.moorings.map(\.place) == ["m"])
                #expect(vessel.pennants.map(\.name).sorted() == ["p", "q"])
            }
        }
        let written = try all[0].read { context in
            try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).filter {
                $0.author == SyncEngine.author
            }
        }
        #expect(written.isEmpty)
    }

    @Test func rowsWithTheSameUniqueValueBecomeOneAndTheEventTells() async throws {
        let all = try devices(.memory, 2)
        for (number, device) in all.enumerated() {
            try device.edit { context in
                let harbor = SyncHarbor("KIE", "Kiel \(number)")
                context.insert(harbor)
                context.insert(SyncBerth("\(number)", harbor))
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        try await syncUntilIdle(all[0], all[1])
        for device in all {
            #expect(try device.harbors() == ["KIE": "Kiel 1"])
            let labels = try device.read {
                try $0.fetch(FetchDescriptor<SyncHarbor>()).flatMap { $0.berths.map(\.label) }
            }
            #expect(labels.sorted() == ["0", "1"])
        }
        #expect(all.contains { device in device.log.outline.contains { $0.contains("joined") } })
    }

    @Test(arguments: [true, false])
    func aDeletedPartnerLeavesTheOtherAlone(_ deletesVessel: Bool) async throws {
        let all = try devices(.files, 2)
        try all[0].edit { context in
            let vessel = SyncVessel("v")
            context.insert(vessel)
            vessel.skipper = SyncSkipper("s")
        }
        try await syncUntilIdle(all[0], all[1])
        try all[0].edit { context in
            if deletesVessel {
                for vessel in try context.fetch(FetchDescriptor<SyncVessel>()) { context.delete(vessel) }
            } else {
                for skipper in try context.fetch(FetchDescriptor<SyncSkipper>()) { context.delete(skipper) }
            }
        }
        try await syncUntilIdle(all[0], all[1])
        for (number, _) in all.enumerated() {
            let keys =
                deletesVessel
                ? "SELECT ifnull(ZVESSEL, 0) FROM ZSYNCSKIPPER" : "SELECT ifnull(ZSKIPPER, 0) FROM ZSYNCVESSEL"
            #expect(try folder.sqlite3(keys, "\(number + 1).store") == "0")
        }
    }

    @Test func aDamagedValueKeepsNoOtherValueFromBeingSent() async throws {
        let all = try devices(.files, 2)
        try all[0].edit { context in
            context.insert(SyncHarbor("KIE", "Kiel"))
            context.insert(SyncHarbor("HAM", "Hamburg"))
        }
        try folder.sqlite3("UPDATE ZSYNCHARBOR SET ZVISITS = 'many' WHERE ZCODE = 'KIE'", "1.store")
        try await syncUntilIdle(all[0], all[1])
        #expect(try all[1].harbors() == ["KIE": "Kiel", "HAM": "Hamburg"])
    }

    @Test func membersOfOneToOneThatSwapArriveSwapped() async throws {
        let all = try devices(.memory, 2)
        try all[0].edit { context in
            for name in ["a", "b"] {
                let vessel = SyncVessel(name)
                context.insert(vessel)
                vessel.skipper = SyncSkipper(name)
            }
        }
        try await syncUntilIdle(all[0], all[1])
        for round in 0..<4 {
            try all[round % 2].edit { context in
                let vessels = try context.fetch(FetchDescriptor<SyncVessel>(sortBy: [SortDescriptor(\.name)]))
                let (first, second) = (vessels[0].skipper, vessels[1].skipper)
                vessels[0].skipper = nil
                vessels[1].skipper = first
                vessels[0].skipper = second
            }
            try await syncUntilIdle(all[0], all[1])
            for device in all {
                let pairs = try device.read { context in
                    let vessels = try context.fetch(FetchDescriptor<SyncVessel>(sortBy: [SortDescriptor(\.name)]))
                    let skippers = try context.fetch(FetchDescriptor<SyncSkipper>(sortBy: [SortDescriptor(\.name)]))
                    return [vessels.map { $0.skipper?.name ?? "-" }, skippers.map { $0.vessel?.name ?? "-" }]
                }
                let expected = round % 2 == 0 ? ["b", "a"] : ["a", "b"]
                #expect(pairs == [expected, expected], "round \(round)")
            }
        }
    }

    @Test func aNullThatReplacesADefaultAtTheInsertionArrives() async throws {
        let all = try devices(.memory, 2)
        try all[0].edit { context in
            let harbor = SyncHarbor("KIE")
            harbor.remark = nil
            context.insert(harbor)
        }
        try await syncUntilIdle(all[0], all[1])
        #expect(try all[1].read { try $0.fetch(FetchDescriptor<SyncHarbor>()).map(\.remark) } == [nil])
    }

    @Test func theLaterEditOfAPropertyWinsWhateverElseWasEditedAfterwards() async throws {
        let all = try devices(.memory, 2)
        try all[0].edit { context in
            context.insert(SyncHarbor("KIE", "first"))
            context.insert(SyncHarbor("HAM", "first"))
        }
        try await syncUntilIdle(all[0], all[1])
        func set(_ device: ClientDevice, _ code: String, _ body: (SyncHarbor) -> Void) async throws {
            try device.edit { try $0.fetch(FetchDescriptor<SyncHarbor>()).first { $0.code == code }.map(body) }
            try await Task.sleep(for: .milliseconds(20))
        }
        try await set(all[0], "KIE") { $0.city = "earlier" }
        try await set(all[0], "HAM") { $0.city = "earlier" }
        try await set(all[1], "KIE") { $0.city = "later" }
        try await set(all[1], "HAM") { $0.city = "later" }
        try await set(all[0], "KIE") { $0.remark = "last" }
        try await syncUntilIdle(all[0], all[1])
        for device in all { #expect(try device.harbors() == ["KIE": "later", "HAM": "later"]) }
    }
}
