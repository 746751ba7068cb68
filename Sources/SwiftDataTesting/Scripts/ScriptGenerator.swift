/// Generates steps that make sense for the state of the reference model.
package struct ScriptGenerator: Sendable {
    package let setting: RandomScript.Setting
    private var random: ScriptRandom
    private var nextLabel = 1
    private var isUndoing = false

    package init(seed: UInt64, gaps: ScriptGaps = .known) {
        random = ScriptRandom(seed: seed)
        setting = RandomScript.Setting(
            isFile: seed % 40 == 0,
            hasUndo: random.isTrue(0.4) && !gaps.contains(.undo),
            isLazy: random.isTrue(0.5)
        )
    }

    /// The next step.
    package mutating func next(_ reference: ReferenceModel) -> ScriptStep {
        for _ in 0..<20 {
            guard let step = candidate(reference), reference.applies(step) else { continue }
            isUndoing = step.isUndoing
            return step
        }
        return .save
    }

    private mutating func candidate(_ reference: ReferenceModel) -> ScriptStep? {
        let count = reference.view.alive.count
        if setting.isFile, !reference.hasChanges, random.isTrue(0.15) { return .otherProgram(elsewhere(reference)) }
        if isUndoing, random.isTrue(0.5) { return random.isTrue(0.6) ? .redo : .undo }
        if count < 5, random.isTrue(0.5) { return random.isTrue(0.5) ? make(reference) : outside(reference) }
        // Else a script could be stuck with objects that no save accepts.
        if reference.problem != nil, random.isTrue(0.2) { return random.isTrue(0.3) ? .rollback : remedy(reference) }
        switch Int.random(in: 0..<100, using: &random) {
        case 66..<74: return .save
        case 74..<76: return .rollback
        case 76..<82 where setting.hasUndo: return .undo
        case 82..<85 where setting.hasUndo: return .redo
        case 85..<86: return .autosave
        case 86..<88: return transaction(reference)
        case 88..<89: return deleteAll()
        case 89..<91: return .forget
        case 91..<93: return ScriptEntity.allCases.randomElement(using: &random).map { .fetch($0) }
        case 93..<94: return .find(Int.random(in: 0..<6, using: &random))
        case 94..<98: return .switchContext
        case 98..<99 where setting.isFile: return .otherProgram(elsewhere(reference))
        case 98..<99: return setElsewhere(reference)
        case 99..<100: return random.isTrue(0.7) ? .reopen : .switchContext
        default: return edit(reference)
        }
    }

    /// An edit of a model or two.
    private mutating func edit(_ reference: ReferenceModel) -> ScriptStep? {
        switch Int.random(in: 0..<66, using: &random) {
        case 0..<10: reference.view.alive.count < 18 ? make(reference) : any(reference).map { .delete($0) }
        case 10..<17: outside(reference)
        case 17..<27: set(reference)
        case 27..<33: any(reference).map { .delete($0) }
        default: relate(reference)
        }
    }

    /// An edit of an object that stands in the way of a save.
    private mutating func remedy(_ reference: ReferenceModel) -> ScriptStep? {
        let invalid = reference.view.alive.filter { !reference.view.isValid($0) }
        let held = reference.deleted.filter(reference.view.isDenied)
        if let label = random.pick(invalid) { return relate(reference, label) ?? .delete(label) }
        return random.pick(held).map { .insert($0) } ?? set(reference)
    }

    private mutating func transaction(_ reference: ReferenceModel) -> ScriptStep? {
        var steps: [ScriptStep] = []
        var model = reference
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            guard let step = edit(model) else { continue }
            steps += model.steps([step])
        }
        return .transaction(steps, fails: random.isTrue(0.5))
    }

    private mutating func deleteAll() -> ScriptStep? {
        guard let entity = ScriptDoors.batches.keys.sorted().randomElement(using: &random),
            let entity = ScriptEntity(rawValue: entity), let name = ScriptDoors.batches[entity.rawValue]?.name,
            let index = entity.attribute(name)
        else { return nil }
        return .deleteAll(entity, name, value(entity.attributes[index].kind), subclasses: random.isTrue(0.5))
    }

    private mutating func make(_ reference: ReferenceModel) -> ScriptStep? {
        guard let entity = ScriptEntity.allCases.randomElement(using: &random) else { return nil }
        var owner: Int?
        if let link = entity.links.first(where: \.isRequired) {
            owner = target(reference, link)
            guard owner != nil else { return nil }
        }
        defer { nextLabel += 1 }
        return .make(nextLabel, entity, entity.attributes.map { value($0.kind) }, of: owner)
    }

    private mutating func value(_ kind: ScriptAttribute.Kind) -> ScriptValue {
        let number = Int.random(in: 0..<6, using: &random)
        switch kind {
        case .text: return .text("t\(number)")
        case .integer: return .integer(number)
        case .optionalText: return number < 2 ? .nothing : .text("t\(number)")
        case .optionalReal: return number < 2 ? .nothing : .real(Double(number) / 2)
        }
    }

    private mutating func set(_ reference: ReferenceModel) -> ScriptStep? {
        guard let label = any(reference), let entity = reference.view.nodes[label]?.entity,
            let attribute = random.pick(entity.attributes)
        else { return nil }
        return .set(label, attribute.name, value(attribute.kind))
    }

    private mutating func setElsewhere(_ reference: ReferenceModel) -> ScriptStep? {
        guard case .set(let label, let name, let value) = set(reference) else { return nil }
        return .writeElsewhere(label, name, value)
    }

    /// Makes a step of another program.
    private mutating func elsewhere(_ reference: ReferenceModel) -> ScriptStep {
        let saved = random.pick(reference.saved.keys.sorted())
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
            if let saved { return .delete(saved) }
        case 1:
            if let saved, let entity = reference.saved[saved]?.entity, let attribute = random.pick(entity.attributes),
                !attribute.isUnique
            {
                return .set(saved, attribute.name, value(attribute.kind))
            }
        default:
            break
        }
        nextLabel += 1
        return .make(nextLabel - 1, .topic, [value(.text)])
    }

    private mutating func relate(_ reference: ReferenceModel, _ one: Int? = nil) -> ScriptStep? {
        guard let label = one ?? any(reference), let node = reference.view.nodes[label],
            let index = node.entity.links.indices.randomElement(using: &random)
        else { return nil }
        let link = node.entity.links[index]
        guard link.isToMany else {
            let leadsNowhere = random.isTrue(0.25)
            return .point(label, link.name, leadsNowhere ? nil : target(reference, link))
        }
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<5: return target(reference, link).map { .append(label, link.name, $0) }
        case 5..<8: return random.pick(reference.view.partners(label, index)).map { .remove(label, link.name, $0) }
        default:
            let some = (0..<Int.random(in: 0..<4, using: &random)).compactMap { _ in target(reference, link) }
            return .replace(label, link.name, some)
        }
    }

    private mutating func target(_ reference: ReferenceModel, _ link: ScriptLink) -> Int? {
        random.pick(
            reference.view.nodes.filter { $0.value.state != .dead && $0.value.entity.isKind(of: link.destination) }
                .keys.sorted()
        )
    }

    /// An object, more often an existing one.
    private mutating func any(_ reference: ReferenceModel) -> Int? {
        let isFromOutside = random.isTrue(0.15)
        return random.pick(isFromOutside ? reference.view.nodes.keys.sorted() : reference.view.alive)
    }

    /// Inserts an object that is in no context, now and then one that was deleted.
    private mutating func outside(_ reference: ReferenceModel) -> ScriptStep? {
        let wasDeleted = random.isTrue(0.2)
        let state = wasDeleted ? ReferenceGraph.State.dead : .detached
        return random.pick(reference.view.nodes.filter { $0.value.state == state }.keys.sorted()).map { .insert($0) }
    }
}
