/// The known members of a to-many relationship while steps of it are reverted, in place.
package struct MemberEditor {
    package private(set) var members: [PersistentIdentifier] = []
    /// The same members; nil where there are few.
    private var set: MemberSet?

    init(set: MemberSet?) { self.set = set }

    /// Takes the members in, or gives them back, without a copy.
    mutating func exchangeMembers(_ others: inout [PersistentIdentifier]) { swap(&members, &others) }

    mutating func takeSet() -> MemberSet? { set.take() }

    func contains(_ model: any PersistentModel) -> Bool { contains(model._$modelState.identifier) }

    private func contains(_ identifier: PersistentIdentifier) -> Bool {
        if let set { return set.contains(identifier) }
        return members.contains { $0.isSame(as: identifier) }
    }

    /// Takes a step back as far as it has not been.
    /// - Returns: The steps that this took.
    @discardableResult
    mutating func revert(_ step: MemberStep) -> [MemberStep] {
        switch step {
        case .joined(let model, let index):
            return self.index(of: model, near: index).map { [remove(model, at: $0)] } ?? []
        case .left(let model, let index, let predecessor):
            let former = self.index(of: model, near: index)
            let left = former.map { remove(model, at: $0) }
            let place = place(index, after: predecessor)
            let joined = insert(model, at: place)
            guard let left else { return [joined] }
            return former == place ? [] : [left, joined]
        }
    }

    /// Lets a model be a member, the last one, or not be one.
    mutating func setMembership(of model: any PersistentModel, isMember: Bool) -> MemberStep? {
        guard contains(model) != isMember else { return nil }
        if isMember { return insert(model, at: members.count) }
        return index(of: model, near: members.count).map { remove(model, at: $0) }
    }

    private mutating func insert(_ model: any PersistentModel, at index: Int) -> MemberStep {
        let identifier = model._$modelState.identifier
        members.insert(identifier, at: index)
        set?.add(identifier)
        return .joined(model, at: index)
    }

    private mutating func remove(_ model: any PersistentModel, at index: Int) -> MemberStep {
        let identifier = members.remove(at: index)
        set?.remove(identifier)
        return .left(model, at: index, after: index > 0 ? members[index - 1] : nil)
    }

    private func index(of model: any PersistentModel, near hint: Int) -> Int? {
        let identifier = model._$modelState.identifier
        if members.indices.contains(hint), members[hint].isSame(as: identifier) { return hint }
        guard contains(identifier) else { return nil }
        return members.lastIndex { $0.isSame(as: identifier) }
    }

    /// The place for a member that was at an index. Other members may have joined or left before it since.
    private func place(_ index: Int, after predecessor: PersistentIdentifier?) -> Int {
        let bounded = min(index, members.count)
        guard let predecessor = predecessor?.resolved else { return bounded }
        if bounded == index, index > 0, members[index - 1].isSame(as: predecessor) { return index }
        guard contains(predecessor) else { return bounded }
        return members.lastIndex { $0.isSame(as: predecessor) }.map { $0 + 1 } ?? bounded
    }
}

extension PersistentIdentifier {
    /// True if this is the present identifier of a model, or the one that it had before its save.
    fileprivate func isSame(as present: PersistentIdentifier) -> Bool {
        self == present || (isTemporary && resolved == present)
    }
}
