/// Replacing the values of a state, as sealing and opening do, each at its place.
extension RecordState {
    /// Returns the state with other values: `replace` gets each value of a property, and returns the value in its place, or nil
    /// for none. References are identities and stay, unless they are included.
    ///
    /// The count of a device is an integer. A count that is neither an integer nor sealed afterwards is left out, as are candidates
    /// without a value.
    package func replacingValues<Failure>(
        of id: RecordID,
        includingReferences: Bool = false,
        _ replace: (SyncValue, SealingPlace) throws(Failure) -> SyncValue?
    ) throws(Failure) -> RecordState {
        var result = self
        for (name, property) in properties {
            let replaced = try property.replacingValues { value, part, clock throws(Failure) in
                if !includingReferences, case .reference = value { return value }
                return try replace(value, SealingPlace(record: id, property: name, part: part, clock: clock))
            }
            result.properties[name] = replaced.isEmpty ? nil : replaced
        }
        return result
    }

    /// The names of the keys that values of the state are sealed by, and which were not opened.
    package var sealingKeys: Set<SealingKeyName> {
        properties.values.reduce(into: []) { $0.formUnion($1.sealingKeys) }
    }

    /// The names of the keys by which the bytes of large values are sealed. The values themselves were opened.
    package var largeValueKeys: Set<SealingKeyName> {
        properties.values.reduce(into: []) { keys, property in
            for case .sealedBlob(let value) in property.registers.map(\.value) { keys.insert(value.key) }
        }
    }
}

extension PropertyState {
    fileprivate func replacingValues<Failure>(
        _ replace: (SyncValue, SealingPlace.Part, HybridClock) throws(Failure) -> SyncValue?
    ) throws(Failure) -> PropertyState {
        func register(
            _ register: Register<SyncValue>?,
            _ part: SealingPlace.Part
        ) throws(Failure) -> Register<SyncValue>? {
            guard let register, let value = try replace(register.value, part, register.clock) else { return nil }
            return Register(clock: register.clock, value: value)
        }
        func candidates(_ candidates: Candidates, _ part: SealingPlace.Part) throws(Failure) -> Candidates {
            var result = Candidates()
            for candidate in candidates.entries.values {
                if let replaced = try register(candidate, part) { result.add(replaced) }
            }
            return result
        }
        var result = PropertyState(unknown: unknown)
        result.written = try register(written, .written)
        result.greatest = try register(greatest, .greatest)
        result.least = try register(least, .least)
        result.greatestCandidates = try candidates(greatestCandidates, .greatest)
        result.leastCandidates = try candidates(leastCandidates, .least)
        var counted: [(DeviceNumber, UInt64, SyncValue)] = counts.entries.map { ($0, $1.sequence, .int($1.count)) }
        counted += sealedCounts.entries.map { ($0, $1.sequence, .sealed($1.count)) }
        for (device, sequence, value) in counted {
            switch try replace(value, .count, HybridClock(time: sequence, device: device)) {
            case .int(let count)?:
                result.counts.merge(CounterState([device: .init(sequence: sequence, count: count)]))
            case .sealed(let count)?:
                result.sealedCounts.merge(SealedCounts([device: .init(sequence: sequence, count: count)]))
            default: continue
            }
        }
        return result
    }

    fileprivate var sealingKeys: Set<SealingKeyName> {
        var keys: Set<SealingKeyName> = []
        for register in registers {
            if case .sealed(let value) = register.value { keys.insert(value.key) }
        }
        for (device, entry) in sealedCounts.entries {
            if let opened = counts.entries[device], opened.sequence >= entry.sequence { continue }
            keys.insert(entry.count.key)
        }
        return keys
    }
}
