// What compiles without the checks of the Swift 6 mode: models handed around, existentials without 'any'.
import SwiftData

@Model
class Item {
    var name: String
    var owner: Owner!
    var date: Date!
    init(name: String) { self.name = name }
}

@Model
class Owner {
    var name: String = ""
    @Relationship(deleteRule: .cascade, inverse: \Item.owner) var items: [Item]
    init() { items = [] }
}

protocol Repository {
    var context: ModelContext { get }
    func all() throws -> [Item]
}

class Store: Repository, ObservableObjectLike {
    static var shared = Store()
    let container: ModelContainer = {
        do { return try ModelContainer(for: Item.self, Owner.self) } catch { fatalError("\(error)") }
    }()
    lazy var context: ModelContext = ModelContext(container)

    func all() throws -> [Item] {
        try context.fetch(FetchDescriptor<Item>(sortBy: [SortDescriptor(\Item.name)]))
    }

    func models() -> [PersistentModel.Type] { [Item.self, Owner.self] }  // expect-warning: must be written 'any

    func add(name: String, completion: @escaping (Item) -> Void) {
        DispatchQueue.main.async {
            let item = Item(name: name)
            self.context.insert(item)
            completion(item)
        }
    }
}

protocol ObservableObjectLike: AnyObject {}
