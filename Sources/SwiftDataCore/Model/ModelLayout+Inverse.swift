/// The result of the search for the inverse of a relationship.
enum InverseAnswer {
    case none
    case property(layout: ModelLayout, slot: Int)
    case problem(StoreError)
}

extension ModelLayout {
    /// The other side of the relationship in a slot: the destination class's layout and the slot there.
    ///
    /// It is the property named as `inverse:` on this side, else the one that names this side, else the only
    /// relationship of the destination that points back, provided that this is the only one pointing there and one of
    /// the two is to-one. Where several relationships name the same one, it is the inverse of the first declared.
    ///
    /// This is the inverse by the classes. The file of a store may have another one: see ``StoredInverses``.
    package func inverse(of slot: Int) -> (layout: ModelLayout, slot: Int)? {
        if slot < ownOffset, let superLayout { return superLayout.inverse(of: slot) }
        if let known = inverseTable.known(slot) { return known.property }
        guard case .property(let layout, let slot) = inverseAnswer(slot) else { return nil }
        return (layout, slot)
    }

    /// The error for an `inverse:` of a relationship that cannot be used.
    package func inverseProblem(of slot: Int) -> StoreError? {
        if case .problem(let error) = inverseAnswer(slot) { error } else { nil }
    }

    /// Sets the other side of a relationship if no class declares it: nil for none.
    package func setInverse(of slot: Int, to inverse: (layout: ModelLayout, slot: Int)?) {
        let answer = inverse.map { InverseAnswer.property(layout: $0.layout, slot: $0.slot) } ?? .none
        note(answer, slot)
    }

    /// Releases the layouts of other classes, which may lead back to this one.
    package func forgetInverses() {
        inverseTable.forgetAll()
        inverses.withLock { $0 = [:] }
    }

    private func inverseAnswer(_ slot: Int) -> InverseAnswer {
        if let superLayout, slot < superLayout.slotCount { return superLayout.inverseAnswer(slot) }
        if let known = inverses.withLock({ $0[slot] }) { return known }
        // Worked out without the lock: other classes' layouts are needed, and they may need this one's.
        let answer = findInverse(slot)
        note(answer, slot)
        return answer
    }

    private func note(_ answer: InverseAnswer, _ slot: Int) {
        inverses.withLock { answers in
            answers[slot] = answer
            inverseTable.note(answer, slot)
        }
    }

    private func findInverse(_ slot: Int) -> InverseAnswer {
        guard properties.indices.contains(slot), let (relationship, destination) = properties[slot].relationship else {
            return .none
        }
        let property = properties[slot]
        let other = ModelLayout.of(destination)
        if let keyPath = relationship.inverseKeyPath {
            guard let slot = other.slot(for: keyPath), other.canPointBack(other.properties[slot], to: self) else {
                return .problem(
                    StoreError(
                        .validation,
                        "inverse: is not a relationship of \(other.entityName) that points back here.",
                        entity: entityName,
                        property: property.name
                    )
                )
            }
            if let taker = taker(of: other.properties[slot], in: other), taker !== property {
                log.warning(
                    "\(entityName).\(property.name) names \(other.entityName).\(other.properties[slot].name) as "
                        + "its inverse, which is already the inverse of \(taker.name): the relationship gets no inverse."
                )
                return .none
            }
            return .property(layout: other, slot: slot)
        }
        if let claim = other.relationships.first(where: { $0 !== property && other.names(property, as: $0, of: self) })
        {
            return .property(layout: other, slot: claim.slot)
        }
        guard let candidate = other.soleCandidate(for: property, of: self),
            let back = ModelLayout.destination(of: candidate),
            back.soleCandidate(for: candidate, of: other.declaring(candidate.slot)) === property
        else { return .none }
        let isInferred = property.isToOne || candidate.isToOne
        noteInference(property, other, candidate, isInferred: isInferred)
        return isInferred ? .property(layout: other, slot: candidate.slot) : .none
    }

    /// The inverse, in this class, of a relationship of another class: the one that the relationship names itself, else
    /// the first declared one that names the relationship.
    private func taker(of target: PropertyLayout, in other: ModelLayout) -> PropertyLayout? {
        if let keyPath = target.relationship?.0.inverseKeyPath {
            return slot(for: keyPath).map { properties[$0] }
        }
        return relationships.first { names(target, as: $0, of: other) }
    }

    /// Logs, once for each pair, that an inverse is inferred or that it is not.
    private func noteInference(
        _ property: PropertyLayout,
        _ other: ModelLayout,
        _ candidate: PropertyLayout,
        isInferred: Bool
    ) {
        let (own, back) = ("\(entityName).\(property.name)", "\(other.entityName).\(candidate.name)")
        // Both sides ask.
        guard own < back else { return }
        log.debug(
            isInferred
                ? "\(own) and \(back) are inferred to be inverses: write inverse: on one of them to declare it."
                : "\(own) and \(back) are not inverses, because neither declares inverse: write it on one of them "
                    + "if they are inverses."
        )
    }

    private var relationships: [PropertyLayout] { properties.filter { $0.relationship != nil } }

    private func canPointBack(_ property: PropertyLayout, to layout: ModelLayout) -> Bool {
        guard let destination = property.relationship?.destination else { return false }
        let target = ModelLayout.of(destination)
        return layout.isKind(of: target) || target.isKind(of: layout)
    }

    /// True if a relationship of this class names `property` of `layout` as its inverse.
    private func names(_ property: PropertyLayout, as candidate: PropertyLayout, of layout: ModelLayout) -> Bool {
        guard let (relationship, destination) = candidate.relationship,
            let keyPath = relationship.inverseKeyPath
        else { return false }
        let target = ModelLayout.of(destination)
        guard target.isKind(of: layout) || layout.isKind(of: target) else { return false }
        return layout.slot(for: keyPath) == property.slot
    }

    /// The one relationship of this class that could be the inverse of `property`, which `origin` declares.
    private func soleCandidate(for property: PropertyLayout, of origin: ModelLayout) -> PropertyLayout? {
        let candidates = relationships.filter { candidate in
            guard candidate !== property, let (relationship, destination) = candidate.relationship,
                relationship.inverseKeyPath == nil, origin.isKind(of: ModelLayout.of(destination))
            else { return false }
            return !isClaimed(candidate)
        }
        return candidates.count == 1 ? candidates[0] : nil
    }

    /// True if a relationship of the destination names `property` of this class as its inverse.
    private func isClaimed(_ property: PropertyLayout) -> Bool {
        guard let other = ModelLayout.destination(of: property) else { return false }
        return other.relationships.contains { other.names(property, as: $0, of: self) }
    }

    private static func destination(of property: PropertyLayout) -> ModelLayout? {
        property.relationship.map { ModelLayout.of($0.destination) }
    }
}
