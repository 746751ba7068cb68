extension Schema {
    /// The key path of a property of a model class, as code spells it: `\Dog.name`, also where the superclass declares
    /// `name`; nil where the class has no such property.
    ///
    /// An addition to Apple's API, for stores that keep the names of changed properties in their history.
    public static func keyPath<Model: PersistentModel>(
        ofPropertyNamed name: String,
        in type: Model.Type
    ) -> (any PartialKeyPath<Model> & Sendable)? {
        let layout = Model._$modelLayout
        return layout.slot(named: name).flatMap { layout.keyPath(slot: $0, in: type) }
    }
}
