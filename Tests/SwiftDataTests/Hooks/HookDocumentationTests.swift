import Foundation
import SwiftData
import SwiftDataQueries
import Testing

@Model
final class Invoice {
    @Attribute(.unique) var title: String
    var total: Int
    var search = ""
    var deleted: Date?
    @Attribute(.createdDate) var created: Date?
    @Attribute(.updatedDate) var updated: Date?

    init(title: String, total: Int) {
        self.title = title
        self.total = total
    }
}

extension Invoice: WillSaveModel, ValidatedModel {
    func willSave() { search = title.lowercased() }

    func validate(_ problems: inout ModelProblems<Invoice>) {
        if title.isEmpty { problems.add(\.title, "must not be empty") }
        if total < 0 { problems.add(\.total, "must not be negative") }
    }
}

extension Invoice {
    static var kept: Predicate<Invoice> { #Predicate { $0.deleted == nil } }

    func softDelete() { deleted = .now }
}

/// The examples of docs/hooks.md.
@Suite struct HookDocumentationTests {
    @Test func hooks() throws {
        let context = try memoryContext(Invoice.self)
        context.autosaveEnabled = false
        let invoice = Invoice(title: "May", total: 5)
        context.insert(invoice)
        try context.save()
        #expect(invoice.search == "may")
        #expect(invoice.created != nil && invoice.created == invoice.updated)
        context.insert(Invoice(title: "", total: -1))
        let error = #expect(throws: ModelValidationError.self) { try context.save() }
        #expect(error?.problems.compactMap(\.propertyName) == ["title", "total"])
        context.rollback()

        context.insert(Invoice(title: "May", total: 6))
        #expect(throws: StoreError.self) {
            try context.save(onDuplicate: .error)
        }
        context.rollback()

        context.insert(Invoice(title: "June", total: 1))
        invoice.softDelete()
        try context.save()
        let invoices = try context.fetch(FetchDescriptor(predicate: Invoice.kept))
        #expect(invoices.map(\.title) == ["June"])
    }
}
