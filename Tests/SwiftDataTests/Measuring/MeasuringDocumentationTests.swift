import Foundation
import Logging
import SwiftData
import SwiftDataCore
import SwiftDataQueries
import SwiftDataTesting
import Testing

@Model
final class PetOwner {
    var name: String
    @Relationship(inverse: \HousePet.owner) var pets: [HousePet] = []

    init(name: String) { self.name = name }
}

@Model
final class HousePet {
    var name: String
    var owner: PetOwner?

    init(name: String) { self.name = name }
}

private let printed = Locked<[String]>([])

private struct Printer: ModelInstrument {
    func record(_ measurement: ModelMeasurement) {
        printed.withLock {
            $0.append("\(measurement.operation) \(measurement.entityName ?? "") \(measurement.rowCount)")
        }
    }
}

private struct SavePrinter: ModelInstrument {
    func record(_ measurement: ModelMeasurement) {
        guard measurement.operation == .save else { return }
        for statement in measurement.statements { printed.withLock { $0.append(statement.sql) } }
    }
}

/// The examples of docs/measuring.md.
@Suite struct MeasuringDocumentationTests {
    @Test func measurements() throws {
        let writer = try memoryContext(PetOwner.self, HousePet.self)
        let container = writer.container
        for name in ["a", "b"] {
            let owner = PetOwner(name: name)
            writer.insert(owner)
            owner.pets = [HousePet(name: "x"), HousePet(name: "y")]
        }
        try writer.save()
        let context = ModelContext(container)
        var total = 0
        try context.limitingFaults(to: 1) {
            for owner in try context.fetch(FetchDescriptor<PetOwner>()) { total += owner.pets.count }
        }
        #expect(total == 4)
        let statistics = context.statistics
        #expect(statistics.fetchCount == 1)
        #expect(statistics.faultCount == 1)
        for fault in statistics.faults { #expect("\(fault.entityName).\(fault.propertyName)" == "PetOwner.pets") }

        container.setInstrument(Printer())
        _ = try context.fetch(FetchDescriptor<PetOwner>())
        #expect(printed.withLock { $0 } == ["fetch PetOwner 2"])
        container.setInstrument(SavePrinter())
        printed.withLock { $0 = [] }
        context.insert(PetOwner(name: "c"))
        let statements = try StatementRecorder(container).statements { try context.save() }
        #expect(printed.withLock { $0 }.contains { $0.hasPrefix("INSERT INTO ZPETOWNER") })
        #expect(statements.contains { $0.hasPrefix("INSERT INTO ZPETOWNER") })
        container.setInstrument(
            SlowOperationLog(container, threshold: .milliseconds(50), logger: Logger(label: "data"))
        )
    }
}
