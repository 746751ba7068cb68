/// Numbers that are the same for a seed on every machine.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0xD1B5_4A32_D192_ED03
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
}

extension ReferenceWorld {
    /// A world with some entities, relationships and rows.
    static func random(_ numbers: inout SeededNumbers) -> ReferenceWorld {
        var world = ReferenceWorld()
        for _ in 0..<Int.random(in: 2...5, using: &numbers) { world.addEntity(&numbers) }
        for _ in 0..<Int.random(in: 1...4, using: &numbers) { world.addRelation(&numbers) }
        world.addRows(&numbers)
        // A new store has no past.
        for index in world.attributes.indices { world.attributes[index].originalName = world.attributes[index].name }
        return world
    }

    private mutating func addEntity(_ numbers: inout SeededNumbers) {
        let letter = ["A", "b", "M", "Z"].randomElement(using: &numbers) ?? "A"
        let name = freshName(letter)
        let parent = numbers.chance(30) ? entities.randomElement(using: &numbers)?.name : nil
        entities.append(Entity(name: name, originalName: name, parent: parent))
        if parent == nil {
            attributes.append(
                Attribute(
                    name: "tag",
                    originalName: "tag",
                    kind: .int64,
                    isOptional: false,
                    fallback: nil,
                    entity: name
                )
            )
        }
        for _ in 0..<Int.random(in: 0...3, using: &numbers) { addAttribute(to: name, mayBeRequired: true, &numbers) }
    }

    private mutating func addAttribute(to entity: String, mayBeRequired: Bool, _ numbers: inout SeededNumbers) {
        let name = freshName(numbers.chance(50) ? "p" : "_q")
        let kind = Kind.allCases.randomElement(using: &numbers) ?? .int64
        var attribute = Attribute(
            name: name,
            originalName: name,
            kind: kind,
            isOptional: !mayBeRequired || numbers.chance(50),
            fallback: Self.value(kind, &numbers),
            entity: entity,
            isIndexed: numbers.chance(20)
        )
        if !attribute.isOptional && numbers.chance(10) { attribute.isIndexed = true }
        attributes.append(attribute)
    }

    private static func value(_ kind: Kind, _ numbers: inout SeededNumbers) -> Value {
        switch kind {
        case .boolean: .integer(Int64.random(in: 0...1, using: &numbers))
        case .int16: .integer(Int64.random(in: -32768...32767, using: &numbers))
        case .int64: .integer(Int64.random(in: -1000...(1 << 40), using: &numbers))
        case .double: .real(Double(Int.random(in: -9999...9999, using: &numbers)) / 8)
        case .string, .raw: .text("t\(Int.random(in: 0...50, using: &numbers))")
        }
    }

    private mutating func addRelation(_ numbers: inout SeededNumbers) {
        guard let left = entities.randomElement(using: &numbers), let right = entities.randomElement(using: &numbers)
        else {
            return
        }
        let (leftName, rightName) = (freshName("r"), freshName("s"))
        var relation = Relation(
            left: left.name,
            leftName: leftName,
            leftOriginal: leftName,
            leftIsToOne: numbers.chance(50),
            right: right.name
        )
        if numbers.chance(75) {
            relation.rightName = rightName
            relation.rightOriginal = rightName
            relation.rightIsToOne = numbers.chance(40)
        }
        relations.append(relation)
    }

    private mutating func addRows(_ numbers: inout SeededNumbers) {
        var tag: Int64 = 0
        for entity in entities {
            for _ in 0..<Int.random(in: 0...6, using: &numbers) {
                tag += 1
                var values: [String: Value] = [:]
                for attribute in attributes(of: entity.name) {
                    let isNull = attribute.isOptional && numbers.chance(40)
                    values[attribute.name] = isNull ? .null : Self.value(attribute.kind, &numbers)
                }
                values["tag"] = .integer(tag)
                objects[tag] = Object(entity: entity.name, values: values)
            }
        }
        for index in relations.indices {
            let (lefts, rights) = (tags(relations[index].left), tags(relations[index].right))
            for _ in 0..<Int.random(in: 0...8, using: &numbers) {
                guard let left = lefts.randomElement(using: &numbers), let right = rights.randomElement(using: &numbers)
                else {
                    continue
                }
                var next = relations[index]
                next.pairs.insert(Relation.Pair(left: left, right: right))
                if next.isWithinBounds { relations[index] = next }
            }
        }
    }

