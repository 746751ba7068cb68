import SwiftData
import SwiftDataCore
import Testing

/// The cost to note a change of a relationship, and to take it back: in proportion to the change, however many members
/// there are.
@Suite struct UndoWorkTests {
    enum Way: CaseIterable { case append, appendOfNew, appendSaved, assignment, move, tag, deletion }

    private static let count = 300

    /// A context with an author of many books, the author of many other books, and a tag of many books, all read.
    private func library() throws -> (ModelContext, UndoManager, [Author], Tag) {
        let (context, manager) = try undoableLibrary()
        context.undoManager = nil
        let authors = ["many", "others"].map { Author(name: $0) }
        let (tag, other) = (Tag(name: "of many"), Tag(name: "of others"))
        for author in authors {
            context.insert(author)
            for number in 0..<Self.count {
                let book = Book(title: "\(author.name) \(number)", tags: [author.name == "many" ? tag : other])
                author.books.append(book)
            }
        }
        try context.save()
        context.undoManager = manager
        return (context, manager, authors, tag)
    }

    private func change(_ way: Way, _ context: ModelContext, _ authors: [Author], _ tag: Tag) throws {
        let (many, others) = (authors[0], authors[1])
        let books = way == .deletion ? many.books : others.books
        for (number, book) in books.enumerated() {
            switch way {
            case .append: many.books.append(book)
            case .appendOfNew: many.books.append(Book(title: "new \(number)"))
            case .appendSaved:
                many.books.append(Book(title: "new \(number)"))
                if number == books.count / 2 { try context.save() }
            case .assignment: book.author = number.isMultiple(of: 2) ? many : nil
            case .move: book.author = many
            case .tag: book.tags.append(tag)
            case .deletion: context.delete(book)
            }
        }
    }

    private func picture(_ authors: [Author], _ tag: Tag) -> [[String]] {
        authors.map { $0.books.map(\.title) } + [tag.books.map(\.title)]
    }

    @Test(arguments: Way.allCases, [false, true])
    func changesAreNotedAndTakenBackWithoutTheOtherMembers(_ way: Way, isOneGroup: Bool) throws {
        let (context, manager, authors, tag) = try library()
        let before = picture(authors, tag)
        func cost(_ work: () throws -> Void) rethrows -> Int {
            let (noted, compared) = (context.unit.counts.journaledMembers, context.unit.counts.comparedMembers)
            try work()
            #expect(context.unit.counts.comparedMembers - compared <= 20 * Self.count)
            return context.unit.counts.journaledMembers - noted
        }
        let limit = 8 * Self.count
        let changing = try cost {
            if isOneGroup {
                try manager.group { try change(way, context, authors, tag) }
            } else {
                // One transaction is one action.
                try manager.group { try context.transaction { try change(way, context, authors, tag) } }
            }
        }
        #expect(changing <= limit)
        let after = picture(authors, tag)
        #expect(after != before)
        for _ in 1...2 {
            let undoing = cost { manager.undo() }
            #expect(undoing <= limit)
            #expect(picture(authors, tag) == before)
            let redoing = cost { manager.redo() }
            #expect(redoing <= limit)
            #expect(picture(authors, tag) == after)
        }
        try context.save()
        let read = try ModelContext(context.container).all(Author.self, sortBy: [SortDescriptor(\.name)])
        #expect(read.map { $0.books.map(\.title) } == Array(after.prefix(2)))
    }

    @Test func oneAssignmentIsOneAction() throws {
        let (context, manager) = try undoableLibrary()
        let author = Author(name: "A")
        context.insert(author)
        author.books = [Book(title: "1")]
        try context.save()
        manager.removeAllActions()
        manager.groupsByEvent = true
        author.books += [Book(title: "2"), Book(title: "3")]
        context.processPendingChanges()
        #expect(manager.undoCount == 1)
        manager.undo()
        #expect(author.books.map(\.title) == ["1"])
        manager.redo()
        #expect(author.books.map(\.title) == ["1", "2", "3"])
        #expect(author.books.allSatisfy { $0.author === author })
    }
}
