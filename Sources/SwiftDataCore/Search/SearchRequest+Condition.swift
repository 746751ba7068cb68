extension SearchRequest {
    /// The part of a condition that an index can answer: a search in marked texts of the tested rows, which is the condition
    /// itself or joined to the rest by `&&`; nil where there is none.
    package init?(_ query: QueryNode, of layout: ModelLayout) {
        let parts = if case .logic(.and(let parts)) = query { parts } else { [query] }
        for case .text(.search(let search)) in parts where !search.query.phrases.isEmpty && !search.texts.isEmpty {
            let slots = search.texts.compactMap { node -> Int? in
                guard case .property(let property) = node, case .variable(.root) = property.base,
                    let slot = layout.slot(named: property.name), layout.properties[slot].isSearchable
                else { return nil }
                return slot
            }
            guard slots.count == search.texts.count else { continue }
            self.init(entityName: layout.entityName, slots: slots, phrases: search.query.phrases)
            return
        }
        return nil
    }
}
