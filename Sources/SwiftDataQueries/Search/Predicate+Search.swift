public import Foundation
public import SwiftData
import SwiftDataCore

extension Predicate {
    /// A condition that holds for the models that a search finds.
    ///
    /// An addition to Apple's API, for `@Query`, `ResultsObserver`, fetches, and wherever else a predicate stands. It finds
    /// the same models as `search(_:_:where:matchesPrefixes:limit:)`, in the order of the sort descriptors, and unsaved
    /// changes count. The default store looks them up in its index where the condition is the predicate itself, or a part
    /// of it that is joined by `&&`.
    ///
    /// ```swift
    /// @Query(filter: .search("tomato soup"), sort: \.title) var meals: [Meal]
    ///
    /// let soups: Predicate<Meal> = .search("soup")
    /// let vegan = #Predicate<Meal> { soups.evaluate($0) && $0.isVegan }
    /// ```
    ///
    /// A fetch with it throws `SwiftDataError` with code `unsupportedPredicate` for a class without texts that are marked
    /// `@Attribute(.spotlight)`. The predicate cannot be encoded.
    ///
    /// - Parameters:
    ///   - text: The text to search for. A text without letters and digits finds nothing.
    ///   - matchesPrefixes: True if the last word of each phrase may be the beginning of a word, as during typing.
    public static func search<Model: PersistentModel>(
        _ text: String,
        matchesPrefixes: Bool = false
    ) -> Predicate<Model> {
        let layout = Model._$modelLayout
        let properties = layout.properties.filter(\.isSearchable)
        return QueryNode.predicate(of: Model.self) { model in
            let texts = properties.map { property in
                QueryNode.property(
                    QueryProperty(
                        base: model,
                        entityName: layout.entityName,
                        name: property.name,
                        role: .attribute,
                        slot: property.slot
                    )
                )
            }
            return .text(.search(QuerySearch(text, in: texts, matchesPrefixes: matchesPrefixes)))
        }
    }
}
