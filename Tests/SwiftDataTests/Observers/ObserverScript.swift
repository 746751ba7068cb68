import SwiftData
import SwiftDataCore
import SwiftDataTesting
import Testing

/// Random edits in two contexts of a container, with observers in both, each compared with a fresh fetch after each step.
struct ObserverScript {
    /// An observer of any kind, by what is asked of it.
    struct Watched {
        let name: String
        /// Returns a description of the mistake in its results, or nil.
        let check: () throws -> String?
        let shown: () -> [String]
        let retarget: (inout SeededRandom) -> Void
    }

    private var random: SeededRandom
    private let contexts: [ModelContext]
    private var watched: [[Watched]] = [[], []]
    private(set) var trail: [String] = []
    private let towns = ["Kyiv", "Lviv", "kyiv", "Odesa", ""]
    private let notes: [String?] = [nil, "", "a", "B"]
    /// The number of observers of each context.
    private let width: Int
    private let isTracing = ProcessInfo.processInfo.environment["OBSERVER_TRACE"] != nil

    init(seed: UInt64, container: ModelContainer, width: Int = 12) throws {
        random = SeededRandom(seed: seed)
        self.width = width
        contexts = [ModelContext(container), ModelContext(container)]
        for context in contexts where random.chance(50) { context.undoManager = UndoManager() }
    }

    // MARK: Steps

    mutating func run(steps: Int) throws -> String? {
        for _ in 0..<steps {
            let place = random.below(2)
            trail.append("\(place) " + (try step(in: place)))
            if isTracing { print(trail.count, trail.last ?? "", watched.map { $0.map { $0.shown() } }) }
            if random.chance(15) { continue }
            for place in [0, 1] {
                for one in watched[place] {
                    if let failure = try one.check() { return "\(one.name) of \(place): \(failure)" }
                }
            }
        }
        return nil
    }

    private func shipments(_ context: ModelContext) throws -> [Shipment] { try context.fetch(FetchDescriptor()) }
    private func carriers(_ context: ModelContext) throws -> [Carrier] { try context.fetch(FetchDescriptor()) }

