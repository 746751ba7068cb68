import Foundation
import SwiftDataCore
import SwiftDataSyncCore
import Testing

@testable import SwiftDataSync

/// The hash by which a new row is found after an interrupted save.
@Suite struct RowDigestTests {
    private func row(_ label: StoredValue) throws -> DefaultSnapshot {
        let layout = ModelLayout.of(SyncBerth.self)
        let slot = try #require(layout.properties.first { $0.name == "label" }?.slot)
        var row = DefaultSnapshot(
            persistentIdentifier: .temporary(layout),
            layout: layout,
            values: layout.emptyValues
        )
        row.values[slot] = label
        return row
    }

    private func digest(_ label: StoredValue) throws -> Data { try RowDigest.of(row(label), isNew: \.isTemporary) }

    @Test func rowsThatDifferInOneValueDifferInTheirHash() throws {
        #expect(try digest(.string("a")) == digest(.string("a")))
        #expect(try digest(.string("a")) != digest(.string("b")))
        #expect(try digest(.string("a")) != digest(.null))
    }

    /// Without the value, the row has the hash of all rows that differ from it in this value alone.
    @Test func aValueThatCannotBeEncodedIsNotLeftOut() throws {
        let error = #expect(throws: SyncError.self) { try digest(.unloaded) }
        #expect(error?.code == .value && error?.entityName == "SyncBerth" && error?.propertyName == "label")
    }
}
