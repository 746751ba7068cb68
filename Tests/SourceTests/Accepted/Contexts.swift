// Every call of a context, and every form of a fetch descriptor.
import Foundation
import SwiftData

@Model
final class Task {
    #Index([\Task.title])
    var title: String
    var due: Date?
    var isDone = false
    var rank: Int = 0
    @Relationship(deleteRule: .cascade, inverse: \Step.task) var steps: [Step]
    init(title: String) { self.title = title }
}

@Model
final class Step {
    var text: String
    var task: Task?
    init(text: String) { self.text = text }
}

func descriptors() -> [FetchDescriptor<Task>] {
    var full = FetchDescriptor<Task>(predicate: #Predicate { $0.isDone == false }, sortBy: [])
    full.fetchLimit = 10
    full.fetchOffset = 5
    full.includePendingChanges = false
    full.propertiesToFetch = [\.title, \.due]
    full.relationshipKeyPathsForPrefetching = [\.steps]
    full.sortBy = [SortDescriptor(\.rank), .init(\.title, order: .reverse), SortDescriptor(\Task.due)]
    full.predicate = nil
    let sort = [SortDescriptor(\Task.title, comparator: .localizedStandard)]
    return [
        full,
        FetchDescriptor(),
        FetchDescriptor<Task>(sortBy: [SortDescriptor(\.title, order: .forward)]),
        FetchDescriptor(sortBy: sort),
        FetchDescriptor(predicate: #Predicate<Task> { $0.title == "a" && $0.rank > 1 }),
        .init(predicate: nil, sortBy: []),
    ]
}

func calls(_ context: ModelContext) throws {
    let task = Task(title: "a")
    let descriptor = FetchDescriptor<Task>()
    context.insert(task)
    context.delete(task)
    context.author = "importer"
    context.autosaveEnabled = true
    context.undoManager = UndoManager()
    context.undoManager?.undo()
    if context.hasChanges { try context.save() }
    for model in context.insertedModelsArray + context.changedModelsArray + context.deletedModelsArray {
        print(model.persistentModelID, model.hasChanges, model.isDeleted, model.modelContext === context)
    }
    let tasks: [Task] = try context.fetch(descriptor)
    let batched: FetchResultsCollection<Task> = try context.fetch(descriptor, batchSize: 20)
    let count: Int = try context.fetchCount(descriptor)
    let identifiers: [PersistentIdentifier] = try context.fetchIdentifiers(descriptor)
    let someIdentifiers = try context.fetchIdentifiers(descriptor, batchSize: 5)
    try context.enumerate(descriptor) { task in task.rank += 1 }
    try context.enumerate(FetchDescriptor<Task>(), batchSize: 100, allowEscapingMutations: true) { $0.rank = 0 }
    try context.transaction {
        context.insert(Task(title: "b"))
    }
    try context.delete(model: Task.self)
    try context.delete(model: Task.self, where: #Predicate { $0.isDone })
    try context.delete(model: Task.self, where: nil, includeSubclasses: false)
    context.processPendingChanges()
    context.rollback()
    let model: any PersistentModel = context.model(for: task.persistentModelID)
    let found = context.model(for: task.id) as? Task
    let registered: Task? = context.registeredModel(for: task.id)
    print(batched.first as Any, batched.count, batched[0].title, batched.map(\.title), Array(someIdentifiers))
    print(tasks, count, identifiers, model, found as Any, registered as Any, context.container, context.editingState.id)
    print(context == ModelContext(context.container))
    for identifier in identifiers {
        print(identifier.entityName, identifier.storeIdentifier as Any, identifier.isTemporary, identifier.id)
    }
    let data = try JSONEncoder().encode(identifiers)
    let decoded = try JSONDecoder().decode([PersistentIdentifier].self, from: data)
    print(try PersistentIdentifier.identifier(for: "store", entityName: "Task", primaryKey: "1") < decoded[0])
}

func notifications() -> [any NSObjectProtocol] {
    let center = NotificationCenter.default
    let saved = center.addObserver(forName: ModelContext.didSave, object: nil, queue: nil) { notification in
        let info = notification.userInfo
        let inserted = info?[ModelContext.NotificationKey.insertedIdentifiers] as? [PersistentIdentifier]
        let raw = info?[ModelContext.NotificationKey.updatedIdentifiers.rawValue] as? [PersistentIdentifier]
        print(inserted as Any, raw as Any, ModelContext.NotificationKey.deletedIdentifiers)
    }
    return [saved, center.addObserver(forName: ModelContext.willSave, object: nil, queue: .main) { _ in }]
}

func failures(_ context: ModelContext) {
    do {
        try context.save()
    } catch SwiftDataError.loadIssueModelContainer {
        print("container")
    } catch let error as SwiftDataError where error == .configurationSchemaNotFoundInContainerSchema {
        print(error)
    } catch DataStoreError.unsupportedFeature {
        print("feature")
    } catch {
        print(error.localizedDescription)
    }
}
