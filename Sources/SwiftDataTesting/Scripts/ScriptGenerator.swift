/// Thinks of steps that make sense for what the reference model shows.
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
        if isUndoing, random.isTrue(0.5) { return random.isTrue(0.6) ? .redo : .undo }
        if count < 5, random.isTrue(0.5) { return random.isTrue(0.5) ? make(reference) : detached(reference) }
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<10: return count < 16 ? make(reference) : any(reference).map { .delete($0) }
        case 10..<17: return detached(reference)
        case 17..<27: return set(reference)
        case 27..<60: return relate(reference)
        case 60..<66: return any(reference).map { .delete($0) }
        case 66..<74: return .save
        case 74..<76: return .rollback
        case 76..<84: return setting.hasUndo ? .undo : relate(reference)
        case 84..<88: return setting.hasUndo ? .redo : relate(reference)
        case 88..<90: return .forget
        case 90..<93: return ScriptEntity.allCases.randomElement(using: &random).map { .fetch($0) }
        case 93..<94: return .find(Int.random(in: 0..<6, using: &random))
        case 94..<97: return .switchContext
        case 97..<98: return setElsewhere(reference)
        case 98..<99: return .reopen
        default: return relate(reference)
        }
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

    private mutating func relate(_ reference: ReferenceModel) -> ScriptStep? {
        guard let label = any(reference), let node = reference.view.nodes[label],
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

    /// An object, more often one that is there.
    private mutating func any(_ reference: ReferenceModel) -> Int? {
        let isFromOutside = random.isTrue(0.15)
        return random.pick(isFromOutside ? reference.view.nodes.keys.sorted() : reference.view.alive)
    }

    private mutating func detached(_ reference: ReferenceModel) -> ScriptStep? {
        random.pick(reference.view.nodes.filter { $0.value.state == .detached }.keys.sorted()).map { .insert($0) }
    }
}
