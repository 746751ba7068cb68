import SwiftData
import Testing

/// The errors and results where a history is asked for and there is none.
@Suite struct WithoutHistoryTests {
    private func message(_ context: ModelContext, _ body: (ModelContext) throws -> Void) -> String {
        do { try body(context) } catch {
            #expect(error as? SwiftDataError == .invalidTransactionFetchRequest)
            return "\(error)"
        }
        return ""
    }

    @Test func aStoreWithoutHistoryIsNamed() throws {
        let store = try CustomStore(.plain)
        let context = try store.context()
        let messages = [
            message(context) { _ = try $0.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()) },
            message(context) { try $0.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>()) },
        ]
        for message in messages {
            #expect(message.contains("keeps a history: "))
            #expect(message.contains("HistoryProviding"))
            #expect(message.contains("Store"))
            #expect(!message.contains("Ask for the type"))
        }
    }
}
