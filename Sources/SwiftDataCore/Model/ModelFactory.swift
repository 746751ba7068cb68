/// Makes models of a class.
///
/// Asked for once for each class, since finding the class's initialiser through its type costs more than the model. So does
/// finding the type and the conformance of its backing data, which a subclass takes from the view of an example.
class ModelFactory {
    private let type: any PersistentModel.Type

    init(_ type: any PersistentModel.Type) { self.type = type }

    /// The model of a state.
    func make(_ state: ModelState) -> any PersistentModel { type.made(over: state) }
}

private final class ClassFactory<Model: PersistentModel>: ModelFactory {
    private let view: any BackingData<Model>

    init(example: ModelState) {
        view = DefaultBackingData<Model>(example)
        super.init(Model.self)
    }

    override func make(_ state: ModelState) -> any PersistentModel { Model(backingData: view._$viewing(state)) }
}

extension PersistentModel {
    /// - Parameter example: A state of the class, which nothing else is done with.
    static func factory(example: ModelState) -> ModelFactory { ClassFactory<Self>(example: example) }

    fileprivate static func made(over state: ModelState) -> any PersistentModel {
        Self(backingData: DefaultBackingData<Self>(state))
    }
}
