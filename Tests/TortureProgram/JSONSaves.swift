import FaultyVFS
import Foundation
import JSONStoreExample
import SwiftData
import SwiftDataCore

/// A row of the example store.
@Model
final class Page {
    var text: String
    var number: Int

    init(_ text: String, _ number: Int) {
        self.text = text
        self.number = number
    }
}

/// A save in the example store, whose files are Foundation's: the calls of the system fail, and not those of a double.
struct JSONSaves: Whole {
    let files = ["pages.json"]

    private struct Wrong: Error, CustomStringConvertible { let description: String }

    private func context(_ folder: URL) throws -> ModelContext {
        let schema = Schema([Page.self])
        let url = folder.appendingPathComponent(files[0])
        let configuration = JSONStoreConfiguration(name: "pages", schema: schema, url: url)
        return ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
    }

    func fill(_ folder: URL) throws {
        let context = try context(folder)
        for number in 0..<40 { context.insert(Page("page \(number)", number)) }
        try context.save()
    }

    func run(_ folder: URL) throws {
        let context = try context(folder)
        let pages = try context.fetch(FetchDescriptor<Page>(sortBy: [SortDescriptor(\.number)]))
        // It was saved although something has failed afterwards.
        if pages.first?.number != 0 { return }
        context.delete(pages[0])
        pages[1].text = "changed"
        context.insert(Page("new", 100))
        let pending = Pending(context)
        do {
            try context.save()
        } catch {
            faulty_disarm()
            let isUnsaved = try context.isUnsaved(in: folder.appendingPathComponent(files[0]))
            if isUnsaved, Pending(context) != pending {
                throw Wrong(description: "the changes are not pending any more")
            }
            if isUnsaved { try context.save() }
            throw error
        }
    }

    /// The rows, without what differs from one run to the next.
    func state(of name: String, in folder: URL) throws -> String {
        guard let data = FileManager.default.contents(atPath: folder.appendingPathComponent(name).path) else {
            return ""
        }
        return try Self.rows(data)
    }

    fileprivate static func rows(_ data: Data) throws -> String {
        let all = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        let rows = all?["rows"] as? [[String: Any]] ?? []
        return rows.map { "\($0["text"] ?? "-") \($0["number"] ?? "-")" }.sorted().joined(separator: "\n")
    }

    func problems(of name: String, in folder: URL) throws -> [String] { [] }

    func leftovers(_ folder: URL) throws -> [String] {
        // Foundation removes its own once.
        if faulty_hits() > 1 { return [] }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return names.filter { $0 != files[0] }.map { "\($0) is left behind" }
    }

    /// An example has no error for each that the system may give.
    func isTyped(_ error: any Error) -> Bool { error is JSONStoreError || error is CocoaError }
}

extension ModelContext {
    fileprivate func isUnsaved(in file: URL) throws -> Bool {
        try !JSONSaves.rows(Data(contentsOf: file)).contains("changed")
    }
}
