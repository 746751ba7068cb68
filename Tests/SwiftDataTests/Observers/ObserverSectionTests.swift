import SwiftData
import SwiftDataCore
import Testing

/// Sections of observers.
@Suite struct ObserverSectionTests {
    private func filled() throws -> ModelContext {
        let context = try shipmentContext()
        for (label, town) in [("a", "Lviv"), ("b", "Kyiv"), ("c", "Lviv")] {
            context.insert(Shipment(label: label, town: town))
        }
        try context.save()
        return context
    }

    private func groups(_ observer: ResultsObserver<Shipment, String>) -> [String] {
        (observer.sections ?? SectionedResults([], titles: [])).map { $0.title + ":" + $0.map(\.label).joined() }
    }

    @Test func modelsMoveBetweenSections() throws {
        let context = try filled()
        let observer = try ResultsObserver(
            sortBy: [SortDescriptor(\Shipment.label)],
            sectionBy: \.town,
            modelContext: context
        )
        #expect(groups(observer) == ["Kyiv:b", "Lviv:ac"])
        observer.results.first?.town = "Lviv"
        #expect(groups(observer) == ["Lviv:abc"])
        context.insert(Shipment(label: "d", town: "Ahtyrka"))
        #expect(groups(observer) == ["Ahtyrka:d", "Lviv:abc"])
        context.rollback()
        #expect(groups(observer) == ["Kyiv:b", "Lviv:ac"])
    }

    @Test func sectionsAreFoundByTheirTitles() throws {
        let observer = try ResultsObserver<Shipment, String>(sectionBy: \.town, modelContext: try filled())
        let sections = try #require(observer.sections)
        #expect(sections.index(ofSectionTitled: "Lviv") == 1)
        #expect(sections.index(ofSectionTitled: "Odesa") == nil)
        #expect(sections[sectionTitle: "Lviv"]?.count == 2)
        #expect(sections[sectionTitle: "Odesa"] == nil)
        #expect(sections.contains(sectionTitle: "Kyiv"))
        #expect(!sections.contains(sectionTitle: "kyiv"))
        #expect(sections[1].id == "Lviv")
        #expect(sections == observer.sections)
        #expect(sections[0] != sections[1])
        let reversed = SectionedResults(observer.results.reversed(), titles: ["Lviv", "Lviv", "Kyiv"])
        #expect(reversed != sections)
    }

    @Test func indexPathsLeadToModelsAndBack() throws {
        let observer = try ResultsObserver(
            sortBy: [SortDescriptor(\Shipment.label)],
            sectionBy: \.town,
            modelContext: try filled()
        )
        let c = try #require(observer.element(at: IndexPath(indexes: [1, 1])))
        #expect(c.label == "c")
        #expect(observer.indexPath(for: c) == IndexPath(indexes: [1, 1]))
        #expect(observer.element(at: IndexPath(indexes: [1, 2])) == nil)
        #expect(observer.element(at: IndexPath(indexes: [2, 0])) == nil)
        #expect(observer.element(at: IndexPath(index: 0)) == nil)
        #expect(observer.element(at: IndexPath(indexes: [-1, 0])) == nil)
        #expect(observer.indexPath(for: Shipment(label: "other")) == nil)
        let plain = try ResultsObserver<Shipment, Never>(modelContext: observer.modelContext)
        #expect(plain.element(at: IndexPath(indexes: [0, 0])) == nil)
        #expect(plain.indexPath(for: c) == nil)
    }

    @Test func theGroupingIsTheFirstKeyOfTheOrder() throws {
        let observer = try ResultsObserver<Shipment, String>(sectionBy: \.town, modelContext: try filled())
        #expect(observer.sortBy == [SortDescriptor(\.town)])
        observer.sortBy = [SortDescriptor(\.label, order: .reverse)]
        #expect(observer.sortBy == [SortDescriptor(\.town), SortDescriptor(\.label, order: .reverse)])
        #expect(groups(observer) == ["Kyiv:b", "Lviv:ca"])
        observer.sortBy = observer.sortBy
        #expect(observer.sortBy.count == 2)
        observer.sortBy = [SortDescriptor(\.town, order: .reverse)]
        #expect(groups(observer) == ["Lviv:ac", "Kyiv:b"])
    }

    @Test func setSectionsStayUntilTheResultsChange() throws {
        let context = try filled()
        let observer = try ResultsObserver<Shipment, String>(sectionBy: \.town, modelContext: context)
        observer.sections = SectionedResults(Array(observer.results), titles: ["x", "x", "x"])
        #expect(groups(observer) == ["x:bac"])
        context.insert(Shipment(label: "d", town: "Kyiv"))
        #expect(groups(observer) == ["Kyiv:bd", "Lviv:ac"])
    }
}
