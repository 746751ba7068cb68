/// The main file of the program that edits stores of random models with the classes generated from them.
///
/// It reads commands: `insert HANDLE ENTITY`, `open HANDLE ENTITY KEY`, `text HANDLE PROPERTY VALUE`,
/// `assign`, `append` or `remove` with `HANDLE PROPERTY HANDLES`, `delete HANDLE`, `save` and `show`. It prints the keys
/// of rows that are saved, and what `show` finds in a context of its own.
enum RandomClassesProgram {
    /// The classes of one model, by name, with their properties.
    static func scope(_ name: String, _ model: RandomCoreDataModel) -> String {
        let classes = model.entities.map { "\"\($0)\": entity { \(name).\($0)() }" }
        let attributes = model.attributes.map {
            "\"\($0.entity).\($0.name)\": attribute(\\\(name).\($0.entity).\($0.name))"
        }
        let links = model.relationships.map {
            "\"\($0.key)\": \($0.isToMany ? "many" : "one")(\\\(name).\($0.entity).\($0.name))"
        }
        func list(_ elements: [String]) -> String {
            elements.isEmpty ? "[:]" : "[\n\(elements.joined(separator: ",\n"))\n]"
        }
        return """
            func makeScope\(name)() -> Scope {
            var scope = Scope()
            scope.entities = \(list(classes))
            scope.attributes = \(list(attributes))
            scope.links = \(list(links))
            return scope
            }
            scopes["\(name)"] = makeScope\(name)()
            """
    }

    static func text(_ scopes: [String]) -> String { start + scopes.joined(separator: "\n") + end }

    private static let start = """
        import Foundation
        import SwiftData

        typealias Model = any PersistentModel

        struct Entity {
            let type: any PersistentModel.Type
            let make: () -> Model
            let fetch: (ModelContext) throws -> [Model]
        }
        struct Attribute {
            let get: (Model) -> String?
            let set: (Model, String) -> Void
        }
        struct Link {
            let get: (Model) -> [Model]?
            let set: (Model, [Model]) -> Void
            let append: (Model, Model) -> Void
            let remove: (Model, Model) -> Void
        }
        struct Scope {
            var entities: [String: Entity] = [:]
            var attributes: [String: Attribute] = [:]
            var links: [String: Link] = [:]
        }

        func entity<Object: PersistentModel>(_ make: @escaping () -> Object) -> Entity {
            Entity(type: Object.self, make: make, fetch: { try $0.fetch(FetchDescriptor<Object>()) })
        }
        func attribute<Object: PersistentModel, Value: LosslessStringConvertible>(
            _ path: ReferenceWritableKeyPath<Object, Value?>
        ) -> Attribute {
            Attribute(
                get: { object in (object as? Object).map { $0[keyPath: path].map { String($0) } ?? "nil" } },
                set: { ($0 as! Object)[keyPath: path] = $1 == "nil" ? nil : Value($1)! }
            )
        }
        func one<Object: PersistentModel, Other: PersistentModel>(
            _ path: ReferenceWritableKeyPath<Object, Other?>
        ) -> Link {
            Link(
                get: { object in (object as? Object).map { $0[keyPath: path].map { [$0] } ?? [] } },
                set: { ($0 as! Object)[keyPath: path] = $1.first.map { $0 as! Other } },
                append: { ($0 as! Object)[keyPath: path] = ($1 as! Other) },
                remove: { object, _ in (object as! Object)[keyPath: path] = nil }
            )
        }
        func many<Object: PersistentModel, Other: PersistentModel>(
            _ path: ReferenceWritableKeyPath<Object, [Other]?>
        ) -> Link {
            Link(
                get: { object in (object as? Object).map { $0[keyPath: path] ?? [] } },
                set: { ($0 as! Object)[keyPath: path] = $1.map { $0 as! Other } },
                append: { object, other in
                    let object = object as! Object
                    if object[keyPath: path] == nil { object[keyPath: path] = [] }
                    object[keyPath: path]?.append(other as! Other)
                },
                remove: { object, other in
                    (object as! Object)[keyPath: path]?.removeAll { $0.persistentModelID == other.persistentModelID }
                }
            )
        }

        var scopes: [String: Scope] = [:]


        """

    private static let end = """


        guard CommandLine.arguments.count == 3, let scope = scopes[CommandLine.arguments[1]] else { exit(64) }
        let schema = Schema(scope.entities.values.map(\\.type))
        let configuration = ModelConfiguration(schema: schema, url: URL(filePath: CommandLine.arguments[2]))
        let container = try ModelContainer(for: schema, configurations: configuration)
        let context = ModelContext(container)
        context.autosaveEnabled = false
        var objects: [String: Model] = [:]
        var unsaved: [String] = []

        func key(_ object: Model) -> String { "\\(object.persistentModelID)".split(separator: "/p").last.map(String.init)! }
        func name(_ object: Model) -> String { "\\(type(of: object)) \\(key(object))" }

        while let line = readLine() {
            let words = line.split(separator: " ", maxSplits: 3).map(String.init)
            switch words[0] {
            case "insert":
                let object = scope.entities[words[2]]!.make()
                context.insert(object)
                objects[words[1]] = object
                unsaved.append(words[1])
            case "open":
                objects[words[1]] = try scope.entities[words[2]]!.fetch(context).first { key($0) == words[3] }!
            case "text":
                scope.attributes[words[2]]!.set(objects[words[1]]!, words[3])
            case "assign", "append", "remove":
                let object = objects[words[1]]!
                let others = words.count > 3 ? words[3].split(separator: " ").map { objects[String($0)]! } : []
                let link = scope.links[words[2]]!
                if words[0] == "assign" {
                    link.set(object, others)
                } else {
                    for other in others { words[0] == "append" ? link.append(object, other) : link.remove(object, other) }
                }
            case "delete":
                context.delete(objects[words[1]]!)
            case "save":
                try context.save()
                for handle in unsaved { print("key \\(handle) \\(key(objects[handle]!))") }
                unsaved = []
            case "show":
                let context = ModelContext(container)
                for (entity, one) in scope.entities {
                    for object in try one.fetch(context) where "\\(type(of: object))" == entity {
                        for (property, attribute) in scope.attributes {
                            if let value = attribute.get(object) { print("value \\(name(object)) \\(property) \\(value)") }
                        }
                        for (property, link) in scope.links {
                            for other in link.get(object) ?? [] { print("link \\(name(object)) \\(property) \\(name(other))") }
                        }
                    }
                }
            default: exit(64)
            }
        }
        """
}
