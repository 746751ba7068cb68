import Foundation

extension ModelContext {
    /// The models that a descriptor describes.
    ///
    /// ```swift
    /// let upcoming = FetchDescriptor<Trip>(
    ///     predicate: #Predicate { $0.startDate > now },
    ///     sortBy: [SortDescriptor(\.startDate)]
    /// )
    /// for trip in try context.fetch(upcoming) { print(trip.name) }
    /// ```
    ///
    /// - Throws: ``StoreError`` when a row cannot be read, naming entity, property and row, and ``SwiftDataError`` for
    ///   a key path that is not a stored property.
    public func fetch<T>(_ descriptor: FetchDescriptor<T>) throws -> [T] where T: PersistentModel {
        try unit.exclusively { try unit.fetching.fetch(descriptor) }
    }

    /// The models that a descriptor describes, loaded a batch at a time.
    ///
    /// Differs from Apple's: unsaved changes are included where the descriptor says so, which is the default; Apple's
    /// throws ``SwiftDataError/includePendingChangesWithBatchSize``.
    ///
    /// ```swift
    /// let trips = try context.fetch(FetchDescriptor<Trip>(), batchSize: 100)
    /// for trip in trips { print(trip.name) }
    /// ```
    ///
    /// - Throws: The errors of ``fetch(_:)-swift.method``.
    public func fetch<T>(_ descriptor: FetchDescriptor<T>, batchSize: Int) throws -> FetchResultsCollection<T>
    where T: PersistentModel {
        let identifiers = try unit.fetching.identifierList(descriptor)
        let unit = unit
        return FetchResultsCollection(count: identifiers.count, batchSize: batchSize) { range in
            unit.listLoading.loadedModels(T.self, for: identifiers[range])
        }
    }

    /// Returns the number of models that a descriptor describes, limit and offset included.
    ///
    /// ```swift
    /// let count = try context.fetchCount(FetchDescriptor<Trip>(predicate: #Predicate { $0.isDone }))
    /// ```
    ///
    /// - Throws: The errors of ``fetch(_:)-swift.method``.
    public func fetchCount<T>(_ descriptor: FetchDescriptor<T>) throws -> Int where T: PersistentModel {
        try unit.exclusively { try unit.fetching.fetchCount(descriptor) }
    }

    /// The identifiers of the models that a descriptor describes.
    ///
    /// ```swift
    /// let ids = try context.fetchIdentifiers(FetchDescriptor<Trip>())
    /// ```
    ///
    /// - Throws: The errors of ``fetch(_:)-swift.method``.
    public func fetchIdentifiers<T>(_ descriptor: FetchDescriptor<T>) throws -> [PersistentIdentifier]
    where T: PersistentModel {
        Array(try unit.fetching.identifierList(descriptor))
    }

    /// The identifiers of the models that a descriptor describes, as a collection.
    /// - Throws: The errors of ``fetch(_:)-swift.method``.
    public func fetchIdentifiers<T>(
        _ descriptor: FetchDescriptor<T>,
        batchSize: Int
    ) throws -> FetchResultsCollection<PersistentIdentifier> where T: PersistentModel {
        let identifiers = try unit.fetching.identifierList(descriptor)
        return FetchResultsCollection(count: identifiers.count, batchSize: batchSize) { Array(identifiers[$0]) }
    }

    /// Calls a closure with each model that a descriptor describes, holding one batch of models at a time.
    ///
    /// Models that the closure changes stay in memory until they are saved, so a walk that changes much should save now
    /// and then, or ask for that with `allowEscapingMutations: false` and no changes of its own.
    ///
    /// In a stage of a migration, the changes are saved after each batch, unless `allowEscapingMutations` is true or the
    /// walk is inside of ``transaction(block:)``. Changes of unique values, and new models that have some, are saved at the
    /// end of the stage with everything that is pending then.
    ///
    /// ```swift
    /// try context.enumerate(FetchDescriptor<Trip>(), batchSize: 500) { trip in
    ///     print(trip.name)
    /// }
    /// ```
    ///
    /// - Throws: The error of the closure, and the errors of ``fetch(_:)-swift.method``.
    public func enumerate<T>(
        _ fetch: FetchDescriptor<T>,
        batchSize: Int = 5000,
        allowEscapingMutations: Bool = false,
        block: (_ model: T) throws -> Void
    ) throws where T: PersistentModel {
        let size = max(batchSize, 1)
        if let walk = try unit.exclusively({ try RowWalk.ifPossible(fetch, unit: unit) }) {
            while let batch: [T] = try unit.exclusively({ try walk.next(size) }) {
                try hand(batch, fetch, to: block)
                if !allowEscapingMutations { try batchEnded?() }
            }
            return
        }
        let identifiers = try unit.fetching.identifierList(fetch)
        for start in stride(from: 0, to: identifiers.count, by: size) {
            let range = start..<min(start + size, identifiers.count)
            let batch = try unit.exclusively { try unit.listLoading.models(T.self, for: identifiers[range]) }
            try hand(batch, fetch, to: block)
            if !allowEscapingMutations { try batchEnded?() }
        }
    }

    private func hand<T: PersistentModel>(
        _ batch: [T],
        _ fetch: FetchDescriptor<T>,
        to block: (_ model: T) throws -> Void
    ) throws {
        // Code that is generic over the class looks the array's type up for each element; a buffer needs no look-up.
        try batch.withUnsafeBufferPointer { models in
            for index in models.indices {
                let model = models[index]
                let state = model._$modelState
                try unit.failures.withoutStandIns { state.reading.readIfUnread() }
                guard state.phase != .gone, state.phase != .deleted || !fetch.includePendingChanges else { continue }
                try block(model)
            }
        }
    }
}