    /// The next version, with some changes to model and rows alike.
    func changed(_ numbers: inout SeededNumbers) -> ReferenceWorld {
        var world = self
        // What was renamed before is not renamed again.
        for index in world.attributes.indices { world.attributes[index].originalName = world.attributes[index].name }
        for index in world.entities.indices { world.entities[index].originalName = world.entities[index].name }
        for index in world.relations.indices {
            world.relations[index].leftOriginal = world.relations[index].leftName
            world.relations[index].rightOriginal = world.relations[index].rightName ?? ""
        }
        var touched: Set<String> = []
        for _ in 0..<Int.random(in: 1...6, using: &numbers) { world.change(&touched, &numbers) }
        return world
    }

    private mutating func change(_ touched: inout Set<String>, _ numbers: inout SeededNumbers) {
        switch Int.random(in: 0..<13, using: &numbers) {
        case 0: addEntity(&numbers)
        case 1: removeEntity(&touched, &numbers)
        case 2: renameEntity(&touched, &numbers)
        case 3:
            guard let entity = entities.randomElement(using: &numbers) else { return }
            addAttribute(to: entity.name, mayBeRequired: true, &numbers)
            guard let attribute = attributes.last else { return }
            touched.insert(attribute.name)
            for tag in tags(entity.name) {
                objects[tag]?.values[attribute.name] = attribute.isOptional ? .null : attribute.fallback
            }
        case 4, 5, 6: changeAttribute(&touched, &numbers)
        case 7: addRelation(&numbers)
        case 8, 9, 10: changeRelation(&touched, &numbers)
        case 11: addSuperclass(&touched, &numbers)
        default: removeSuperclass(&touched, &numbers)
        }
    }

    private mutating func removeEntity(_ touched: inout Set<String>, _ numbers: inout SeededNumbers) {
        let leaves = entities.filter { entity in
            family(entity.name).count == 1 && !touched.contains(entity.name)
        }
        guard let entity = leaves.randomElement(using: &numbers), entities.count > 1 else { return }
        let gone = Set(tags(entity.name))
        objects = objects.filter { !gone.contains($0.key) }
        relations.removeAll { $0.left == entity.name || $0.right == entity.name }
        for index in relations.indices {
            relations[index].pairs = relations[index].pairs.filter {
                !gone.contains($0.left) && !gone.contains($0.right)
            }
        }
        attributes.removeAll { $0.entity == entity.name }
        entities.removeAll { $0.name == entity.name }
        touched.insert(entity.name)
    }

    private mutating func renameEntity(_ touched: inout Set<String>, _ numbers: inout SeededNumbers) {
        guard let index = entities.indices.randomElement(using: &numbers), touched.insert(entities[index].name).inserted
        else { return }
        let (old, new) = (entities[index].name, freshName(numbers.chance(50) ? "a" : "Y"))
        // One that was added by this version has no past.
        if entities[index].originalName == old { entities[index].originalName = old }
        entities[index].name = new
        touched.insert(new)
        for other in entities.indices where entities[other].parent == old { entities[other].parent = new }
        for other in attributes.indices where attributes[other].entity == old { attributes[other].entity = new }
        for other in relations.indices {
            if relations[other].left == old { relations[other].left = new }
            if relations[other].right == old { relations[other].right = new }
        }
        for (tag, object) in objects where object.entity == old { objects[tag]?.entity = new }
    }

