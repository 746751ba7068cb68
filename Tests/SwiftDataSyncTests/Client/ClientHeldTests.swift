import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSync
import SwiftDataSyncCore
import TestSupport
import Testing

/// Rows that the store cannot take yet: their large values have not arrived, or the app has another schema.
@Suite(.timeLimit(.minutes(30))) struct ClientHeldTests {
    private let hub = MemoryHub()
    /// The sizes of the large values that are on their way, and the error of their downloads.
    private let lost = Locked<[UInt64: SyncTransportError]>([:])

    private func device() throws -> ClientDevice {
        let lost = lost
        return try ClientDevice(
            MemoryTransport(hub) { call in
                guard case .download(let blob) = call, let error = lost.withLock({ $0[blob.size] }) else { return [] }
                return [.failBefore(error)]
            }
        )
    }

    private func lose(_ size: UInt64, _ code: SyncTransportError.Code = .blobMissing) {
        lost.withLock { $0[size] = SyncTransportError(code, "A test") }
    }

    private func arrive() { lost.withLock { $0 = [:] } }

    private func data(_ size: Int) -> Data { Data(repeating: 7, count: size) }

    @Test func aLargeValueArrivesOnceAndByItsHash() async throws {
        let (a, b) = (try device(), try device())
        try a.edit { context in
            for number in 1...3 {
                let harbor = SyncHarbor("\(number)")
                harbor.chart = data(5_000)
                context.insert(harbor)
            }
        }
        try await syncUntilIdle(a, b)
        #expect(
            try b.read { try $0.fetch(FetchDescriptor<SyncHarbor>()).map(\.chart) } == [
                data(5_000), data(5_000), data(5_000),
            ]
        )
        #expect(hub.packets.allSatisfy { $0.bytes.count < 5_000 })
    }

    @Test func aRowWaitsForItsLargeValue() async throws {
        let (a, b) = (try device(), try device())
        lose(500)
        try a.edit { context in
            let harbor = SyncHarbor("KIE", "Kiel")
            harbor.chart = data(500)
            context.insert(harbor)
            context.insert(SyncHarbor("HAM", "Hamburg"))
        }
        try await syncUntilIdle(a, b)
        #expect(try b.harbors() == ["HAM": "Hamburg"])
        #expect(b.engine.state.heldRows == 1)
        let held = b.log.events.compactMap { event -> HeldRow? in
            if case .held(_, let rows) = event { rows.first } else { nil }
        }
        #expect(held.map(\.error.code) == [.blobMissing] && held.first?.entityName == "SyncHarbor")
        #expect(held.first?.error.propertyName == "chart")
        arrive()
        try await syncUntilIdle(b)
        #expect(try b.harbors() == ["HAM": "Hamburg", "KIE": "Kiel"])
        #expect(b.engine.state.heldRows == 0)
    }

    @Test func aValueThatArrivedBeforeAFailureIsShownWithoutTheOther() async throws {
        let a = try device()
        let calls = Locked(0)
        let b = try ClientDevice(
            MemoryTransport(hub) { call in
                guard case .download = call else { return [] }
                let number = calls.withLock { count in
                    count += 1
                    return count
                }
                if number == 1 { return [] }
                return [.failBefore(SyncTransportError(number == 2 ? .unreachable : .blobMissing, "A test"))]
            }
        )
        try a.edit { context in
            for number in [500, 600] {
                let harbor = SyncHarbor("\(number)")
                harbor.chart = data(number)
                context.insert(harbor)
            }
        }
        try await a.sync()
        await #expect(throws: SyncTransportError.self) { try await b.engine.fetchChanges() }
        try await b.engine.fetchChanges()
        #expect(try b.harbors().count == 1)
        #expect(calls.withLock { $0 } == 3)
    }

    @Test func aHeldRowHasNoEditsWhereTheHistoryWasDeleted() async throws {
        let (a, b) = (try device(), try device())
        try a.edit { context in
            context.insert(SyncHarbor("KIE", "Kiel"))
            context.insert(SyncHarbor("HAM", "Hamburg"))
        }
        try await syncUntilIdle(a, b)
        lose(500)
        try a.edit { context in
            for harbor in try context.fetch(FetchDescriptor<SyncHarbor>()) where harbor.code == "KIE" {
                harbor.city = "Holtenau"
                harbor.chart = data(500)
            }
        }
        try await syncUntilIdle(a, b)
        #expect(try b.harbors()["KIE"] == "Kiel")
        try b.edit { context in
            for harbor in try context.fetch(FetchDescriptor<SyncHarbor>()) where harbor.code == "HAM" {
                harbor.city = "Altona"
            }
        }
        try b.read { try $0.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>()) }
        try await b.sync()
        arrive()
        try await syncUntilIdle(b, a)
        for device in [a, b] { #expect(try device.harbors() == ["KIE": "Holtenau", "HAM": "Altona"]) }
    }

    @Test func aRowWithAUniqueValueThatAHeldRowStillHasWaitsToo() async throws {
        let (a, b) = (try device(), try device())
        try a.edit { $0.insert(SyncHarbor("KIE", "Kiel")) }
        try await syncUntilIdle(a, b)
        lose(500)
        try a.edit { context in
            let harbor = try context.fetch(FetchDescriptor<SyncHarbor>())[0]
            harbor.code = "HOL"
            harbor.chart = data(500)
        }
        try a.edit { $0.insert(SyncHarbor("KIE", "new")) }
        try await a.sync()
        try await b.sync()
        #expect(try b.harbors() == ["KIE": "Kiel"])
        try a.edit { $0.insert(SyncHarbor("HAM", "Hamburg")) }
        try await syncUntilIdle(a, b)
        #expect(try b.harbors() == ["KIE": "Kiel", "HAM": "Hamburg"])
        arrive()
        try await syncUntilIdle(b, a)
        for device in [a, b] { #expect(try device.harbors() == ["HOL": "Kiel", "KIE": "new", "HAM": "Hamburg"]) }
    }

    @Test func anEditOfARelationshipKeepsTheMembersThatWait() async throws {
        let (a, b) = (try device(), try device())
        lose(500)
        try a.edit { context in
            let (vessel, pennant) = (SyncVessel("v"), SyncPennant("waits"))
            pennant.picture = data(500)
            context.insert(vessel)
            vessel.pennants = [pennant]
        }
        try await syncUntilIdle(a, b)
        try b.edit { context in
            let vessel = try #require(try context.fetch(FetchDescriptor<SyncVessel>()).first)
            vessel.pennants.append(SyncPennant("new"))
        }
        try await syncUntilIdle(b, a)
        arrive()
        try await syncUntilIdle(b, a)
        for device in [a, b] {
            let names = try device.read { try $0.fetch(FetchDescriptor<SyncVessel>())[0].pennants.map(\.name) }
            #expect(names.sorted() == ["new", "waits"])
        }
    }

    @Test func anEditFromTheOtherSideKeepsTheMembersThatWait() async throws {
        let (a, b) = (try device(), try device())
        lose(500)
        try a.edit { context in
            let (vessel, pennant, other) = (SyncVessel("v"), SyncPennant("waits"), SyncPennant("p"))
            pennant.picture = data(500)
            context.insert(vessel)
            vessel.pennants = [pennant, other]
        }
        try await syncUntilIdle(a, b)
        try b.edit { context in
            let pennant = try #require(try context.fetch(FetchDescriptor<SyncPennant>()).first)
            pennant.vessels.append(SyncVessel("w"))
        }
        arrive()
        try await syncUntilIdle(b, a)
        for device in [a, b] {
            let names = try device.read { context in
                try context.fetch(FetchDescriptor<SyncVessel>(sortBy: [SortDescriptor(\.name)])).map {
                    $0.pennants.map(\.name).sorted()
                }
            }
            #expect(names == [["p", "waits"], ["p"]])
        }
    }

    /// The program saves the bytes that a row waits for: they are on their way out, and have to serve that row as well.
    @Test func aRowGetsItsLargeValueWhereTheProgramSavesTheSameBytes() async throws {
        let (a, b) = (try device(), try device())
        lose(500)
        try a.edit { context in
            let harbor = SyncHarbor("KIE", "Kiel")
            harbor.chart = data(500)
            context.insert(harbor)
        }
        try await syncUntilIdle(a, b)
        #expect(b.engine.state.heldRows == 1)
        try b.edit { context in
            let harbor = SyncHarbor("HAM", "Hamburg")
            harbor.chart = data(500)
            context.insert(harbor)
        }
        try await b.sync()
        arrive()
        try await syncUntilIdle(a, b)
        for device in [a, b] { #expect(try device.harbors() == ["KIE": "Kiel", "HAM": "Hamburg"]) }
        #expect(b.engine.state.heldRows == 0)
    }

    @Test func aLargeValueThatNoRowNeedsIsNotAskedForAnyMore() async throws {
        let folder = try TemporaryFolder()
        let (lost, calls) = (lost, Locked(0))
        let a = try device()
        let b = try ClientDevice(
            MemoryTransport(hub) { call in
                guard case .download(let blob) = call else { return [] }
                calls.withLock { $0 += 1 }
                return lost.withLock { $0[blob.size] }.map { [.failBefore($0)] } ?? []
            },
            file: folder.file
        )
        lose(500)
        lose(600)
        try a.edit { context in
            for (code, size) in [("KIE", 500), ("HAM", 600)] {
                let harbor = SyncHarbor(code)
                harbor.chart = data(size)
                context.insert(harbor)
            }
        }
        try await syncUntilIdle(a, b)
        let missing = "SELECT count(*) FROM OSD_SyncBlob"
        #expect(try folder.sqlite3(missing) == "2")
        try a.edit { context in
            for harbor in try context.fetch(FetchDescriptor<SyncHarbor>()) where harbor.code == "KIE" {
                harbor.chart = data(10)
            }
        }
        try await syncUntilIdle(a, b)
        #expect(try b.harbors() == ["KIE": ""] && folder.sqlite3(missing) == "1")
        try a.edit { context in
            for harbor in try context.fetch(FetchDescriptor<SyncHarbor>()) where harbor.code == "HAM" {
                context.delete(harbor)
            }
        }
        try await syncUntilIdle(a, b)
        #expect(try b.harbors() == ["KIE": ""] && folder.sqlite3(missing) == "0")
        calls.withLock { $0 = 0 }
        try await syncUntilIdle(a, b)
        #expect(calls.withLock { $0 } == 0)
    }

    @Test func rowsThatComeAndGoLeaveNothingInTheTables() async throws {
        let folder = try TemporaryFolder()
        let (a, b) = (try ClientDevice(MemoryTransport(hub), file: folder.file), try device())
        try a.edit { $0.insert(SyncVessel("v")) }
        try await syncUntilIdle(a, b)
        for round in 1...3 {
            try a.edit { context in
                let vessel = try context.fetch(FetchDescriptor<SyncVessel>())[0]
                vessel.pennants.append(SyncPennant("\(round)"))
            }
            try a.edit { context in
                for pennant in try context.fetch(FetchDescriptor<SyncPennant>()) { context.delete(pennant) }
            }
            try await syncUntilIdle(a, b)
        }
        let empty = "SELECT count(*) FROM OSD_SyncRecord WHERE state IS NULL AND row IS NULL"
        #expect(try folder.sqlite3(empty) == "0")
        for table in ["Outbox", "Blob", "Held"] {
            #expect(try folder.sqlite3("SELECT count(*) FROM OSD_Sync\(table)") == "0")
        }
    }
}
