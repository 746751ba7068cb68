import SwiftData

/// A graph with every delete rule, on relationships to itself, so that it can have any cycle.
@Model
final class Machine {
    var name: String
    var kind = 0
    var owner: Machine?
    @Relationship(deleteRule: .cascade, inverse: \Machine.owner)
    var parts: [Machine] = []
    var leader: Machine?
    @Relationship(deleteRule: .nullify, inverse: \Machine.leader)
    var followers: [Machine] = []
    var guardian: Machine?
    @Relationship(deleteRule: .deny, inverse: \Machine.guardian)
    var wards: [Machine] = []
    var peers: [Machine] = []
    @Relationship(inverse: \Machine.peers)
    var peersOf: [Machine] = []

    init(_ name: String) { self.name = name }
}

/// The same graph as plain values, and what the delete rules make of it.
struct MachinePlan {
    var owner: [Int?]
    var leader: [Int?]
    var guardian: [Int?]
    var peers: [[Int]]
    var kinds: [Int]

    var count: Int { owner.count }

    /// Returns the machines that are deleted with some machines; nil where a machine that stays holds one of them.
    func doomed(by chosen: Set<Int>) -> Set<Int>? {
        var doomed = chosen
        var grows = true
        while grows {
            let more = Set((0..<count).filter { owner[$0].map(doomed.contains) ?? false })
            grows = !more.isSubset(of: doomed)
            doomed.formUnion(more)
        }
        let isDenied = (0..<count).contains { !doomed.contains($0) && guardian[$0].map(doomed.contains) == true }
        return isDenied ? nil : doomed
    }

    /// The machines without the deleted ones, as ``MachinePlan/picture(of:)`` has them.
    func picture(without doomed: Set<Int>) -> [String] {
        func name(_ index: Int?) -> String { index.flatMap { doomed.contains($0) ? nil : "m\($0)" } ?? "-" }
        return (0..<count).filter { !doomed.contains($0) }.map { index in
            let peers = peers[index].filter { !doomed.contains($0) }.map { "m\($0)" }.sorted()
            let parts = (0..<count).filter { owner[$0] == index && !doomed.contains($0) }.map { "m\($0)" }.sorted()
            return "m\(index) \(name(owner[index])) \(name(leader[index])) \(name(guardian[index])) \(peers) \(parts)"
        }.sorted()
    }

    static func picture(of context: ModelContext) throws -> [String] {
        try context.fetch(FetchDescriptor<Machine>()).map { machine in
            let peers = machine.peers.map(\.name).sorted()
            let parts = machine.parts.map(\.name).sorted()
            return "\(machine.name) \(machine.owner?.name ?? "-") \(machine.leader?.name ?? "-") "
                + "\(machine.guardian?.name ?? "-") \(peers) \(parts)"
        }.sorted()
    }

    /// Makes the machines in a context and saves them.
    @discardableResult
    func build(in context: ModelContext) throws -> [Machine] {
        let machines = (0..<count).map { Machine("m\($0)") }
        for (index, machine) in machines.enumerated() {
            machine.kind = kinds[index]
            machine.owner = owner[index].map { machines[$0] }
            machine.leader = leader[index].map { machines[$0] }
            machine.guardian = guardian[index].map { machines[$0] }
            machine.peers = peers[index].map { machines[$0] }
        }
        for machine in machines { context.insert(machine) }
        try context.save()
        return machines
    }

    static func random(_ seed: UInt64) -> MachinePlan {
        var state = seed &* 0x9E37_79B9_7F4A_7C15
        func next(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(limit))
        }
        let count = 3 + next(8)
        let all = Array(0..<count)
        return MachinePlan(
            owner: all.map { _ in next(2) == 0 ? next(count) : nil },
            leader: all.map { _ in next(2) == 0 ? next(count) : nil },
            guardian: all.map { _ in next(7) == 0 ? next(count) : nil },
            peers: all.map { _ in all.filter { _ in next(4) == 0 } },
            kinds: all.map { _ in next(3) }
        )
    }
}
