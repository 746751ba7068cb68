public import Foundation
public import SwiftData
import SwiftDataCore

extension ModelContext {
    /// Searches the texts of models that are marked `@Attribute(.spotlight)`, the best matches first.
    ///
    /// An addition to Apple's API. All words of the text must be found, whatever their case, accents and width. Words in
    /// quotation marks, and characters of scripts without spaces, must follow each other. A star behind a word looks for words
    /// that begin with it. Any text is a search.
    ///
    /// ```swift
    /// for result in try context.search(Trip.self, "tokyo \"cherry blossom\"", limit: 20) {
    ///     print(result.model.title, result.snippet()?.marked("[", "]") ?? "")
    /// }
    /// ```
    ///
    /// The search is of saved rows: unsaved changes of the context have no effect on it. The default store keeps an index in
    /// a file beside it, which the search brings up to date first. A custom store has its models ranked in memory.
    ///
    /// - Parameters:
    ///   - type: The class. Models of its subclasses are found too.
    ///   - text: The text to search for. A text without letters and digits finds nothing.
    ///   - predicate: A condition on the models; nil for all.
    ///   - matchesPrefixes: True if the last word of each phrase may be the beginning of a word, as during typing.
    ///   - limit: The number of models at most; nil for all.
    /// - Throws: ``ModelQueryError`` with code `noSearchableProperty` for a class without marked texts, and the errors of
    ///   `fetch(_:)`.
    public func search<Model: PersistentModel>(
        _ type: Model.Type,
        _ text: String,
        where predicate: Predicate<Model>? = nil,
        matchesPrefixes: Bool = false,
        limit: Int? = nil
    ) throws -> [SearchResult<Model>] {
        let layout = Model._$modelLayout
        let slots = layout.properties.filter(\.isSearchable).map(\.slot)
        guard !slots.isEmpty else { throw ModelQueryError.noSearchableProperty(Model.self) }
        let query = SearchQuery(text, matchesPrefixes: matchesPrefixes)
        let request = SearchRequest(entityName: layout.entityName, slots: slots, phrases: query.phrases)
        return try unit.searching.search(type, request, where: predicate, limit: limit).map { found in
            SearchResult(model: found.model, score: found.score, query: query, slots: slots)
        }
    }
}
