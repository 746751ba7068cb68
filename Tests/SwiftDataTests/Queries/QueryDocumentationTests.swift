import Foundation
import SwiftData
import Testing

extension ProgramContainerTests.QueryTests {
    /// Runs the examples of docs/query.md.
    @MainActor @Suite struct DocumentationTests {
        @MainActor @Observable
        final class Board {
            @ObservationIgnored
            @Query(filter: #Predicate<Shipment> { $0.weight >= 10 }, sort: \.weight) var heavy: [Shipment]

            @ObservationIgnored
            @Query(sort: \.label, sectionBy: \.town) var towns: SectionedResults<Shipment, String>

            func show(town: String) {
                _heavy = Query(filter: #Predicate { $0.town == town }, sort: \.weight)
            }
        }

        private struct ShipmentList {
            @Query(sort: \.label) var shipments: [Shipment]

            @MainActor var query: Query<Shipment, [Shipment]> { _shipments }
        }

        @Test func theExamples() throws {
            let context = try shipmentContext()
            let container = context.container
            for (label, town, weight) in [("piano", "Lviv", 400), ("organ", "Kyiv", 900), ("pen", "Lviv", 1)] {
                context.insert(Shipment(label: label, town: town, weight: weight))
            }
            try context.save()
            let board = Board()
            #expect(board.heavy.isEmpty && board.messages == ["The list may be out of date."])
            container.withCurrent {
                #expect(board.heavy.map(\.label) == ["piano", "organ"] && board.messages.isEmpty)
                #expect(board.towns.sectionTitles == ["Kyiv", "Lviv"])
                board.show(town: "Lviv")
                #expect(board.heavy.map(\.label) == ["pen", "piano"])
            }

            let labels = container.withCurrent {
                @Query(sort: \.weight, order: .reverse) var shipments: [Shipment]
                return shipments.map(\.label)
            }
            #expect(labels == ["organ", "piano", "pen"])

            var view = ShipmentList()
            view.query.use(context)
            let former = view
            view = ShipmentList()
            view.query.adopt(former.query)
            #expect(view.shipments.map(\.label) == ["organ", "pen", "piano"])
            #expect(view.query.modelContext === context)
        }

        @Test func theDocumentHasTheseExamples() throws {
            var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            let files = ["Queries/QueryDocumentationTests.swift", "Interface/FakePreviews.swift"]
            folder.deleteLastPathComponent()
            let source = try files.map { file in
                try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8).filter { !$0.isWhitespace }
            }
            for _ in 0..<2 { folder.deleteLastPathComponent() }
            let text = try String(contentsOf: folder.appendingPathComponent("docs/query.md"), encoding: .utf8)
            let examples = text.components(separatedBy: "```swift\n").dropFirst()
            #expect(examples.count == 7)
            for example in examples {
                let code = try #require(example.components(separatedBy: "```").first).filter { !$0.isWhitespace }
                #expect(source.contains { $0.contains(code) }, "\(example)")
            }
        }
    }
}

extension ProgramContainerTests.QueryTests.DocumentationTests.Board {
    fileprivate var messages: [String] {
        var messages: [String] = []
        if _heavy.fetchError != nil { messages.append("The list may be out of date.") }
        return messages
    }
}
