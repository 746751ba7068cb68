package import Foundation
import SwiftData
package import SwiftDataCore

/// Random rows in one container, and random predicates on them, of which the store, our evaluator and Foundation have
/// to choose the same rows.
package struct DifferentialRound {
    /// A test that is true if a store leaves nothing of a condition to memory.
    package typealias Translates = (QueryNode, _ entityName: String) -> Bool
    /// Finds the rows in another way than by a fetch of the context.
    package typealias Chooser = (
        QueryNode, _ entityName: String, _ models: [any PersistentModel]
    ) throws -> Set<PersistentIdentifier>

    /// Another question about the rows that a predicate chooses.
    package protocol Question: Sendable {
        /// Compares the store's answer with that of the chosen models, and describes the differences.
        func differences<Model: PersistentModel>(
            _ context: ModelContext,
            _ predicate: Predicate<Model>,
            chosen: [Model]
        ) throws -> [String]
    }

    private let seed: UInt64
    private let context: ModelContext
    private let source: PredicateSource
    private let translates: Translates
    private let choose: Chooser?
    private let asksFoundation: Bool
    private let question: (any Question)?
    private let hasPendingChanges: Bool
    private let universe: Universe
    private var report = DifferentialReport()

    /// All models that there are, by class.
    private struct Universe {
        let exhibits: [Exhibit]
        let paintings: [Painting]
        let sculptures: [Sculpture]
        let curators: [Curator]
        let notes: [Note]
        let themes: [Theme]
    }

    /// Fills an empty container.
    /// - Throws: The errors of the container when it saves or fetches.
    package init(
        seed: UInt64,
        hasPendingChanges: Bool,
        container: ModelContainer,
        translates: @escaping Translates = { _, _ in false },
        choose: Chooser? = nil,
        asksFoundation: Bool = true,
        question: (any Question)? = nil,
        lacking: Set<StoreCapability> = []
    ) throws {
        self.seed = seed
        self.hasPendingChanges = hasPendingChanges
        self.translates = translates
        self.choose = choose
        self.asksFoundation = asksFoundation
        self.question = question
        context = ModelContext(container)
        context.autosaveEnabled = false
        let palette = Palette(seed: seed, lacking: lacking)
        let catalogues = Catalogues.museum
        source = PredicateSource(catalogues: catalogues, palette: palette)
        var rows = MuseumRows(catalogues, palette, context, seed: seed)
        rows.insertAll()
        try context.save()
        if hasPendingChanges { try rows.disturb() }
        try rows.remember()
        universe = Universe(
            exhibits: palette.rows(Exhibit.self),
            paintings: palette.rows(Painting.self),
            sculptures: palette.rows(Sculpture.self),
            curators: palette.rows(Curator.self),
            notes: palette.rows(Note.self),
            themes: palette.rows(Theme.self)
        )
    }

    /// Compares the selections of the predicates with these numbers. A fetch that throws is a disagreement.
    package mutating func run(_ numbers: Range<Int>) -> DifferentialReport {
        for number in numbers { compare(number) }
        return report
    }

    private mutating func compare(_ number: Int) {
        var random = SeededRandom(seed: seed &* 31 &+ UInt64(number))
        let themes = PredicateSource.Theme.allCases
        let theme = themes[number % themes.count]
        switch random.below(100) {
        case 0..<58: compare(universe.exhibits, theme, number, &random)
        case 58..<68: compare(universe.paintings, theme, number, &random)
        case 68..<73: compare(universe.sculptures, theme, number, &random)
        case 73..<82: compare(universe.curators, theme, number, &random)
        case 82..<92: compare(universe.notes, theme, number, &random)
        default: compare(universe.themes, theme, number, &random)
        }
    }

    private mutating func compare<Model: PersistentModel>(
        _ models: [Model],
        _ theme: PredicateSource.Theme,
        _ number: Int,
        _ random: inout SeededRandom
    ) {
        var drawn = draw(models, theme, &random)
        for _ in 0..<4 where !drawn.isSelective(among: models.count) { drawn = draw(models, theme, &random) }
        report.predicates += 1
        report.rows += models.count
        if hasPendingChanges { report.predicatesWithPendingChanges += 1 }
        if drawn.isSelective(among: models.count) { report.selective += 1 }
        drawn.node.countKinds(&report.kinds)
        if translates(drawn.node, Schema.entityName(for: Model.self)) { report.translated += 1 }
        do {
            let stored =
                try choose?(drawn.node, Schema.entityName(for: Model.self), models)
                ?? Set(try context.fetchIdentifiers(FetchDescriptor<Model>(predicate: drawn.predicate)))
            if stored != drawn.chosen { disagree("store and evaluator", stored, drawn, number, models) }
            if let question, number % 10 == 0 {
                let chosen = models.filter { drawn.chosen.contains($0.persistentModelID) }
                report.questions += 1
                for difference in try question.differences(context, drawn.predicate, chosen: chosen) {
                    disagree(difference, drawn.chosen, drawn, number, models)
                }
            }
        } catch {
            disagree("the store throws \(error)", [], drawn, number, models)
        }
        guard !drawn.mayFail, asksFoundation else { return }
        if !drawn.node.comparesTextByLibrary { report.checkedByFoundation += 1 }
        let foundation = Set(models.filter { (try? drawn.predicate.evaluate($0)) == true }.map(\.persistentModelID))
        if foundation != drawn.chosen { disagree("Foundation and evaluator", foundation, drawn, number, models) }
    }

    private struct Drawn<Model: PersistentModel> {
        let predicate: Predicate<Model>
        let node: QueryNode
        let mayFail: Bool
        let chosen: Set<PersistentIdentifier>

        func isSelective(among count: Int) -> Bool { !chosen.isEmpty && chosen.count < count }
    }

    private func draw<Model: PersistentModel>(
        _ models: [Model],
        _ theme: PredicateSource.Theme,
        _ random: inout SeededRandom
    ) -> Drawn<Model> {
        let (predicate, mayFail) = source.predicate(on: Model.self, theme: theme, seed: random.next())
        let node = QueryNode(predicate)
        var evaluator = QueryEvaluator(node)
        let chosen = models.filter { evaluator.matches(ModelRow($0)) }
        return Drawn(
            predicate: predicate,
            node: node,
            mayFail: mayFail,
            chosen: Set(chosen.map(\.persistentModelID))
        )
    }

    private mutating func disagree<Model: PersistentModel>(
        _ between: String,
        _ other: Set<PersistentIdentifier>,
        _ drawn: Drawn<Model>,
        _ number: Int,
        _ models: [Model]
    ) {
        report.disagreementCount += 1
        guard report.disagreements.count < 20 else { return }
        let more = models.indices.filter { other.contains(models[$0].persistentModelID) }
        let ours = models.indices.filter { drawn.chosen.contains(models[$0].persistentModelID) }
        report.disagreements.append(
            DifferentialReport.Disagreement(
                seed: seed,
                number: number,
                between: between,
                query: "\(Model.self): \(drawn.node) with \(drawn.node.constants)",
                rows: "of \(models.count), chosen by the first alone \(more.filter { !ours.contains($0) }), "
                    + "by the evaluator alone \(ours.filter { !more.contains($0) })"
            )
        )
    }
}
