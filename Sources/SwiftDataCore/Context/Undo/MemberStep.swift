/// One member that joined or left a to-many relationship.
///
/// It holds the model and not its identifier: a model may be saved, and so get another identifier, before the step is
/// reverted.
enum MemberStep {
    case joined(any PersistentModel, at: Int)
    /// The member before it finds the place again where the index is another one meanwhile.
    case left(any PersistentModel, at: Int, after: PersistentIdentifier?)

    var model: any PersistentModel {
        switch self {
        case .joined(let model, _), .left(let model, _, _): model
        }
    }

    var isJoined: Bool {
        switch self {
        case .joined: true
        case .left: false
        }
    }
}

extension [MemberStep] {
    /// The members before the steps, computed from the members after them.
    func reverted(from members: [any PersistentModel]) -> [any PersistentModel] {
        var members = members
        for step in reversed() {
            switch step {
            case .joined(let model, let index):
                let isThere = members.indices.contains(index) && members[index] === model
                if let place = isThere ? index : members.lastIndex(where: { $0 === model }) {
                    members.remove(at: place)
                }
            case .left(let model, let index, _):
                members.insert(model, at: Swift.min(index, members.count))
            }
        }
        var seen = Set<ObjectIdentifier>(minimumCapacity: members.count)
        return members.filter { seen.insert(ObjectIdentifier($0)).inserted }
    }

    /// The models of the steps, each once, with the effect of the steps on its membership.
    var effects: [MemberEffect] {
        var places: [ObjectIdentifier: Int] = [:]
        var effects: [MemberEffect] = []
        for step in self {
            if let place = places[ObjectIdentifier(step.model)] {
                effects[place].isMemberAfter = step.isJoined
            } else {
                places[ObjectIdentifier(step.model)] = effects.count
                effects.append(MemberEffect(step))
            }
        }
        return effects
    }
}

/// The effect of some steps on the membership of one model.
struct MemberEffect {
    let model: any PersistentModel
    let wasMember: Bool
    fileprivate(set) var isMemberAfter: Bool

    fileprivate init(_ first: MemberStep) {
        model = first.model
        wasMember = !first.isJoined
        isMemberAfter = first.isJoined
    }

    var hasJoined: Bool { !wasMember && isMemberAfter }
    var hasLeft: Bool { wasMember && !isMemberAfter }
}
