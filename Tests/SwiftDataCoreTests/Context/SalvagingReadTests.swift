import SwiftDataCore
import Testing

/// Reads that leave damage out, by themselves.
@Suite struct SalvagingReadTests {
    private static func error(_ code: StoreError.Code) -> StoreError { StoreError(code, "no", entity: "Captain") }

    @Test func aReadThatSucceedsIsNotRepeated() throws {
        var reads: [Bool] = []
        let (rows, damage) = try SalvagingRead.run { salvages in
            reads.append(salvages)
            return 3
        }
        #expect(rows == 3)
        #expect(damage == nil)
        #expect(reads == [false])
    }

    @Test(arguments: [StoreError.Code.corruptRow, .misbehavingStore])
    func damageIsLeftOutAndReturned(_ code: StoreError.Code) throws {
        var reads: [Bool] = []
        let (rows, damage) = try SalvagingRead.run { salvages in
            reads.append(salvages)
            if !salvages { throw Self.error(code) }
            return 2
        }
        #expect(rows == 2)
        #expect(damage?.code == code)
        #expect(reads == [false, true])
    }

    @Test func anyOtherErrorIsThrownAtOnce() {
        var reads: [Bool] = []
        #expect(throws: DataStoreError.self) {
            _ = try SalvagingRead.run { salvages in
                reads.append(salvages)
                throw DataStoreError.unsupportedFeature
            }
        }
        #expect(throws: StoreError.self) {
            _ = try SalvagingRead.run { salvages in
                reads.append(salvages)
                throw Self.error(.migration)
            }
        }
        #expect(reads == [false, false])
    }

    @Test func theErrorOfTheSecondReadIsThrown() {
        let error = #expect(throws: StoreError.self) {
            _ = try SalvagingRead.run { salvages in throw Self.error(salvages ? .unreadable : .corruptRow) }
        }
        #expect(error?.code == .unreadable)
    }
}
