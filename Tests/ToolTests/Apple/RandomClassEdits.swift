import SwiftDataTesting

/// Edits of a store of a random model, as commands for the program of its classes, with what must be in the store then.
struct RandomClassEdits {
    struct Row {
        let entity: String
        /// By `Entity.property`, as SQLite prints them; nothing for nil.
        var values: [String: String] = [:]
        var key: String?
    }

    private let model: RandomCoreDataModel
    private(set) var graph: LinkGraph
    /// By handle.
    private(set) var rows: [String: Row] = [:]
    private(set) var commands: [String] = []
    private var random: SeededRandom

    init(_ one: RandomClasses.Case) {
        model = one.model
        graph = LinkGraph(one.model)
        random = SeededRandom(seed: UInt64(one.seed) &* 7919)
    }

    var handles: [String] { rows.keys.sorted() }

    /// Takes the keys that the program prints.
    mutating func takeKeys(_ lines: [String]) {
        for words in lines.map({ $0.split(separator: " ").map(String.init) }) where words.first == "key" {
            rows[words[1]]?.key = words[2]
        }
        commands = handles.compactMap { handle in
            rows[handle].flatMap { row in row.key.map { "open \(handle) \(row.entity) \($0)" } }
        }
    }

    mutating func insert(_ count: Int) {
        for entity in model.entities {
            for number in 1...count {
                let handle = "\(entity)#\(number)"
                rows[handle] = Row(entity: entity)
                commands.append("insert \(handle) \(entity)")
                setValues(handle)
            }
        }
        commands.append("save")
    }

    mutating func setValues(_ handle: String) {
        guard let entity = rows[handle]?.entity else { return }
        for attribute in model.attributes where model.lineage(entity).contains(attribute.entity) {
            let property = "\(attribute.entity).\(attribute.name)"
            let number = Int.random(in: 1...9000, using: &random)
            let (text, stored) =
                switch attribute.type {
                case _ where number % 5 == 0: ("nil", "")
                case "String": ("text of \(number)", "text of \(number)")
                case "Double": ("\(number).25", "\(number).25")
                case "Boolean": (number % 2 == 0 ? "true" : "false", number % 2 == 0 ? "1" : "0")
                default: ("\(-number)", "\(-number)")
                }
            commands.append("text \(handle) \(property) \(text)")
            rows[handle]?.values[property] = stored
        }
    }

    /// Some edits of each relationship, from both of its sides, in any order.
    mutating func link(_ count: Int) {
        for relationship in model.relationships.shuffled(using: &random) {
            for _ in 0..<count { edit(relationship) }
            if Bool.random(using: &random) { commands.append("save") }
        }
        commands.append("save")
    }

    private mutating func edit(_ relationship: RandomCoreDataModel.Relationship) {
        func handles(_ entity: String) -> [String] {
            let family = [entity] + model.below(entity)
            return self.handles.filter { rows[$0].map { family.contains($0.entity) } ?? false }
        }
        let targets = handles(relationship.destination)
        guard let owner = handles(relationship.entity).randomElement(using: &random) else { return }
        let members = graph.members(relationship, of: owner)
        let end = "\(owner) \(relationship.key)"
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            guard let member = members.randomElement(using: &random) else { return }
            commands.append("remove \(end) \(member)")
            graph.remove(relationship, member, of: owner)
        case 1:
            guard let member = targets.filter({ !members.contains($0) }).randomElement(using: &random) else { return }
            commands.append("append \(end) \(member)")
            graph.append(relationship, member, of: owner)
        default:
            let most = relationship.isToMany ? 3 : 1
            let chosen = targets.shuffled(using: &random).prefix(Int.random(in: 0...most, using: &random))
            commands.append("assign \(end) \(chosen.joined(separator: " "))")
            graph.assign(relationship, of: owner, to: Array(chosen))
        }
    }

    /// Deletes one row of each entity.
    mutating func delete() {
        for entity in model.entities {
            guard let handle = handles.last(where: { rows[$0]?.entity == entity }) else { continue }
            commands.append("delete \(handle)")
            rows[handle] = nil
            graph.delete(handle)
        }
        commands.append("save")
    }

    mutating func show() { commands.append("show") }
}
