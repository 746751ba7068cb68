import SwiftData

// Common mistakes, and what the compiler says of them. A line with `// expect-error:` has that message in every target;
// where a target that uses the plugin SwiftDataPredicates has another one, `// plain-error:` is without the plugin and
// `// plugin-error:` with it.

@Model
final class Book {
    var title = ""
    var pages = 0
    var rating = 0.5
    var isRead = false
    var date = Date.now
    var note: String?
    var author: Author?
    var tags: [Tag] = []
    init() {}
}

@Model
final class Author {
    var name = ""
    init() {}
}

@Model
final class Tag {
    var name = ""
    init() {}
}

func custom(_ text: String) -> Bool { text.isEmpty }

// swift-format-ignore
func mistakes(text: String, number: Double, names: [String], limit: Int?) {
    _ = #Predicate<Book> { $0.titel == text }  // expect-error: value of type 'Book' has no member 'titel'
    _ = #Predicate<Book> { $0.title == text && $0.pagess > 3 }  // expect-error: value of type 'Book' has no member 'pagess'
    _ = #Predicate<Book> { book in book.author?.nam == text }  // expect-error: value of type 'Author' has no member 'nam'
    _ = #Predicate<Book> { $0.tags.contains(where: { $0.nam == text }) }  // expect-error: value of type 'Tag' has no member 'nam'
    _ = #Predicate<Book> { $0.title.hasPrefx("x") }  // expect-error: value of type 'String' has no member 'hasPrefx'
    _ = #Predicate<Book> { $0.title.reversedName().bar == text }  // expect-error: value of type 'String' has no member 'reversedName'
    _ = #Predicate<Bok> { $0.title == text }  // expect-error: cannot find type 'Bok' in scope
    _ = #Predicate<Book> { $0.pages == text }  // expect-error: binary operator '==' cannot be applied to operands of type 'Int' and 'String'
    _ = #Predicate<Book> { $0.title < 3 }  // expect-error: binary operator '<' cannot be applied to operands of type 'String' and 'Int'
    _ = #Predicate<Book> { $0.pages > number }  // plain-error: binary operator '>' cannot be applied to operands of type 'Int' and 'Double'  // plugin-error: cannot convert value of type 'Double' to expected argument type 'Int'
    _ = #Predicate<Book> { $0.rating == $0.pages }  // plain-error: binary operator '==' cannot be applied to operands of type 'Double' and 'Int'  // plugin-error: cannot convert value of type 'Double' to expected argument type 'Int'
    _ = #Predicate<Book> { $0.date > "2026" }  // expect-error: referencing operator function '>' on 'StringProtocol' requires that 'Date' conform to 'StringProtocol'
    _ = #Predicate<Book> { names.contains($0.pages) }  // expect-error: cannot convert value of type 'Int' to expected argument type 'String'
    _ = #Predicate<Book> { $0.title.contains(3) }  // expect-error: no exact matches in call to instance method 'contains'
    _ = #Predicate<Book> { $0.title }  // expect-error: cannot convert value of type 'String' to closure result type 'Bool'
    _ = #Predicate<Book> { $0.isRead = true }  // expect-error: cannot convert value of type '()' to closure result type 'Bool'
    _ = #Predicate<Book> { $0.author.name == text }  // expect-error: value of optional type 'Author?' must be unwrapped to refer to member 'name' of wrapped base type 'Author'
    _ = #Predicate<Book> { $0.note.contains("x") }  // expect-error: value of optional type 'String?' must be unwrapped to refer to member 'contains' of wrapped base type 'String'
    _ = #Predicate<Book> { $0.pages > limit }  // expect-error: value of optional type 'Int?' must be unwrapped to a value of type 'Int'
    _ = #Predicate<Book> { $0.title == txt }  // expect-error: cannot find 'txt' in scope
    _ = #Predicate<Book> { custom($0.title) }  // expect-error: a predicate cannot call 'custom': a store cannot run it; compute what does not depend on the input outside, or 'evaluate' another predicate (from macro 'Predicate')
    _ = #Predicate<Book> { $0.title.split(separator: "x").count == 3 }  // expect-error: a predicate cannot call 'split(separator:)': a store cannot take text apart; use 'contains(_:)', 'starts(with:)' or 'hasSuffix(_:)' (from macro 'Predicate')
    _ = #Predicate<Book> { if $0.isRead { return $0.pages } else { return false } }  // expect-error: type 'Int' cannot be used as a boolean; test for '!= 0' instead
    _ = #Predicate<Book> { first, second in first.title == second.title }  // plain-error: pack expansion requires that 'Book' and '_, _' have the same shape  // plugin-error: contextual closure type '(Book) -> Bool' expects 1 argument, but 2 were used in closure body
    _ = #Predicate { $0.title == text }  // expect-error: cannot infer type of closure parameter '$0' without a type annotation
    _ = FetchDescriptor<Book>(predicate: #Predicate { $0.titel == text })  // expect-error: value of type 'Book' has no member 'titel'
    _ = FetchDescriptor<Book>(predicate: #Predicate { $0.pages == text })  // expect-error: binary operator '==' cannot be applied to operands of type 'Int' and 'String'
    _ = FetchDescriptor<Book>(predicate: #Predicate { $0.title == txt })  // expect-error: cannot find 'txt' in scope
    _ = FetchDescriptor<Book>(predicate: #Predicate { $0.author.name == text })  // expect-error: value of optional type 'Author?' must be unwrapped to refer to member 'name' of wrapped base type 'Author'
    _ = #Expression<Book, Int> { $0.pags + 1 }  // expect-error: value of type 'Book' has no member 'pags'
    _ = #Expression<Book, Int> { $0.title }  // expect-error: cannot convert value of type 'String' to closure result type 'Int'
}
