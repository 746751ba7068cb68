import SwiftData
import TestSupport
import Testing

/// Whatever was done, undoing goes back through the same pictures, and redoing forward through them again.
@Suite struct UndoScriptTests {
    @Test(arguments: Trials.seeds(20), [false, true])
    func undoingAndRedoingGoThroughTheSamePictures(_ seed: UInt64, _ saves: Bool) throws {
        let (context, manager) = try undoableLibrary()
        var edits = LibraryEdits(seed: seed)
        var pictures = [try picture(context)]
        var steps: [String] = []
        for _ in 0..<25 {
            manager.beginUndoGrouping()
            var step = try edits.edit(context)
            if edits.number(below: 3) == 0 { step += ", " + (try edits.edit(context)) }
            manager.endUndoGrouping()
            guard manager.undoCount == pictures.count else { continue }
            steps.append(step)
            pictures.append(try picture(context))
            if saves, edits.number(below: 4) == 0 { try context.save() }
        }
        for round in 1...2 {
            for index in steps.indices.reversed() {
                manager.undo()
                let seen = try picture(context)
                try #require(seen == pictures[index], "round \(round), undo of \(index): \(steps[index])")
                if saves, edits.number(below: 4) == 0 { try context.save() }
            }
            #expect(!manager.canUndo)
            for index in steps.indices {
                manager.redo()
                let seen = try picture(context)
                try #require(seen == pictures[index + 1], "round \(round), redo of \(index): \(steps[index])")
                if saves, edits.number(below: 4) == 0 { try context.save() }
            }
            #expect(!manager.canRedo)
        }
        try context.save()
        #expect(try picture(ModelContext(context.container)) == pictures.last)
    }

    @Test(arguments: Trials.seeds(20))
    func undoingEverythingSinceTheSaveLeavesNothingToSave(_ seed: UInt64) throws {
        let (context, manager) = try undoableLibrary()
        var edits = LibraryEdits(seed: seed)
        for _ in 0..<20 { _ = try edits.edit(context) }
        try context.save()
        manager.removeAllActions()
        let before = try picture(context)
        for _ in 0..<10 { try manager.group { _ = try edits.edit(context) } }
        while manager.canUndo { manager.undo() }
        #expect(try picture(context) == before)
        #expect(context.changedModelsArray.isEmpty)
        #expect(context.insertedModelsArray.isEmpty)
        #expect(context.deletedModelsArray.isEmpty)
        #expect(!context.hasChanges)
    }

    @Test(arguments: Trials.seeds(20))
    func rollingBackShowsTheSavedPictureAgain(_ seed: UInt64) throws {
        let context = try memoryContext(Author.self, Book.self, Tag.self)
        var edits = LibraryEdits(seed: seed)
        for _ in 0..<20 { _ = try edits.edit(context) }
        try context.save()
        let before = try picture(context)
        for _ in 0..<12 { _ = try edits.edit(context) }
        let inserted = context.insertedModelsArray
        let deleted = context.deletedModelsArray
        context.rollback()
        #expect(try picture(context) == before)
        #expect(!context.hasChanges)
        #expect(inserted.allSatisfy { $0.modelContext == nil })
        #expect(deleted.allSatisfy { !$0.isDeleted && $0.modelContext === context })
        try context.save()
        #expect(try picture(ModelContext(context.container)) == before)
    }

    @Test(arguments: Trials.seeds(20))
    func aFailedTransactionLeavesWhatWasPendingBefore(_ seed: UInt64) throws {
        struct Stop: Error {}
        let context = try memoryContext(Author.self, Book.self, Tag.self)
        var edits = LibraryEdits(seed: seed)
        for _ in 0..<15 { _ = try edits.edit(context) }
        try context.save()
        for _ in 0..<(seed % 3 == 0 ? 0 : 5) { _ = try edits.edit(context) }
        let before = try picture(context)
        let hadChanges = context.hasChanges
        let inserted = Set(context.insertedModelsArray.map { ObjectIdentifier($0) })
        let deleted = Set(context.deletedModelsArray.map { ObjectIdentifier($0) })
        #expect(throws: Stop.self) {
            try context.transaction {
                for _ in 0..<10 { _ = try edits.edit(context) }
                throw Stop()
            }
        }
        #expect(try picture(context) == before)
        #expect(context.hasChanges == hadChanges)
        #expect(Set(context.insertedModelsArray.map { ObjectIdentifier($0) }) == inserted)
        #expect(Set(context.deletedModelsArray.map { ObjectIdentifier($0) }) == deleted)
        try context.save()
        #expect(try picture(ModelContext(context.container)) == before)
    }
}
