import Foundation
import SwiftData
import Testing

/// Runs the examples of docs/observing.md.
@Suite struct ObserverDocumentationTests {
    @MainActor @Test func theExamples() async throws {
        let context = try shipmentContext()
        let heavy = try ResultsObserver(
            filterBy: #Predicate<Shipment> { $0.weight >= 10 },
            sortBy: [SortDescriptor(\.weight)],
            modelContext: context
        )
        context.insert(Shipment(label: "piano", weight: 400))
        #expect(heavy.results.map(\.label) == ["piano"])

        var seen: [[String]] = []
        for await labels in Observations({ heavy.results.map(\.label) }) {
            seen.append(labels)
            if seen.count == 1 { context.insert(Shipment(label: "organ", weight: 900)) }
            if seen.count == 2 { break }
        }
        #expect(seen == [["piano"], ["piano", "organ"]])

        var lines: [String] = []
        let byTown = try ResultsObserver<Shipment, String>(sectionBy: \.town, modelContext: context)
        lines = byTown.sections?.map { "\($0.title): \($0.count)" } ?? []
        #expect(lines == ["Kyiv: 2"])

        heavy.filterBy = #Predicate { $0.weight >= 500 }
        #expect(heavy.results.map(\.label) == ["organ"])
    }

    @Test func theDocumentHasTheseExamples() throws {
        var folder = URL(fileURLWithPath: #filePath)
        let source = try String(contentsOf: folder, encoding: .utf8).filter { !$0.isWhitespace }
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        let text = try String(contentsOf: folder.appendingPathComponent("docs/observing.md"), encoding: .utf8)
        let examples = text.components(separatedBy: "```swift\n").dropFirst()
        #expect(examples.count == 4)
        for example in examples {
            let code = try #require(example.components(separatedBy: "```").first).filter { !$0.isWhitespace }
            #expect(source.contains(code))
        }
    }
}
