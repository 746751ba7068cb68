import SwiftData
import TestSupport
import Testing

@Suite struct DeleteRuleTests {
    private func guarded() throws -> (ModelContext, Machine, Machine) {
        let context = try memoryContext(Machine.self)
        let ward = Machine("ward")
        let guardian = Machine("guardian")
        ward.guardian = guardian
        context.insert(ward)
        try context.save()
        return (context, guardian, ward)
    }

    @Test func aDeniedDeletionSaysWhoHoldsWhom() throws {
        let (context, guardian, ward) = try guarded()
        context.delete(guardian)
        let error = try #require(#expect(throws: StoreError.self) { try context.save() })
        #expect(error.code == .deleteDenied)
        #expect(error.entityName == "Machine")
        #expect(error.propertyName == "wards")
        #expect(error.persistentModelID == guardian.persistentModelID)
        #expect(error.description.contains("/Machine/p"))
        #expect(!error.description.contains("guardian\""))
        context.rollback()
        #expect(ward.guardian === guardian)
    }

    @Test func theStoreSaysWhoHoldsWhomToo() throws {
        let (context, guardian, ward) = try guarded()
        let error = try #require(
            #expect(throws: StoreError.self) {
                try context.delete(model: Machine.self, where: #Predicate { $0.name == "guardian" })
            }
        )
        #expect(error.persistentModelID == guardian.persistentModelID)
        #expect(error.propertyName == "wards")
        #expect(error.message.contains("Machine (x-coredata://"))
        #expect(ward.guardian === guardian)
    }

    @Test func aDeniedDeletionCanBeSavedWhenTheHolderHasMoved() throws {
        let (context, guardian, ward) = try guarded()
        let other = Machine("other")
        context.insert(other)
        context.delete(guardian)
        #expect(throws: StoreError.self) { try context.save() }
        ward.guardian = other
        try context.save()
        #expect(try MachinePlan.picture(of: ModelContext(context.container)).count == 2)
    }

    @Test func aHolderThatIsDeletedInTheSameSaveDoesNotHold() throws {
        let (context, guardian, ward) = try guarded()
        context.delete(guardian)
        context.delete(ward)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Machine>()) == 0)
    }

    @Test func aRefusedBatchKeepsWhatWasNotSavedYet() throws {
        let (context, _, _) = try guarded()
        let new = Machine("new")
        context.insert(new)
        #expect(throws: StoreError.self) {
            try context.delete(model: Machine.self, where: #Predicate { $0.name != "ward" })
        }
        #expect(new.modelContext === context)
        #expect(context.insertedModelsArray.count == 1)
    }

    @Test func deletingTwiceIsDeletingOnce() throws {
        let context = try memoryContext(Machine.self)
        let machine = Machine("m")
        machine.parts = [Machine("part")]
        context.insert(machine)
        try context.save()
        context.delete(machine)
        context.delete(machine)
        #expect(context.deletedModelsArray.count == 2)
        try context.save()
        context.delete(machine)
        #expect(!context.hasChanges)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Machine>()) == 0)
    }

    @Test func aGraphThatWasOnlyInsertedIsDeletedWithItsCascade() throws {
        let context = try memoryContext(Machine.self)
        let machine = Machine("m")
        let part = Machine("part")
        let follower = Machine("follower")
        machine.parts = [part]
        machine.followers = [follower]
        part.owner = machine
        context.insert(machine)
        context.delete(machine)
        #expect(part.modelContext == nil)
        #expect(follower.leader == nil)
        #expect(context.insertedModelsArray.count == 1)
        try context.save()
        #expect(try MachinePlan.picture(of: ModelContext(context.container)).count == 1)
    }

    @Test func aDeletedAndSavedModelIsInsertedAgainAsANewOne() throws {
        let context = try memoryContext(Author.self, Book.self, Tag.self)
        let author = Author(name: "A")
        context.insert(author)
        try context.save()
        let old = author.persistentModelID
        context.delete(author)
        try context.save()
        context.insert(author)
        #expect(author.modelContext === context)
        author.books = [Book(title: "1")]
        try context.save()
        #expect(author.persistentModelID != old)
        let read = try #require(try ModelContext(context.container).fetch(FetchDescriptor<Author>()).first)
        #expect(read.name == "A")
        #expect(read.books.map(\.title) == ["1"])
    }

    @Test func noActionLeavesThePartnerAlone() throws {
        let store = try TemporaryFolder()
        for isBatch in [false, true] {
            let context = ModelContext(try store.container(for: Boathouse.self, Van.self))
            let boathouse = Boathouse()
            boathouse.vans = [Van(), Van()]
            context.insert(boathouse)
            try context.save()
            let vans = boathouse.vans
            if isBatch {
                try context.delete(model: Boathouse.self)
            } else {
                context.delete(boathouse)
                #expect(vans.allSatisfy { $0.boathouse === boathouse })
                try context.save()
            }
            #expect(try store.sqlite3("SELECT count(*) FROM ZBOATHOUSE") == "0")
            #expect(try store.sqlite3("SELECT count(*) FROM ZVAN WHERE ZBOATHOUSE IS NOT NULL") == "2")
            // What leads to a row that is gone can be read.
            let read = try ModelContext(context.container).fetch(FetchDescriptor<Van>())
            for van in read { _ = van.boathouse?.name }
            #expect(try store.sqlite3("PRAGMA integrity_check") == "ok")
            try context.delete(model: Van.self)
        }
    }
}

@Model
final class Boathouse {
    var name = "boathouse"
    @Relationship(deleteRule: .noAction, inverse: \Van.boathouse)
    var vans: [Van] = []

    init() {}
}

@Model
final class Van {
    var boathouse: Boathouse?

    init() {}
}
