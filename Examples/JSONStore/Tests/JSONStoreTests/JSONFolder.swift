import Foundation
import JSONStore
import JournalModel
import SwiftData

/// A folder for the store of one test, removed with it.
final class JSONFolder {
    let url: URL
    var file: URL { url.appendingPathComponent("journal.json") }

    init() {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("jsonstore-\(UUID().uuidString)")
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// A context of a container that has just been opened.
    func context() throws -> ModelContext {
        ModelContext(try ModelContainer(for: Journal.self, configurations: JSONStoreConfiguration(url: file)))
    }

    func text() throws -> String { try String(contentsOf: file, encoding: .utf8) }
}

extension ModelContext {
    func entries() throws -> [Entry] { try fetch(FetchDescriptor<Entry>(sortBy: [SortDescriptor(\.number)])) }
    func journals() throws -> [Journal] { try fetch(FetchDescriptor<Journal>(sortBy: [SortDescriptor(\.title)])) }
}
