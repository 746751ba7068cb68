/// The main file of the program: opens stores with the classes, and makes objects of them.
struct ProgramText {
    private let cases: [GeneratedModels.Case]

    init(_ cases: [GeneratedModels.Case]) {
        self.cases = cases
    }

    var text: String {
        var scopes: [String] = []
        for one in cases {
            let classes = WrittenClass.all(in: one.text)
            for scope in one.scopes {
                let version = scope == one.name ? "" : String(scope.dropFirst(one.name.count + 1))
                scopes.append(Scope(scope, classes.filter { $0.version == version }, one.text).text)
            }
        }
        return Self.start + "let scopes: [String: Scope] = [\n\(scopes.joined(separator: ",\n"))\n]\n" + Self.end
    }

    /// The functions for the classes of one model.
    private struct Scope {
        let name: String
        let classes: [WrittenClass]
        let source: String

        init(_ name: String, _ classes: [WrittenClass], _ source: String) {
            self.name = name
            self.classes = classes
            self.source = source
        }

        var text: String {
            let models = classes.map { "\(name).\($0.name).self" }.joined(separator: ", ")
            let reading = classes.map(read).joined(separator: "\n")
            let making = classes.map { one in
                "case \"\(one.name)\":\nlet object = \(construction(one))\ncontext.insert(object)\n\(extra(one))"
            }.joined(separator: "\n")
            // What is abstract in Core Data has no objects.
            let concrete = classes.filter { !isAbstract($0) }.map { "\"\($0.name)\"" }.joined(separator: ", ")
            return """
                "\(name)": Scope(
                models: [\(models)],
                entities: [\(concrete)],
                read: { context in
                \(reading)
                },
                make: { entity, context in
                switch entity {
                \(making)
                default: break
                }
                })
                """
        }

        private func isAbstract(_ one: WrittenClass) -> Bool {
            source.contains("only its subclasses have objects.\n@Model\nclass \(one.name) ")
        }

        private func read(_ one: WrittenClass) -> String {
            let touches = one.properties.map { "touch(object.\($0.name))" }.joined(separator: "\n")
            let counts = one.properties.filter { $0.type.hasSuffix("?") && !$0.type.hasPrefix("[") }.map {
                "print(\"value \(one.name).\($0.name)\", objects.filter { $0.\($0.name) != nil }.count)"
            }.joined(separator: "\n")
            return """
                do {
                let objects = try context.fetch(FetchDescriptor<\(name).\(one.name)>())
                print("count \(one.name)", try context.fetchCount(FetchDescriptor<\(name).\(one.name)>()))
                for object in objects {
                touch(object)
                \(touches)
                }
                \(counts)
                }
                """
        }

        private func construction(_ one: WrittenClass) -> String {
            let arguments = one.parameters.map { "\($0.label): \(sample($0.type, in: one))" }
            return "\(name).\(one.name)(\(arguments.joined(separator: ", ")))"
        }

        /// Returns the code that makes further objects which the model requires beside the values that the initialiser
        /// takes.
        private func extra(_ one: WrittenClass) -> String {
            let lineage = sequence(first: one) { current in classes.first { $0.name == current.parent } }
            guard lineage.contains(where: { $0.name == "Book" }), let page = classes.first(where: { $0.name == "Page" })
            else { return "" }
            let arguments = page.parameters.map { parameter in
                "\(parameter.name): \(parameter.type == "Book" ? "object" : sample(parameter.type, in: page))"
            }
            return "context.insert(\(name).Page(\(arguments.joined(separator: ", "))))"
        }

        private static let samples = [
            "String": "UUID().uuidString", "Int": "next()", "Int16": "Int16(next())", "Int32": "Int32(next())",
            "Double": "Double(next())", "Float": "Float(next())", "Bool": "true", "UUID": "UUID()",
            "Date": "Date(timeIntervalSinceReferenceDate: Double(next()))", "Data": "Data(\"x\\(next())\".utf8)",
            "Decimal": "Decimal(next())", "URL": "URL(string: \"https://example.org/\\(next())\")!",
        ]

        private func sample(_ type: String, in owner: WrittenClass) -> String {
            let unqualified = type.split(separator: ".").last.map(String.init) ?? type
            if type.contains("."), let plain = Self.samples[unqualified] { return plain }
            if let destination = classes.first(where: { $0.name == type }) { return construction(destination) }
            if let plain = Self.samples[type] { return plain }
            if type.hasPrefix("[") { return type.contains(": ") ? "[:]" : "[]" }
            if type.hasPrefix("Set<") { return "[]" }
            guard let value = owner.valueTypes[type] else { return "nil" }
            let path = "\(name).\(owner.name).\(type)"
            if value.isEnum { return "\(path).\(value.plainCase ?? "")" }
            let arguments = value.members.filter { !$0.type.hasSuffix("?") }
                .map { "\($0.label): \(sample($0.type, in: owner))" }
            return "\(path)(\(arguments.joined(separator: ", ")))"
        }
    }

    private static let start = """
        import Foundation
        import SwiftData

        struct Scope {
            let models: [any PersistentModel.Type]
            let entities: [String]
            let read: (ModelContext) throws -> Void
            let make: (String, ModelContext) -> Void
        }

        // The program has one thread.
        nonisolated(unsafe) var number = 20_000
        func next() -> Int {
            number += 1
            return number
        }
        func touch<Value>(_ value: Value) {}


        """

    private static let end = """

        let arguments = CommandLine.arguments
        guard arguments.count >= 4, let scope = scopes[arguments[2]] else { exit(64) }
        let schema = Schema(scope.models)
        func open(allowsSave: Bool) throws -> ModelContext {
            let url = URL(filePath: arguments[3])
            let configuration = ModelConfiguration(schema: schema, url: url, allowsSave: allowsSave)
            return ModelContext(try ModelContainer(for: schema, configurations: configuration))
        }
        switch arguments[1] {
        case "read":
            try scope.read(try open(allowsSave: false))
        case "write":
            for entity in arguments.count > 4 ? [arguments[4]] : scope.entities {
                let context = try open(allowsSave: true)
                scope.make(entity, context)
                try context.save()
            }
            try scope.read(try open(allowsSave: false))
        case "memory":
            let configuration = ModelConfiguration(schema: schema, isStoredInMemoryOnly: true)
            let container = try ModelContainer(for: schema, configurations: configuration)
            for entity in scope.entities {
                let context = ModelContext(container)
                scope.make(entity, context)
                try context.save()
            }
            try scope.read(ModelContext(container))
        default:
            exit(64)
        }
        """
}
