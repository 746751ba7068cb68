// Code over any model: repositories, metatypes, existentials, key paths.
import SwiftData

@Model final class Cat { var name = ""; var age = 0; init() {} }
@Model final class Dog { var name = ""; init() {} }

struct Repository<Model: PersistentModel> {
    let context: ModelContext

    func all(sortedBy keyPath: KeyPath<Model, String> & Sendable) throws -> [Model] {
        try context.fetch(FetchDescriptor<Model>(sortBy: [SortDescriptor(keyPath)]))
    }

    func filtered(_ predicate: Predicate<Model>) throws -> [Model] {
        try context.fetch(FetchDescriptor(predicate: predicate))
    }

    func removeAll() throws { try context.delete(model: Model.self) }

    func model(_ id: PersistentIdentifier) -> Model? {
        context.registeredModel(for: id) ?? context.model(for: id) as? Model
    }

    func add(_ models: some Sequence<Model>) { models.forEach(context.insert) }
}

func eraseAll(_ types: [any PersistentModel.Type], in context: ModelContext) throws {
    for type in types { try context.delete(model: type) }
}

func insertAll(_ models: [any PersistentModel], in context: ModelContext) {
    for model in models { context.insert(model) }
}

func count<T: PersistentModel>(_ type: T.Type, in context: ModelContext) throws -> Int {
    try context.fetchCount(FetchDescriptor<T>())
}

func counts(in context: ModelContext) throws -> [Int] {
    let types: [any PersistentModel.Type] = [Cat.self, Dog.self]
    return try types.map { try count($0, in: context) }
}

@Observable
final class Selection {
    var cat: Cat?
    var identifiers: Set<PersistentIdentifier> = []
    var names: [String: Cat] = [:]
}

func observe(_ cat: Cat, _ selection: Selection) {
    withObservationTracking {
        _ = cat.name
        _ = selection.cat?.age
    } onChange: {
        print("changed")
    }
    let path: ReferenceWritableKeyPath<Cat, Int> = \.age
    cat[keyPath: path] += 1
    selection.identifiers.insert(cat.id)
    let same = cat == selection.cat
    let dictionary: [Cat: Int] = [cat: 1]
    let identifiable: any Identifiable = cat
    let hashable = AnyHashable(cat)
    print(same, dictionary, identifiable, hashable, cat.hashValue)
}
