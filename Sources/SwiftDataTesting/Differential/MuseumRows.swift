import Foundation
import SwiftData
package import SwiftDataCore

/// Random rows of ``Exhibit`` and the entities around it.
package struct MuseumRows {
    package static let types: [any PersistentModel.Type] = [
        Exhibit.self, Painting.self, Sculpture.self, Curator.self, Note.self, Theme.self,
    ]

    private let catalogues: Catalogues
    private let palette: Palette
    private let context: ModelContext
    private var random: SeededRandom

    package init(_ catalogues: Catalogues, _ palette: Palette, _ context: ModelContext, seed: UInt64) {
        self.catalogues = catalogues
        self.palette = palette
        self.context = context
        random = SeededRandom(seed: seed, lacking: palette.lacking)
    }

    /// Inserts about 40 exhibits and the models that belong to them.
    package mutating func insertAll() {
        let curators = (0..<7).map { _ in inserted(Curator()) }
        for curator in curators where random.chance(60) { curator.mentor = random.pick(curators) }
        let themes = (0..<6).map { _ in inserted(Theme()) }
        var exhibits: [Exhibit] = []
        for index in 0..<38 {
            exhibits.append(exhibit(index, curators, themes, exhibits))
        }
        for _ in 0..<36 { note(exhibits, curators) }
    }

    private mutating func inserted<Model: PersistentModel>(_ model: Model) -> Model {
        context.insert(model)
        fill(model, all: true)
        return model
    }

    private mutating func fill<Model: PersistentModel>(_ model: Model, all: Bool) {
        for fill in catalogues.catalogue(Model.self).fillers where all || random.chance(15) {
            fill(model, palette, &random)
        }
    }

    private mutating func exhibit(
        _ index: Int,
        _ curators: [Curator],
        _ themes: [Theme],
        _ others: [Exhibit]
    ) -> Exhibit {
        let exhibit: Exhibit =
            switch index % 4 {
            case 0:
                inserted(Painting())
            case 1: inserted(Sculpture())
            default: inserted(Exhibit())
            }
        if let painting = exhibit as? Painting, random.chance(60) { painting.restorer = random.pick(curators) }
        relate(exhibit, curators, themes, others)
        return exhibit
    }

    private mutating func relate(_ exhibit: Exhibit, _ curators: [Curator], _ themes: [Theme], _ others: [Exhibit]) {
        exhibit.curator = random.chance(70) ? random.pick(curators) : nil
        exhibit.parent = random.chance(50) ? random.pick(others) : nil
        exhibit.themes = themes.filter { _ in random.chance(30) }
    }

    private mutating func note(_ exhibits: [Exhibit], _ curators: [Curator]) {
        guard let exhibit = random.pick(exhibits) else { return }
        let note = inserted(Note(about: exhibit))
        note.author = random.chance(60) ? random.pick(curators) : nil
    }

    /// Edits, inserts and deletes without a save.
    package mutating func disturb() throws {
        let exhibits = try context.fetch(FetchDescriptor<Exhibit>())
        let curators = try context.fetch(FetchDescriptor<Curator>())
        let themes = try context.fetch(FetchDescriptor<Theme>())
        let notes = try context.fetch(FetchDescriptor<Note>())
        for exhibit in exhibits where random.chance(20) {
            fill(exhibit, all: false)
            if random.chance(40) { relate(exhibit, curators, themes, exhibits.filter { $0 !== exhibit }) }
        }
        for curator in curators where random.chance(25) { fill(curator, all: false) }
        for note in notes where random.chance(15) { fill(note, all: false) }
        for note in notes where random.chance(5) { context.delete(note) }
        for exhibit in exhibits where random.chance(6) { context.delete(exhibit) }
        if random.chance(50), let curator = random.pick(curators) { context.delete(curator) }
        let left = exhibits.filter { !$0.isDeleted }
        let keepers = curators.filter { !$0.isDeleted }
        for index in 0..<3 { _ = exhibit(index, keepers, themes, left) }
        for _ in 0..<3 { note(left, keepers) }
    }

    /// Gives the palette the models that there are.
    package func remember() throws {
        palette.remember(try context.fetch(FetchDescriptor<Exhibit>()))
        palette.remember(try context.fetch(FetchDescriptor<Painting>()))
        palette.remember(try context.fetch(FetchDescriptor<Sculpture>()))
        palette.remember(try context.fetch(FetchDescriptor<Curator>()))
        palette.remember(try context.fetch(FetchDescriptor<Note>()))
        palette.remember(try context.fetch(FetchDescriptor<Theme>()))
    }
}
