import SwiftData
import Testing

@Suite struct BackingDataTests {
    private func book() -> (Book, DictionaryBackingData<Book>) {
        let data = DictionaryBackingData<Book>(for: Book.self)
        data.setValue(forKey: \.title, to: "Ulysses")
        data.setValue(forKey: \.pages, to: 700)
        data.setValue(forKey: \.isRead, to: false)
        data.setValue(forKey: \.author, to: nil as Author?)
        data.setValue(forKey: \.tags, to: [Tag]())
        return (Book(backingData: data), data)
    }

    @Test func aModelReadsFromTheUsersBackingData() {
        let (book, data) = book()
        #expect(book.title == "Ulysses")
        #expect(book.pages == 700)
        #expect(book.author == nil)
        #expect(book.tags.isEmpty)
        data.values[\Book.title] = "Dubliners"
        #expect(book.title == "Dubliners")
        #expect(book.persistentBackingData is DictionaryBackingData<Book>)
    }

    @Test func aModelWritesToTheUsersBackingData() {
        let (book, data) = book()
        let author = Author(name: "Joyce")
        book.title = "Finnegans Wake"
        book.pages += 1
        book.author = author
        book.tags = [Tag(name: "novel")]
        #expect(data.values[\Book.title] as? String == "Finnegans Wake")
        #expect(data.values[\Book.pages] as? Int == 701)
        #expect((data.values[\Book.author] as? Author) === author)
        #expect((data.values[\Book.tags] as? [Tag])?.map(\.name) == ["novel"])
    }

    @Test func aModelTakesOverAnotherBackingData() {
        let (_, data) = book()
        let book = Book(title: "Other")
        book.persistentBackingData = data
        #expect(book.title == "Ulysses")
        book.title = "Mine"
        #expect(data.values[\Book.title] as? String == "Mine")
    }

    @Test func aModelWithTheUsersBackingDataIsSaved() throws {
        let context = try memoryContext(Book.self)
        let (book, _) = book()
        context.insert(book)
        try context.save()
        let found = try #require(try ModelContext(context.container).fetch(FetchDescriptor<Book>()).first)
        #expect(found.title == "Ulysses")
        #expect(found.pages == 700)
    }

    @Test func valuesAreReachedByKeyPath() {
        let book = Book(title: "A", author: Author(name: "B"), tags: [Tag(name: "c")])
        let title: String = book.getValue(forKey: \.title)
        let author: Author? = book.getValue(forKey: \.author)
        let tags: [Tag] = book.getValue(forKey: \.tags)
        #expect(title == "A" && author === book.author && tags == book.tags)
        book.setValue(forKey: \.title, to: "Z")
        book.setValue(forKey: \.author, to: nil as Author?)
        book.setValue(forKey: \.tags, to: [Tag]())
        #expect(book.title == "Z" && book.author == nil && book.tags.isEmpty)
        let backing = book.persistentBackingData
        #expect(backing.getValue(forKey: \.title) == "Z")
        backing.setValue(forKey: \.pages, to: 3)
        #expect(book.pages == 3)
    }

    @Test func freshBackingDataHasTheDeclaredDefaults() {
        func fresh() -> some BackingData<Book> { Book.createBackingData() }
        let book = Book(backingData: fresh())
        #expect(book.isRead == false)
        #expect(book.tags.isEmpty)
        #expect(book.persistentModelID.isTemporary)
    }
}
