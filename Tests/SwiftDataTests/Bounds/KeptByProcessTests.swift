import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import Testing

/// Tables of a process grow with the types of the program and with what is open, not with what is made. Other tests of
/// the process use them meanwhile, so that each limit here is far below what would be kept without a bound.
@Suite struct KeptByProcessTests {
    @Test func keyPathsOfInheritedPropertiesAreMadeOnce() throws {
        let layout = FragileShipment._$modelLayout
        let first = try (0..<4).map { try #require(layout.keyPath(slot: $0, in: FragileShipment.self)) }
        let before = InheritedKeyPath.count
        for _ in 0..<1_000 {
            for slot in 0..<4 { #expect(layout.keyPath(slot: slot, in: FragileShipment.self) === first[slot]) }
        }
        #expect(InheritedKeyPath.count < before + 1_000)
    }

    @Test func layoutsAndCodecsAreMadeOnceForEachType() {
        let (layout, layouts, codecs) = (ModelLayout.of(Kept.self), ModelLayout.count, CodecFactory.count)
        #expect(layouts > 0)
        for _ in 0..<2_000 { #expect(ModelLayout.of(Kept.self) === layout) }
        for _ in 0..<500 { #expect(Schema([Kinds.self]).entities.count > 0) }
        #expect(CodecFactory.count > 0)
        #expect(ModelLayout.count < layouts + 1_000)
        #expect(CodecFactory.count < codecs + 400)
    }

    @Test func theTypesOfStoresThatAreClosedAreForgotten() {
        let schema = Schema([Kept.self, KeptShelf.self])
        let before = SnapshotTypes.counts
        for number in 0..<3_000 {
            SnapshotTypes(schema).register(forStores: ["kept-by-process-\(number)"])
        }
        #expect(SnapshotTypes.counts.stores < 1_000)
        #expect(SnapshotTypes.counts.entities < before.entities + 1_000)
    }

    @Test func containersThatHaveGoneDoNotListen() throws {
        // The stores are kept, since the table tells them apart by their addresses.
        var stores: [AnyObject] = []
        let held = try memoryContext(KeptElsewhere.self).container
        for _ in 0..<250 {
            let container = try memoryContext(KeptElsewhere.self).container
            stores.append(try #require(container.core.stores.first?.object as? DefaultStore))
        }
        #expect(StoreListeners.count > 0)
        #expect(StoreListeners.count < 200)
        withExtendedLifetime((stores, held)) {}
    }

    @Test func contextsThatSavedByThemselvesAreForgotten() throws {
        let container = try memoryContext(KeptElsewhere.self).container
        for _ in 0..<2_000 {
            let context = ModelContext(container)
            context.autosaveEnabled = true
        }
        #expect(AutosaveTicket.count > 0)
        #expect(AutosaveTicket.count < 1_000)
    }

    @Test func statesOfModelsWithBackingDataOfTheirOwnGoWithTheModels() {
        for number in 0..<2_000 {
            let model = HandWritten(number)
            #expect(model._$modelState === model._$modelState)
            #expect(model.number == number)
        }
        #expect(ForeignStates.count > 0)
        #expect(ForeignStates.count < 1_000)
    }
}

/// A model with nothing of the macro's, over a backing data of its own.
private final class HandWritten: PersistentModel {
    var persistentBackingData: any BackingData<HandWritten>

    init(backingData: any BackingData<HandWritten>) { persistentBackingData = backingData }

    init(_ number: Int) {
        let data = DictionaryBackingData<HandWritten>(for: HandWritten.self)
        data.setValue(forKey: \.number, to: number)
        persistentBackingData = data
    }

    var number: Int {
        get { persistentBackingData.getValue(forKey: \.number) }
        set { persistentBackingData.setValue(forKey: \.number, to: newValue) }
    }

    static var schemaMetadata: [Schema.PropertyMetadata] { [.init(name: "number", keypath: \HandWritten.number)] }
}
