import SwiftDataCore
import SwiftDataSQL

extension ModelSource {
    /// Writes Swift source.
    /// - Throws: ``StoreError`` for a model that contradicts itself, by entity and property.
    package func swift(_ options: GenerationOptions = GenerationOptions()) throws -> GeneratedSource {
        guard let current else { throw StoreError(.cannotOpen, "The model \(name) has no versions.") }
        let generation = Generation(options, isFromStore: isFromStore)
        let isVersioned = options.versions == .all && versions.count > 1
        let written = isVersioned ? versions : [current]
        for version in written {
            // Contradictions in a model are found where its tables are worked out.
            _ = try StoreLayout(version.model)
            generation.note(version.model.omissions)
        }
        var body = SourceText()
        if isVersioned {
            VersionWriter(source: self, generation: generation).write(&body)
        } else {
            ClassWriter(current.model, generation).write(&body)
        }
        SupportTypes(generation: generation).write(&body)

        var text = SourceText()
        text.comment("The models of \(name), made by openswiftdata.")
        if !generation.notices.isEmpty {
            text.line("//")
            text.comment("Notes:")
            for notice in generation.notices { text.commentItem(notice) }
        }
        text.gap()
        text.line("import Foundation")
        text.line("import SwiftData")
        text.line()
        return GeneratedSource(text: text.text + body.text, notices: generation.notices)
    }
}
