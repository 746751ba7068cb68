import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSync
import SwiftDataTesting
import TestSupport
import Testing

/// Stores with many rows that join, and stores that receive them: the work is counted in statements.
@Suite(.timeLimit(.minutes(30))) struct ClientJoinTests {
    /// A device whose statements are counted.
    private struct CountedDevice {
        let device: ClientDevice
        private let recorder: StatementRecorder
        private let points: Locked<[Int]>

        init(_ hub: MemoryHub) throws {
            let schema = Schema(joinModels)
            let place = ModelConfiguration(schema: schema, isStoredInMemoryOnly: true)
            let container = try ModelContainer(for: schema, configurations: [place])
            let recorder = StatementRecorder(container)
            let points = Locked<[Int]>([])
            device = try ClientDevice(container, MemoryTransport(hub)) { configuration in
                configuration.environment.point = { _ in
                    let count = recorder.statements.count
                    points.withLock { $0.append(count) }
                }
            }
            (self.recorder, self.points) = (recorder, points)
        }

        func reset() {
            recorder.reset()
            points.withLock { $0 = [] }
        }

        var statements: Int { recorder.statements.count }

        func count(_ part: String) -> Int { recorder.statements.count { $0.contains(part) } }

        /// The number of statements between two points, where it is greatest.
        var longestStretch: Int {
            let points = points.withLock { $0 } + [statements]
            return zip(points, points.dropFirst()).map { $1 - $0 }.max() ?? 0
        }
    }

    private static let states = "SET state = "
    private static let facts = "standing = "

    private static func fill(_ device: ClientDevice, yards: Int, boats: Int) throws {
        for yard in 0..<yards {
            try device.edit { context in
                let owner = JoinYard("\(yard)")
                context.insert(owner)
                for boat in 0..<boats { context.insert(JoinBoat("\(yard) \(boat)", owner)) }
            }
        }
    }

    /// The statements by which the stores of two devices join and receive rows.
    private static func costs(yards: Int, boats: Int) async throws -> (join: CountedDevice, receipt: CountedDevice) {
        let hub = MemoryHub()
        let (sender, receiver) = (try CountedDevice(hub), try CountedDevice(hub))
        try fill(sender.device, yards: yards, boats: boats)
        sender.reset()
        try await sender.device.engine.sendChanges()
        receiver.reset()
        try await receiver.device.engine.fetchChanges()
        let (joined, received) = (sender.statements, receiver.statements)
        print("• sync: \(yards) × \(boats) rows join by \(joined) statements and are received by \(received)")
        try receiver.device.read { context in
            let boatCount = try context.fetchCount(FetchDescriptor<JoinBoat>())
            #expect(boatCount == yards * boats)
            for yard in try context.fetch(FetchDescriptor<JoinYard>()) {
                #expect(yard.boats.map(\.name) == (0..<boats).map { "\(yard.name) \($0)" })
            }
        }
        return (sender, receiver)
    }

    @Test func rowsThatJoinAreWrittenOnceAlsoWhereTheirParentsHaveLaterNames() async throws {
        let (sender, receiver) = try await Self.costs(yards: 4, boats: 200)
        for device in [sender, receiver] {
            #expect(device.count(Self.states) == 804)
            #expect(device.count(Self.facts) == 804)
        }
    }

    @Test func theWorkGrowsWithTheNumberOfRowsAndTransactionsDoNot() async throws {
        let (few, received) = try await Self.costs(yards: 1, boats: 1_000)
        let (many, receivedMany) = try await Self.costs(yards: 1, boats: 3_000)
        #expect(Double(many.statements) < 3.3 * Double(few.statements))
        #expect(Double(receivedMany.statements) < 3.3 * Double(received.statements))
        #expect(many.longestStretch < few.longestStretch * 3 / 2)
        #expect(receivedMany.longestStretch < received.longestStretch * 3 / 2)
    }

    @Test func aChildAmongManyCostsWhatItCostsAmongFew() async throws {
        var costs: [[Int]] = []
        for boats in [10, 1_000] {
            let (sender, receiver) = try await Self.costs(yards: 1, boats: boats)
            try sender.device.edit { $0.insert(JoinBoat("new", try $0.fetch(FetchDescriptor<JoinYard>()).first)) }
            sender.reset()
            try await sender.device.engine.sendChanges()
            receiver.reset()
            try await receiver.device.engine.fetchChanges()
            costs.append([sender.statements, receiver.statements])
        }
        #expect(costs[0] == costs[1])
    }

    @Test func rowsBeforeTheirParentsInATreeAreWrittenOnce() async throws {
        let hub = MemoryHub()
        let (sender, receiver) = (try CountedDevice(hub), try CountedDevice(hub))
        // The parents have later keys than their children.
        try sender.device.edit { context in
            for number in 0..<400 { context.insert(JoinTrunk("\(number)")) }
        }
        try sender.device.edit { context in
            let trunks = try context.fetch(FetchDescriptor<JoinTrunk>(sortBy: [SortDescriptor(\.name)]))
            for number in 0..<40 {
                let parent = JoinTrunk("parent \(number)")
                context.insert(parent)
                for trunk in trunks[(number * 10)..<(number * 10 + 10)] { trunk.parent = parent }
            }
        }
        sender.reset()
        try await sender.device.engine.sendChanges()
        #expect(sender.count(Self.facts) == 440)
        receiver.reset()
        try await receiver.device.engine.fetchChanges()
        #expect(receiver.count(Self.facts) == 440)
        try receiver.device.read { context in
            let parents = try context.fetch(FetchDescriptor<JoinTrunk>()).filter { $0.name.hasPrefix("parent") }
            #expect(parents.count == 40 && parents.allSatisfy { $0.children.count == 10 })
        }
    }

    @Test func rowsThatReferToEachOtherInCirclesJoin() async throws {
        let hub = MemoryHub()
        let (a, b) = (try CountedDevice(hub), try CountedDevice(hub))
        try a.device.edit { context in
            let trunks = (0..<300).map { JoinTrunk("\($0)") }
            for trunk in trunks { context.insert(trunk) }
            for (number, trunk) in trunks.enumerated() { trunk.parent = trunks[(number + 1) % 300] }
        }
        try await a.device.engine.sendChanges()
        try await b.device.engine.fetchChanges()
        let parents = try b.device.read { context in
            try context.fetch(FetchDescriptor<JoinTrunk>()).map { [$0.name, $0.parent?.name ?? ""] }
        }
        #expect(Set(parents) == Set((0..<300).map { ["\($0)", "\(($0 + 1) % 300)"] }))
    }

    @Test func childrenOfTwoClassesKeepTheirOrder() async throws {
        let hub = MemoryHub()
        let (a, b) = (try CountedDevice(hub), try CountedDevice(hub))
        var names: [String] = []
        for number in 0..<8 {
            try a.device.edit { context in
                let parent = try context.fetch(FetchDescriptor<JoinTrunk>()).first { $0.name == "root" }
                let root = parent ?? JoinTrunk("root")
                if parent == nil { context.insert(root) }
                let child = number % 3 == 1 ? JoinBranch("\(number)", root, length: 1) : JoinTrunk("\(number)", root)
                context.insert(child)
            }
            names.append("\(number)")
        }
        try await a.device.engine.sendChanges()
        try await b.device.engine.fetchChanges()
        for device in [a, b] {
            try device.device.read { context in
                let root = try context.fetch(FetchDescriptor<JoinTrunk>()).first { $0.name == "root" }
                #expect(root?.children.map(\.name) == names)
            }
        }
    }

    @Test func membersAndPairsOfStoresThatJoinAreWrittenOnce() async throws {
        let hub = MemoryHub()
        let (sender, receiver) = (try CountedDevice(hub), try CountedDevice(hub))
        try sender.device.edit { context in
            let marks = (0..<30).map { JoinMark("\($0)") }
            for mark in marks { context.insert(mark) }
            for number in 0..<20 {
                let chest = JoinChest("\(number)")
                context.insert(chest)
                chest.tools = (0..<20).map { JoinTool("\(number) \($0)") }
                chest.marks = Array(marks[number..<number + 10])
            }
        }
        sender.reset()
        try await sender.device.engine.sendChanges()
        #expect(sender.count(Self.states) == 450)
        receiver.reset()
        try await receiver.device.engine.fetchChanges()
        #expect(receiver.count(Self.states) == 450)
        try receiver.device.read { context in
            let chests = try context.fetch(FetchDescriptor<JoinChest>())
            #expect(chests.count == 20)
            for chest in chests {
                guard let number = Int(chest.name) else { continue }
                #expect(Set(chest.tools.map(\.name)) == Set((0..<20).map { "\(number) \($0)" }))
                #expect(Set(chest.marks.map(\.name)) == Set((number..<number + 10).map { "\($0)" }))
            }
        }
    }

    @Test func aJoinThatWasInterruptedGoesOn() async throws {
        struct Interruption: Error {}
        let hub = MemoryHub()
        let left = Locked(6)
        let a = try ClientDevice(MemoryTransport(hub), models: joinModels) { configuration in
            configuration.environment.point = { name in
                let isOver = left.withLock { left in
                    if name == "begin" { left -= 1 }
                    return name == "begin" && left == 0
                }
                if isOver { throw Interruption() }
            }
        }
        let b = try CountedDevice(hub)
        try Self.fill(a, yards: 3, boats: 600)
        try a.edit { context in
            for number in 0..<300 { context.insert(JoinTrunk("\(number)")) }
        }
        await #expect(throws: Interruption.self) { try await a.engine.sendChanges() }
        try await a.engine.sendChanges()
        try await b.device.engine.fetchChanges()
        try b.device.read { context in
            let counts = try context.fetch(FetchDescriptor<JoinYard>()).map(\.boats.count)
            #expect(counts == [600, 600, 600])
            let trunkCount = try context.fetchCount(FetchDescriptor<JoinTrunk>())
            #expect(trunkCount == 300)
        }
    }
}
