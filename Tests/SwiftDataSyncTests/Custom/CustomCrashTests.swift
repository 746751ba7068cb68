import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSync
import TestSupport
import Testing

/// Programs that end between any two writes to a custom store and the file of its state, and programs that save meanwhile.
@Suite(.timeLimit(.minutes(30))) struct CustomCrashTests {
    private struct Crash: Error {}

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Runs a round with a custom store up to its nth point. Returns the name of the point, or nil where the round has fewer.
    private func round(of custom: CustomDevice, until number: Int) async throws -> String? {
        let (count, place) = (Locked(0), Locked<String?>(nil))
        custom.onPoint { name in
            let isDue = count.withLock { count in
                count += 1
                return count == number
            }
            guard isDue else { return }
            place.withLock { $0 = name }
            throw Crash()
        }
        do { try await custom.device.sync() } catch is Crash {}
        return place.withLock { $0 }
    }

    /// After a crash at each point of a round that inserts, changes and deletes rows, all devices have what they would have
    /// without it, and an edit after the crash is an edit of its property alone.
    @Test(arguments: [false, true])
    func aCrashBetweenAnyTwoWritesLosesAndDoublesNothing(_ listsBackwards: Bool) async throws {
        var reached: Set<String> = []
        for number in 1... {
            let hub = MemoryHub()
            let custom = try CustomDevice(hub, folder.file("\(listsBackwards) \(number).state"))
            custom.shelf.manners.withLock { $0.listsBackwards = listsBackwards }
            let plain = try ClientDevice(MemoryTransport(hub))
            try plain.fill("a")
            try custom.device.edit { $0.insert(SyncHarbor("OWN", "own")) }
            try await syncUntilIdle(custom.device, plain)
            // What arrives in the round that is interrupted, and what the device has to send.
            try plain.fill("b")
            try plain.edit { context in
                context.insert(SyncHarbor("KIE", "sent"))
                for number in 1...3 { context.insert(SyncBerth("loose \(number)", nil)) }
            }
            try plain.edit(SyncHarbor.self, where: { $0.code == "a harbor" }) { $0.city = "sent" }
            try plain.delete(SyncBerth.self) { $0.label == "a 2" }
            try custom.device.edit(SyncHarbor.self, where: { $0.code == "OWN" }) { $0.city = "edited" }
            try await plain.sync()

            guard let point = try await round(of: custom, until: number) else { break }
            reached.insert(point)
            try custom.restart()
            // The program edits a row that has just arrived, if it has, while another device edits it too.
            try custom.device.edit(SyncHarbor.self, where: { $0.code == "KIE" }) { $0.remark = "after" }
            try await Task.sleep(for: .milliseconds(10))
            let hasArrived = try custom.device.harbors()["KIE"] != nil
            try plain.edit(SyncHarbor.self, where: { $0.code == "KIE" }) { $0.visits = 5 }
            try custom.device.edit { $0.insert(SyncBerth("last", nil)) }
            try await syncUntilIdle(custom.device, plain)

            let lines = try outline(plain)
            #expect(try outline(custom.device) == lines, "point \(number), \(point)")
            // Nine of a, but for a berth, nine of b, two harbors and four berths.
            #expect(lines.count == 23, "point \(number), \(point)")
            let remark = hasArrived ? "after" : "none"
            let harbor = "harbor KIE sent \(remark) 5 []"
            #expect(lines.contains(harbor), "point \(number), \(point)")
            #expect(lines.contains("harbor OWN edited none 0 []"), "point \(number), \(point)")
            #expect(lines.contains("harbor a harbor sent none 0 [\"a 1\", \"a 3\"]"), "point \(number), \(point)")
            #expect(lines.contains("mooring m b b"), "point \(number), \(point)")
        }
        #expect(reached.isSuperset(of: ["intent written", "rows saved", "before commit", "after commit"]))
    }

    /// The rows that an interrupted save has inserted are those of their records: edits from other devices reach them.
    @Test func rowsOfAnInterruptedSaveBelongToTheirRecords() async throws {
        let hub = MemoryHub()
        let custom = try CustomDevice(hub, folder.file)
        custom.shelf.manners.withLock { $0.listsBackwards = true }
        let plain = try ClientDevice(MemoryTransport(hub))
        try await syncUntilIdle(custom.device, plain)
        try plain.edit { context in for number in 1...20 { context.insert(SyncBerth("\(number)", nil)) } }
        try await plain.sync()
        custom.onPoint { if $0 == "rows saved" { throw Crash() } }
        await #expect(throws: Crash.self) { try await custom.device.sync() }
        try custom.restart()
        let rows = try custom.device.read { context in
            try context.fetch(FetchDescriptor<SyncBerth>()).map { ($0.label, $0.persistentModelID) }
        }
        try plain.edit { context in
            for berth in try context.fetch(FetchDescriptor<SyncBerth>()) { berth.label += " edited" }
        }
        try await syncUntilIdle(plain, custom.device)
        let later = try custom.device.read { context in
            try context.fetch(FetchDescriptor<SyncBerth>()).map { ($0.persistentModelID, $0.label) }
        }
        #expect(later.count == 20)
        let labels = Dictionary(uniqueKeysWithValues: later)
        for (label, row) in rows { #expect(labels[row] == "\(label) edited") }
        // Only the rows and their edits were saved, by the engine, and nothing was captured.
        #expect(custom.shelf.authors == [SyncEngine.author, SyncEngine.author])
    }

    /// The program deletes the history before the engine looks there for the save that was interrupted.
    @Test(arguments: ["intent written", "rows saved"], [false, true])
    func rowsOfAnInterruptedSaveAreNoNewRowsWithoutItsHistory(_ point: String, _ isEmpty: Bool) async throws {
        let hub = MemoryHub()
        let custom = try CustomDevice(hub, folder.file("\(point) \(isEmpty)"))
        let plain = try ClientDevice(MemoryTransport(hub))
        if !isEmpty { try custom.device.edit { $0.insert(SyncHarbor("OWN", "own")) } }
        try await syncUntilIdle(custom.device, plain)
        try plain.fill("a")
        try plain.edit { context in for number in 1...5 { context.insert(SyncBerth("\(number)", nil)) } }
        try await plain.sync()
        custom.onPoint { if $0 == point { throw Crash() } }
        await #expect(throws: Crash.self) { try await custom.device.sync() }
        // An engine that is made looks at once.
        custom.onPoint { _ in }
        try custom.device.read { try $0.deleteHistory(HistoryDescriptor<ShelfTransaction>()) }
        try custom.restart()
        try plain.edit(SyncBerth.self, where: { _ in true }) { $0.label += " edited" }
        try await syncUntilIdle(plain, custom.device)
        #expect(try outline(custom.device) == outline(plain))
        #expect(try outline(plain).count == (isEmpty ? 14 : 15))
    }

    /// A store that refuses a save is asked again, and nothing of the save counts as done.
    @Test func aSaveThatTheStoreRefusesIsRepeated() async throws {
        struct Refusal: Error {}
        let hub = MemoryHub()
        let custom = try CustomDevice(hub, folder.file)
        let plain = try ClientDevice(MemoryTransport(hub))
        try plain.fill("a")
        try await plain.sync()
        custom.shelf.manners.withLock {
            $0.beforeSave = { if $0 == SyncEngine.author { throw Refusal() } }
        }
        await #expect(throws: Refusal.self) { try await custom.device.sync() }
        #expect(try outline(custom.device).isEmpty)
        custom.shelf.manners.withLock { $0.beforeSave = { _ in } }
        try custom.device.edit { $0.insert(SyncHarbor("OWN", "own")) }
        try await syncUntilIdle(custom.device, plain)
        #expect(try outline(custom.device) == outline(plain))
        #expect(try outline(plain).count == 10)
    }

    /// A save of the program that comes between the reading and the writing of the engine waits, and both are kept.
    @Test func aSaveInTheMiddleOfARoundIsKept() async throws {
        let hub = MemoryHub()
        let custom = try CustomDevice(hub, folder.file)
        let plain = try ClientDevice(MemoryTransport(hub))
        try plain.edit { context in
            let harbor = SyncHarbor("KIE", "first")
            context.insert(harbor)
            context.insert(SyncBerth("1", harbor))
        }
        try await syncUntilIdle(custom.device, plain)
        try plain.edit { context in
            let harbor = try context.fetch(FetchDescriptor<SyncHarbor>())[0]
            harbor.city = "by another device"
            context.insert(SyncBerth("2", harbor))
        }
        try await plain.sync()
        let container = custom.device.container
        let (begun, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let hasSaved = Locked(false)
        let (isFirst, hasWaited) = (Locked(true), Locked(false))
        custom.onPoint { name in
            guard name == "before commit",
                isFirst.withLock({ first in
                    defer { first = false }; return first
                })
            else {
                return
            }
            let thread = Thread {
                let context = ModelContext(container)
                do {
                    let harbor = try context.fetch(FetchDescriptor<SyncHarbor>())[0]
                    _ = harbor.city
                    harbor.remark = "by the program"
                    context.insert(SyncBerth("3", harbor))
                    begun.signal()
                    try context.save()
                    hasSaved.withLock { $0 = true }
                } catch {
                    Issue.record(error)
                    begun.signal()
                }
                ended.signal()
            }
            thread.start()
            begun.wait()
            // Time for a save that does not wait.
            Thread.sleep(forTimeInterval: 0.2)
            hasWaited.withLock { $0 = !hasSaved.withLock { $0 } }
        }
        try await custom.device.sync()
        await withCheckedContinuation { continuation in
            Thread {
                ended.wait()
                continuation.resume()
            }.start()
        }
        #expect(hasSaved.withLock { $0 } && hasWaited.withLock { $0 })
        custom.onPoint { _ in }
        try await syncUntilIdle(custom.device, plain)
        for device in [custom.device, plain] {
            #expect(
                try outline(device).first { $0.hasPrefix("harbor") }
                    == "harbor KIE by another device by the program 0 [\"1\", \"2\", \"3\"]"
            )
        }
    }
}
