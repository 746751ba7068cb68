import Foundation
import Logging
import SwiftData
import SwiftDataCore
import SwiftDataQueries
import SwiftDataTesting
import TestSupport
import Testing

/// An instrument that keeps what it is told.
private final class Recorder: ModelInstrument {
    private let found = Locked<[ModelMeasurement]>([])

    func record(_ measurement: ModelMeasurement) { found.withLock { $0.append(measurement) } }

    /// The measurements since the last call.
    func take() -> [ModelMeasurement] {
        found.withLock { found in
            defer { found = [] }
            return found
        }
    }
}

/// The costs of operations, against the statements that the store runs.
@Suite struct InstrumentTests {
    private func context(_ folder: TemporaryFolder) throws -> ModelContext {
        let context = ModelContext(try StorePlace.file.container(folder, Voucher.self, VoucherHolder.self))
        context.autosaveEnabled = false
        let holder = VoucherHolder(name: "Ada")
        context.insert(holder)
        for number in 0..<10 {
            let voucher = Voucher(number: number, title: "secret")
            context.insert(voucher)
            voucher.holder = holder
        }
        try context.save()
        return context
    }

    @Test func eachOperationIsMeasured() throws {
        let folder = try TemporaryFolder()
        let container = try context(folder).container
        let recorder = Recorder()
        container.setInstrument(recorder)
        let context = ModelContext(container)
        context.autosaveEnabled = false
        let log = StatementRecorder(container)
        func measured(_ body: () throws -> Void) throws -> (measurements: [ModelMeasurement], statements: [String]) {
            _ = recorder.take()
            let statements = try log.statements(during: body)
            return (recorder.take(), statements)
        }
        var vouchers: [Voucher] = []
        let fetch = try measured {
            vouchers = try context.fetch(FetchDescriptor<Voucher>(predicate: #Predicate { $0.number < 5 }))
        }
        #expect(fetch.measurements.map(\.operation) == [.fetch])
        #expect(fetch.measurements.map(\.entityName) == ["Voucher"])
        #expect(fetch.measurements.map(\.rowCount) == [5])
        #expect(fetch.measurements.flatMap(\.statements).map(\.sql) == fetch.statements)
        #expect(fetch.measurements.allSatisfy { $0.failure == nil && $0.duration > .zero })

        let count = try measured { _ = try context.fetchCount(FetchDescriptor<Voucher>()) }
        #expect(count.measurements.map(\.operation) == [.count])
        #expect(count.measurements.map(\.rowCount) == [10])

        let fault = try measured { _ = vouchers[0].holder?.name }
        #expect(fault.measurements.map(\.operation) == [.fault])
        #expect(fault.measurements.map(\.entityName) == ["VoucherHolder"])
        #expect(fault.measurements.flatMap(\.statements).map(\.sql) == fault.statements)

        let save = try measured {
            vouchers[0].title = "changed"
            vouchers[1].title = "changed"
            try context.save()
        }
        #expect(save.measurements.map(\.operation).last == .save)
        #expect(save.measurements.last?.rowCount == 2)
        #expect(save.measurements.last?.statements.isEmpty == false)
        let written = Set(save.measurements.last?.statements.map(\.sql) ?? [])
        #expect(written.isSubset(of: Set(save.statements)))

        let batch = try measured {
            try context.update(Voucher.self, where: #Predicate { $0.number > 6 }) { $0.set(\.title, to: "u") }
            _ = try context.aggregate(Voucher.self, .count)
            try context.insert(VoucherHolder.self, ["Bo", "Cy"]) { name, new in new.set(\.name, to: name) }
            _ = try context.sql("SELECT \(\Voucher.title) FROM \(Voucher.self)", as: String.self)
            try context.delete(model: VoucherHolder.self, where: #Predicate { $0.name == "Cy" })
        }
        #expect(
            batch.measurements.map(\.operation).filter { $0 != .fault }
                == [.batchUpdate, .aggregate, .batchInsert, .sql, .batchDelete]
        )
        #expect(batch.measurements.first?.rowCount == 3)
        let text = (fetch.measurements + save.measurements + batch.measurements).map { "\($0)" }.joined()
        #expect(!text.contains("secret"))

        container.setInstrument(nil)
        #expect(try measured { _ = try context.fetch(FetchDescriptor<Voucher>()) }.measurements.isEmpty)
    }

    @Test func failuresAreMeasured() throws {
        let folder = try TemporaryFolder()
        let context = try context(folder)
        let recorder = Recorder()
        context.container.setInstrument(recorder)
        context.duplicatePolicy = .error
        context.insert(Voucher(number: 3))
        #expect(throws: StoreError.self) { try context.save() }
        let last = try #require(recorder.take().last)
        #expect(last.operation == .save)
        #expect(last.failure is StoreError)
        #expect(last.rowCount == 0)
    }

    @Test func openingIsMeasured() throws {
        let folder = try TemporaryFolder()
        let recorder = Recorder()
        let container = try ModelContainer.opening(with: recorder) {
            try StorePlace.file.container(folder, Voucher.self, VoucherHolder.self)
        }
        #expect(recorder.take().map(\.operation) == [.open])
        _ = try ModelContext(container).fetchCount(FetchDescriptor<Voucher>())
        #expect(recorder.take().map(\.operation) == [.count])
        #expect(throws: (any Error).self) {
            try ModelContainer.opening(with: recorder) {
                try ModelContainer(
                    for: Voucher.self,
                    configurations: ModelConfiguration(url: folder.url.appending(path: "missing/folder/x.store"))
                )
            }
        }
        let failed = try #require(recorder.take().first)
        #expect(failed.failure != nil)
    }

    enum Former {
        @Model final class Slip {
            var title: String
            init(title: String) { self.title = title }
        }
    }

    enum Present {
        @Model final class Slip {
            var title: String
            var note: String?
            init(title: String) { self.title = title }
        }
    }

    @Test func migrationsAreMeasuredWithTheirStatements() throws {
        let folder = try TemporaryFolder()
        do {
            let context = ModelContext(try StorePlace.file.container(folder, Former.Slip.self))
            for number in 0..<5 { context.insert(Former.Slip(title: "secret \(number)")) }
            try context.save()
        }
        let recorder = Recorder()
        let container = try ModelContainer.opening(with: recorder) {
            try StorePlace.file.container(folder, Present.Slip.self)
        }
        let measurement = try #require(recorder.take().first)
        #expect(measurement.operation == .migration)
        #expect(measurement.statements.contains { $0.sql.contains("ZSLIP") && $0.sql.contains("ZNOTE") })
        #expect(measurement.statements.reduce(.zero) { $0 + $1.duration } <= measurement.duration)
        #expect(!"\(measurement)".contains("secret"))
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Present.Slip>()) == 5)
    }

    /// A log handler that keeps its lines.
    private struct Lines: LogHandler {
        let lines: Locked<[String]>
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { lines.withLock { $0.append("\(event.message)") } }
    }

    @Test func slowOperationsAreLoggedWithTheirPlan() throws {
        let folder = try TemporaryFolder()
        let context = try context(folder)
        let lines = Locked<[String]>([])
        let logger = Logger(label: "test") { _ in Lines(lines: lines) }
        context.container.setInstrument(SlowOperationLog(context.container, threshold: .zero, logger: logger))
        _ = try context.fetch(FetchDescriptor<Voucher>(predicate: #Predicate { $0.title == "secret" }))
        let line = try #require(lines.withLock { $0 }.first)
        #expect(line.contains("fetch of Voucher took"))
        #expect(line.contains("SELECT"))
        #expect(line.contains("SCAN"), "\(line)")
        #expect(!line.contains("secret"))
        lines.withLock { $0 = [] }
        context.container.setInstrument(SlowOperationLog(context.container, threshold: .seconds(60), logger: logger))
        _ = try context.fetch(FetchDescriptor<Voucher>())
        #expect(lines.withLock { $0 }.isEmpty)
    }
}
