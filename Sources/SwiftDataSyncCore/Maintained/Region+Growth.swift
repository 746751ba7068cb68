/// The growth of a region after it was evaluated.
extension Region {
    /// Finds the rows that keep the region's rows which do not live by themselves.
    mutating func readKeepers() throws {
        for id in view.dependent {
            if readWhole.insert(id).inserted {
                unread.append(id)
                continue
            }
            if growth.keptRows.insert(id).inserted {
                // A row that is kept keeps the rows that cascade to it.
                try pullReferring(to: id, by: [.keeps, .cascade], [.kept, .unstable])
            }
            if keepers[id] != nil || growth.withoutKeeper.contains(id) { continue }
            keepers[id] = try keeper(of: id)
            if keepers[id] == nil { growth.withoutKeeper.insert(id) }
        }
    }

    /// Returns the first row outside that keeps a record and lives without being kept.
    private func keeper(of id: RecordID) throws -> RecordID? {
        var keeper: RecordID?
        try storage.referring(to: id, by: .keeps, .independent) {
            guard !members.contains($0), try keeps($0, id) else { return true }
            keeper = $0
            return false
        }
        return keeper
    }

    /// Returns true where the row of a record keeps another record. An edge may also stand for a value that does not count.
    private func keeps(_ id: RecordID, _ kept: RecordID) throws -> Bool {
        guard let facts = try storage.facts(of: id) else { return false }
        let ids = facts.last.records.isEmpty ? [id] : facts.last.records
        let all = try ids.compactMap { try storage.state(of: $0) }
        let living = all.filter(\.isAlive)
        let states = living.isEmpty ? all : living
        let entity = facts.row.entity
        let rules = rules.entities[entity] ?? SyncRules.Entity()
        for (name, reference) in rules.references where reference.keepsDestination {
            let policy = self.rules.policies.policy(entity: entity, property: name)
            let value = PropertyState.value(policy, joining: states.compactMap { $0.properties[name] })
            if value == .reference(kept) { return true }
        }
        return rules.pairs.contains { name, pairs in
            pairs.onMemberDeletion == .deny && states.contains { $0.members[name]?[kept]?.isPresent == true }
        }
    }

    /// Adds the rows that have had unique values in common with rows of the region.
    mutating func readHolders() throws {
        for key in view.keys.values.joined() where growth.keys.insert(key).inserted {
            for holder in try storage.holders(of: key) { try pull(holder) }
        }
    }

    /// Adds the records outside whose facts or content depend on the changes.
    mutating func pullDependents(_ round: Int) throws {
        var affected = touched
        for id in touched {
            affected.formUnion(view.facts[id]?.last.records ?? [])
            affected.formUnion(try facts(id)?.last.records ?? [])
        }
        let members = members
        for id in members where states[id] != nil {
            let (old, new) = (try facts(id), view.facts[id])
            let isSame = old?.last == new?.last && old?.earlier == new?.earlier
            if !isSame { try pullReferring(to: id, old, new) }
            // Rows that had partners of their own may have one in common now.
            if old?.last.records != new?.last.records { try pullReferring(to: id, by: .partner, .all) }
            let isJoined = [old, new].contains { !($0?.last.records.isEmpty ?? true) }
            let isWhole = !isSame || (isJoined && affected.contains(id))
            guard isWhole || touched.contains(id), isWhole ? growth.targets.insert(id).inserted : true else { continue }
            try pullTargets(of: id, onlyChanged: !isWhole)
        }
        if round > 4 { try pullAhead(self.members.subtracting(members)) }
    }

    /// Adds the records that refer to a record whose facts have changed.
    private mutating func pullReferring(to id: RecordID, _ old: RecordFacts?, _ new: RecordFacts?) throws {
        if old?.visible == new?.visible { return }
        if old?.visibleWithoutCascade != new?.visibleWithoutCascade {
            if growth.referring.insert(id).inserted { try pullReferring(to: id, by: .names, .all) }
        } else if growth.cascading.insert(id).inserted {
            try pullReferring(to: id, by: .cascade, .all)
        }
    }

    /// Adds the rows that a record keeps or deletes, or has kept or deleted, and that are not sure to live without it.
    private mutating func pullTargets(of id: RecordID, onlyChanged: Bool) throws {
        guard let state = states[id] else { return }
        let (old, names) = (changed[id] == nil ? state : before[id], entities[id] ?? [])
        let edges = [
            RecordEdges.differing(state, from: onlyChanged ? old : nil, names, rules),
            old.map { RecordEdges.differing($0, from: onlyChanged ? state : nil, names, rules) },
        ]
        for (target, kinds) in edges.compactMap({ $0?.kinds }).joined() {
            if kinds.contains(.partner) { try pullClaims(on: target) }
            if members.contains(target) { continue }
            if kinds.isDisjoint(with: [.keeps, .cascade, .cascadesTo]) { continue }
            guard let facts = try facts(target) else { continue }
            let isSure = facts.isStable && facts.last.standing == .independent
            if kinds.contains(.cascadesTo) || !isSure { try pull(target) }
        }
    }

    /// Adds the records that refer to the row of a record as their partner.
    private mutating func pullClaims(on target: RecordID) throws {
        let facts = [try facts(target), view.facts[target]].compactMap { $0 }
        for id in Set(facts.flatMap(\.last.records)).union([target]) where growth.claims.insert(id).inserted {
            try pullReferring(to: id, by: .partner, .all)
        }
    }

    /// Adds the dependents of new records, as many as the region has: a long chain of dependents would otherwise
    /// need a round for each.
    private mutating func pullAhead(_ new: Set<RecordID>) throws {
        var (open, budget) = (Array(new), members.count)
        while let id = open.popLast(), budget > 0 {
            let count = members.count
            try storage.referring(to: id, by: [.cascade, .needs], .all) {
                if !members.contains($0) { open.append($0) }
                return open.count < budget
            }
            try pull(id)
            budget -= max(members.count - count, 0)
        }
    }
}
