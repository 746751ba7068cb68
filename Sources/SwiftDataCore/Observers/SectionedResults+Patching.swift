extension SectionedResults {
    /// Takes over a change of the results that the sections were made of.
    ///
    /// - Returns: False where the models of a section do not stand together in the results. The sections then have to
    ///   be made again.
    mutating func apply(_ patch: ResultsPatch<Element>, title: (String) -> SectionTitle) -> Bool {
        guard isContiguous else { return false }
        var removed = patch.removed[...]
        // From the end, so that the indices before stay valid.
        for inserted in patch.inserted.reversed() {
            while let last = removed.last, last >= inserted.index { removeElement(at: removed.removeLast()) }
            guard insert(inserted.model, at: inserted.index, title(inserted.key.title)) else { return false }
        }
        for index in removed.reversed() { removeElement(at: index) }
        removeEmptySections()
        return true
    }
}