    private mutating func changeAttribute(_ touched: inout Set<String>, _ numbers: inout SeededNumbers) {
        let candidates = attributes.indices.filter {
            attributes[$0].name != "tag" && !touched.contains(attributes[$0].name)
        }
        guard let index = candidates.randomElement(using: &numbers) else { return }
        let (name, entity) = (attributes[index].name, attributes[index].entity)
        touched.insert(name)
        switch Int.random(in: 0..<7, using: &numbers) {
        case 0:
            attributes.remove(at: index)
            for tag in tags(entity) { objects[tag]?.values[name] = nil }
        case 1:
            let new = freshName("n")
            attributes[index].name = new
            touched.insert(new)
            for tag in tags(entity) {
                let value = objects[tag]?.values.removeValue(forKey: name)
                objects[tag]?.values[new] = value
            }
        case 2:
            attributes[index].isOptional = true
        case 3:
            attributes[index].isOptional = false
            for tag in tags(entity) where objects[tag]?.values[name] == .null {
                objects[tag]?.values[name] = attributes[index].fallback
            }
        case 4:
            widen(index)
        case 5:
            attributes[index].isUnique.toggle()
        default:
            attributes[index].isIndexed.toggle()
        }
    }

    private mutating func widen(_ index: Int) {
        let (name, kind) = (attributes[index].name, attributes[index].kind)
        func real(_ value: Value?) -> Value? {
            if case .integer(let number)? = value { .real(Double(number)) } else { value }
        }
        switch kind {
        case .boolean: attributes[index].kind = .int64
        case .int16, .int64:
            attributes[index].kind = .double
            for tag in tags(attributes[index].entity) {
                let value = objects[tag]?.values[name]
                objects[tag]?.values[name] = real(value)
            }
            attributes[index].fallback = real(attributes[index].fallback)
        case .raw: attributes[index].kind = .string
        case .double, .string: break
        }
    }

    private mutating func changeRelation(_ touched: inout Set<String>, _ numbers: inout SeededNumbers) {
        guard let index = relations.indices.randomElement(using: &numbers),
            touched.insert(relations[index].leftOriginal + "/" + relations[index].left).inserted
        else { return }
        switch Int.random(in: 0..<6, using: &numbers) {
        case 0: relations.remove(at: index)
        case 1: relations[index].leftName = freshName("u")
        case 2 where relations[index].rightName != nil: relations[index].rightName = freshName("v")
        case 3: relations[index].leftIsToOne.toggle()
        case 4 where relations[index].rightName != nil: relations[index].rightIsToOne.toggle()
        case 5 where relations[index].rightName == nil:
            let name = freshName("w")
            relations[index].rightName = name
            relations[index].rightOriginal = name
            relations[index].rightIsToOne = numbers.chance(50)
        default:
            relations[index].rightName = nil
        }
    }

    private mutating func addSuperclass(_ touched: inout Set<String>, _ numbers: inout SeededNumbers) {
        let roots = entities.filter { $0.parent == nil }.shuffled(using: &numbers).prefix(2).map(\.name)
        guard roots.count == 2 else { return }
        let name = freshName("S")
        entities.append(Entity(name: name, originalName: name, parent: nil))
        touched.insert(name)
        attributes.removeAll { $0.name == "tag" && roots.contains($0.entity) }
        attributes.append(
            Attribute(name: "tag", originalName: "tag", kind: .int64, isOptional: false, fallback: nil, entity: name)
        )
        for index in entities.indices where roots.contains(entities[index].name) { entities[index].parent = name }
    }

    private mutating func removeSuperclass(_ touched: inout Set<String>, _ numbers: inout SeededNumbers) {
        let candidates = entities.filter { entity in
            entity.parent == nil && family(entity.name).count > 1 && !touched.contains(entity.name)
                && !relations.contains { $0.left == entity.name || $0.right == entity.name }
                && !attributes.contains { $0.entity == entity.name && $0.isUnique }
        }
        guard let entity = candidates.randomElement(using: &numbers) else { return }
        let children = entities.filter { $0.parent == entity.name }.map(\.name)
        touched.insert(entity.name)
        for (tag, object) in objects where object.entity == entity.name { objects[tag] = nil }
        for attribute in attributes where attribute.entity == entity.name {
            for child in children {
                var copy = attribute
                copy.entity = child
                attributes.append(copy)
            }
        }
        attributes.removeAll { $0.entity == entity.name }
        for index in entities.indices where children.contains(entities[index].name) { entities[index].parent = nil }
        entities.removeAll { $0.name == entity.name }
    }
}
