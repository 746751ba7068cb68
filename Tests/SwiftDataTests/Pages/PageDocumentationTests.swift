import Foundation
import SwiftData
import SwiftDataQueries
import Testing

@Model
final class Article {
    var title: String
    var date: Date

    init(title: String, date: Date) {
        self.title = title
        self.date = date
    }
}

/// The examples of docs/pages.md.
@Suite struct PageDocumentationTests {
    @Test func pages() throws {
        let context = try memoryContext(Article.self)
        for number in 0..<45 {
            context.insert(Article(title: "\(number)", date: Date(timeIntervalSinceReferenceDate: Double(number))))
        }
        try context.save()
        let newest = FetchDescriptor<Article>(sortBy: [SortDescriptor(\.date, order: .reverse)])
        let first = try context.page(of: newest, limit: 20)
        let second = try context.page(of: newest, after: first.next, limit: 20)
        #expect(first.models.map(\.title) == (25..<45).reversed().map { "\($0)" })
        #expect(second.models.map(\.title) == (5..<25).reversed().map { "\($0)" })

        let signature = PageSignature { Data($0.reversed()) }
        func articles(after text: String?, in context: ModelContext) throws -> (titles: [String], next: String?) {
            let cursor = try text.map { text in
                guard let cursor = PageCursor(text) else { throw PageError(code: .invalidCursor) }
                return cursor
            }
            let page = try context.page(of: newest, after: cursor, limit: 20, signature: signature)
            return (page.models.map(\.title), page.next?.description)
        }
        var (titles, next) = try articles(after: nil, in: context)
        while let text = next {
            let page = try articles(after: text, in: context)
            titles += page.titles
            next = page.next
        }
        #expect(titles == (0..<45).reversed().map { "\($0)" })
        #expect(throws: PageError(code: .invalidCursor)) { try articles(after: "a b", in: context) }
    }
}