    private mutating func step(in place: Int) throws -> String {
        let context = contexts[place]
        switch random.below(24) {
        case 0...3:
            context.insert(try newShipment(context))
            return "insert"
        case 4...9: return try edit(context)
        case 10, 11:
            guard let shipment = random.pick(try shipments(context)) else { return "nothing" }
            context.delete(shipment)
            return "delete"
        case 12: return try changeCarriers(context)
        case 13...15: return save(context)
        case 16:
            context.rollback()
            return "rollback"
        case 17:
            context.processPendingChanges()
            if random.chance(70) { context.undoManager?.undo() } else { context.undoManager?.redo() }
            return "undo"
        case 18:
            let bound = 8 + random.below(3)
            try? context.delete(model: Shipment.self, where: #Predicate { $0.weight > bound })
            return "batch deletion"
        case 19: return transaction(context)
        case 20:
            if random.chance(8) { try context.container.erase() }
            return "erase, perhaps"
        case 21:
            random.pick(watched[place])?.retarget(&random)
            return "other criteria"
        default:
            if watched[place].count >= width { watched[place].remove(at: random.below(watched[place].count)) }
            try addObserver(place)
            return "observe \(watched[place].last?.name ?? "")"
        }
    }

    private mutating func newShipment(_ context: ModelContext) throws -> Shipment {
        let label = "\(random.below(6))"
        let town = random.pick(towns) ?? ""
        if random.chance(20) { return FragileShipment(label: label, town: town, weight: random.below(10), layers: 2) }
        let carrier = random.chance(40) ? random.pick(try carriers(context)) : nil
        return Shipment(
            label: label,
            town: town,
            weight: random.below(10),
            note: notes[random.below(4)],
            carrier: carrier
        )
    }

    private mutating func edit(_ context: ModelContext) throws -> String {
        let all = try shipments(context)
        for _ in 0..<(1 + random.below(3)) {
            guard let shipment = random.pick(all) else { continue }
            switch random.below(7) {
            case 0: shipment.label = "\(random.below(6))"
            case 1: shipment.town = random.pick(towns) ?? ""
            case 2: shipment.weight = random.below(10)
            case 3: shipment.note = notes[random.below(4)]
            case 4: shipment.isSent.toggle()
            case 5: shipment.carrier = random.pick(try carriers(context))
            default: shipment.carrier = nil
            }
        }
        return "edit"
    }

    private mutating func changeCarriers(_ context: ModelContext) throws -> String {
        switch random.below(3) {
        case 0:
            // Its name may be taken: then the save makes both one.
            context.insert(Carrier(name: "C\(random.below(4))", rank: random.below(3)))
            return "insert carrier"
        case 1:
            random.pick(try carriers(context))?.rank = random.below(3)
            return "rank carrier"
        default:
            if let carrier = random.pick(try carriers(context)) { context.delete(carrier) }
            return "delete carrier"
        }
    }

    private func save(_ context: ModelContext) -> String {
        do {
            try context.save()
            return "save"
        } catch {
            context.rollback()
            return "save, refused"
        }
    }

    private mutating func transaction(_ context: ModelContext) -> String {
        let fails = random.chance(50)
        var script = self
        do {
            try context.transaction {
                _ = try script.edit(context)
                context.insert(try script.newShipment(context))
                if fails { throw CocoaError(.userCancelled) }
            }
        } catch {
            if !fails { context.rollback() }
        }
        random = script.random
        return fails ? "transaction that fails" : "transaction"
    }
}

// MARK: - Observers

extension ObserverScript {
    private mutating func predicate(_ context: ModelContext) throws -> Predicate<Shipment>? {
        let town = random.pick(towns) ?? ""
        let bound = random.below(10)
        let text = notes[random.below(4)]
        let carrier = random.pick(try carriers(context))?.persistentModelID
        let shipment = random.pick(try shipments(context))?.persistentModelID
        switch random.below(15) {
        case 0, 1: return nil
        case 2: return #Predicate { $0.town == town }
        case 3: return #Predicate { $0.weight > bound }
        case 4: return #Predicate { $0.note == text }
        case 5: return #Predicate { $0.isSent && $0.weight < bound }
        case 6: return #Predicate { $0.town == town || $0.weight == bound }
        case 7: return #Predicate { $0.carrier == nil }
        case 8: return #Predicate { $0.carrier?.persistentModelID == carrier }
        case 9: return #Predicate { $0.carrier?.rank == 1 }
        case 10: return #Predicate { $0.label.localizedStandardContains("1") }
        case 11:
            guard let shipment else { return #Predicate { $0 is FragileShipment } }
            return #Predicate { $0.persistentModelID == shipment }
        case 12: return #Predicate { $0.town == town && $0.label != "2" }
        case 13: return #Predicate { ($0.note ?? "a") == "a" }
        default: return #Predicate { $0.weight == bound }
        }
    }

    private mutating func order() -> [SortDescriptor<Shipment>] {
        switch random.below(7) {
        case 0: []
        case 1: [SortDescriptor(\.weight)]
        case 2: [SortDescriptor(\.town, order: .reverse), SortDescriptor(\.weight)]
        case 3: [SortDescriptor(\.note), SortDescriptor(\.label, order: .reverse)]
        case 4: [SortDescriptor(\.label, comparator: .lexical)]
        case 5: [SortDescriptor(\.carrier?.name), SortDescriptor(\.weight, order: .reverse)]
        default: [SortDescriptor(\.isSent), SortDescriptor(\.weight)]
        }
    }

    private mutating func addObserver(_ place: Int) throws {
        let context = contexts[place]
        if random.chance(15) {
            let observer = try ResultsObserver<Carrier, Never>(
                sortBy: [SortDescriptor(\.rank, order: .reverse), SortDescriptor(\.name)],
                modelContext: context,
                isolation: nil
            )
            watched[place].append(Self.watch(observer, "carriers", { _ in [] }))
            return
        }
        var descriptor = FetchDescriptor(predicate: try predicate(context), sortBy: order())
        if random.chance(20) { descriptor.fetchLimit = random.below(6) }
        if random.chance(10) { descriptor.fetchOffset = random.below(4) }
        if random.chance(10) { descriptor.includePendingChanges = false }
        var name = "\(descriptor.predicate.map { "\($0)" } ?? "all") \(descriptor.sortBy.count)"
        name += " \(descriptor.fetchLimit ?? -1) \(descriptor.fetchOffset ?? 0) \(descriptor.includePendingChanges)"
        switch random.below(3) {
        case 0:
            let observer = try ResultsObserver(
                fetchDescriptor: descriptor,
                sectionBy: \.town,
                modelContext: context,
                isolation: nil
            )
            watched[place].append(Self.watch(observer, name + " by town", { $0.map(\.town) }, Self.retarget))
        case 1:
            let observer = try ResultsObserver(
                fetchDescriptor: descriptor,
                sectionBy: \.note,
                modelContext: context,
                isolation: nil
            )
            watched[place].append(Self.watch(observer, name + " by note", { $0.map { $0.note ?? "" } }, Self.retarget))
        default:
            let observer = try ResultsObserver<Shipment, Never>(
                fetchDescriptor: descriptor,
                modelContext: context,
                isolation: nil
            )
            watched[place].append(Self.watch(observer, name, { _ in [] }, Self.retarget))
        }
    }

    private static func retarget<Title>(_ observer: ResultsObserver<Shipment, Title>, _ random: inout SeededRandom) {
        let bound = random.below(10)
        if random.chance(50) {
            observer.filterBy = random.chance(30) ? nil : #Predicate { $0.weight < bound }
        } else {
            observer.sortBy = random.chance(30) ? [] : [SortDescriptor(\.weight, order: .reverse)]
        }
    }

    private static func watch<Model: PersistentModel, Title>(
        _ observer: ResultsObserver<Model, Title>,
        _ name: String,
        _ titles: @escaping ([Model]) -> [String],
        _ retarget: @escaping (ResultsObserver<Model, Title>, inout SeededRandom) -> Void = { _, _ in }
    ) -> Watched {
        Watched(
            name: name,
            check: {
                let shown = Array(observer.results)
                let sections = observer.sections
                let fresh = try observer.modelContext.fetch(observer.fetchDescriptor)
                if shown.map(ObjectIdentifier.init) != fresh.map(ObjectIdentifier.init) {
                    return "shows \(describe(shown)), and should \(describe(fresh))"
                }
                guard let sections else { return Title.self == Never.self ? nil : "has no sections" }
                // The reference: titles in the order in which they come, and each model under its own.
                let expected = titles(fresh)
                var order: [String] = []
                for title in expected where !order.contains(title) { order.append(title) }
                let groups = order.map { title in zip(fresh, expected).filter { $0.1 == title }.map(\.0) }
                if sections.map({ "\($0.title)" }) != order {
                    return "has the sections \(sections.sectionTitles), and should \(order)"
                }
                let shownGroups = sections.map { $0.map(ObjectIdentifier.init) }
                if shownGroups != groups.map({ $0.map(ObjectIdentifier.init) }) { return "groups wrongly" }
                return nil
            },
            shown: { describe(Array(observer.results)) },
            retarget: { retarget(observer, &$0) }
        )
    }

    private static func describe(_ models: [some PersistentModel]) -> [String] {
        models.map { model in
            let key = model.persistentModelID.row.map(String.init) ?? "new"
            guard let shipment = model as? Shipment else { return key }
            return
                "\(key):\(shipment.label),\(shipment.town),\(shipment.weight),\(shipment.note ?? "-"),\(shipment.isSent)"
        }
    }
}
