import SwiftData
import TestSupport
import Testing

/// `minimumModelCount` and `maximumModelCount` where it is the store that finds out who has how many.
@Suite struct CountsAtTheStoreTests {
    private func context(_ medium: Medium) throws -> (TemporaryFolder, ModelContext) {
        let store = try TemporaryFolder()
        let types: [any PersistentModel.Type] = [Crane.self, Yard.self, Slip.self]
        let configuration =
            switch medium {
            case .memory: ModelConfiguration(isStoredInMemoryOnly: true)
            case .disk: ModelConfiguration(url: store.file)
            }
        return (store, ModelContext(try ModelContainer(for: Schema(types), configurations: [configuration])))
    }

    private func yard(_ name: String, cranes: [String], in context: ModelContext) throws -> Yard {
        let yard = Yard(name)
        yard.cranes = cranes.map { Crane($0) }
        yard.slips = [Slip("\(name)1"), Slip("\(name)2")]
        context.insert(yard)
        try context.save()
        return yard
    }

    private func refused(_ property: String, _ body: () throws -> Void) {
        let error = #expect(throws: StoreError.self, performing: body)
        #expect(error?.code == .validation)
        #expect(error?.propertyName == property)
    }

    @Test(arguments: Medium.allCases)
    func anUpsertThatBringsAMemberTooManyIsRefused(_ medium: Medium) throws {
        let (store, context) = try context(medium)
        defer { withExtendedLifetime(store) {} }
        _ = try yard("A", cranes: ["a", "b"], in: context)
        let second = try yard("B", cranes: ["c", "d", "e"], in: context)
        // The crane "a" exists, in the other yard. This context knows of neither.
        let other = ModelContext(context.container)
        let full = try #require(
            try other.fetch(FetchDescriptor<Yard>(predicate: #Predicate { $0.name == "B" })).first
        )
        other.insert(Crane("a", yard: full))
        refused("cranes") { try other.save() }
        other.rollback()
        #expect(second.cranes.count == 3)
        #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Crane>()) == 5)
    }

    @Test(arguments: Medium.allCases)
    func anUpsertThatTakesAMemberFromWhoNeedsItIsRefused(_ medium: Medium) throws {
        let (store, context) = try context(medium)
        defer { withExtendedLifetime(store) {} }
        let first = try yard("A", cranes: ["a", "b"], in: context)
        let second = try yard("B", cranes: ["c", "d"], in: context)
        for isRead in [false, true] {
            if isRead { #expect(first.cranes.count == 2) }
            let crane = Crane("a")
            crane.yard = second
            refused("cranes") { try context.save() }
            #expect(crane.yard === second)
            context.rollback()
            #expect(first.cranes.map(\.name) == ["a", "b"])
            // One without a yard takes it away as well.
            context.insert(Crane("a"))
            refused("cranes") { try context.save() }
            context.rollback()
        }
        // Where the yard gets another crane in the same save, it has enough.
        first.cranes.append(Crane("f"))
        let crane = Crane("a")
        crane.yard = second
        try context.save()
        #expect(first.cranes.map(\.name) == ["b", "f"])
        #expect(second.cranes.map(\.name) == ["c", "d", "a"])
    }

    @Test(arguments: Medium.allCases, [true, false])
    func aDeletionThatTakesAMemberOfAJoinTableIsRefused(_ medium: Medium, _ isBatch: Bool) throws {
        let (store, context) = try context(medium)
        defer { withExtendedLifetime(store) {} }
        let yard = try yard("A", cranes: ["a", "b"], in: context)
        let slips = yard.slips
        #expect(slips.count == 2)
        refused("slips") {
            if isBatch {
                try context.delete(model: Slip.self, where: #Predicate { $0.name == "A1" })
            } else {
                context.delete(slips[0])
                try context.save()
            }
        }
        context.rollback()
        #expect(yard.slips.count == 2)
        #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Slip>()) == 2)
        // The yard itself may go, with or without them.
        if isBatch {
            try context.delete(model: Yard.self)
        } else {
            context.delete(yard)
            try context.save()
        }
        #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Slip>()) == 2)
    }
}

@Model
final class Yard {
    var name: String
    @Relationship(minimumModelCount: 2, maximumModelCount: 3, inverse: \Crane.yard)
    var cranes: [Crane] = []
    @Relationship(minimumModelCount: 2, inverse: \Slip.yards)
    var slips: [Slip] = []

    init(_ name: String) { self.name = name }
}

@Model
final class Crane {
    @Attribute(.unique) var name: String
    var yard: Yard?

    init(_ name: String, yard: Yard? = nil) {
        self.name = name
        self.yard = yard
    }
}

@Model
final class Slip {
    var name: String
    @Relationship(deleteRule: .noAction)
    var yards: [Yard] = []

    init(_ name: String) { self.name = name }
}
