import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import SwiftDataSync
import SwiftDataSyncCore
import SyncServer
import Testing

/// Large values.
@Suite struct ValueTests {
    private let value = testBytes(2_500_000)

    private func path(_ value: Data) -> String { "/values/" + hexadecimal(BlobReference(of: value).hash) }

    private func range(_ part: Range<Int>, _ size: Int) -> HTTPFields {
        [.contentRange: "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)"]
    }

    @Test(arguments: TestPlace.Kind.all)
    func aValueIsSentInPartsAndThenThereForAll(kind: TestPlace.Kind) async throws {
        try await withServer(kind) { server in
            let (path, size) = (path(value), value.count)
            #expect(try await server.send(.head, path).code == "value-missing")
            #expect(try await server.send(.head, path).headers[.syncOffset] == "0")
            let late = try await server.send(.put, path, headers: range(5..<10, size), body: value[5..<10])
            #expect(late.status == .conflict && late.code == "offset-mismatch" && late.headers[.syncOffset] == "0")
            let first = try await server.send(
                .put,
                path,
                headers: range(0..<1_200_000, size),
                body: value[..<1_200_000]
            )
            #expect(first.status == .accepted && first.headers[.syncOffset] == "1200000")
            #expect(try await server.send(.head, path).headers[.syncOffset] == "1200000")
            #expect(try await server.send(.get, path).code == "value-missing")
            // A part that begins before what has arrived, and one that is there.
            let again = try await server.send(
                .put,
                path,
                headers: range(1_000_000..<2_000_000, size),
                body: value[1_000_000..<2_000_000]
            )
            #expect(again.headers[.syncOffset] == "2000000")
            let known = try await server.send(.put, path, headers: range(0..<10, size), body: value[..<10])
            #expect(known.status == .accepted && known.headers[.syncOffset] == "2000000")
            let last = try await server.send(
                .put,
                path,
                headers: range(2_000_000..<size, size),
                body: value[2_000_000...]
            )
            #expect(last.status == .created)
            #expect(try await server.send(.put, path, body: value).status == .ok)
            #expect(try await server.send(.get, path).data == value)
            let head = try await server.send(.head, path)
            #expect(head.status == .ok && head.headers[.contentLength] == String(size))
            for start in [1, 1_048_575, 1_048_576, 1_200_000, size - 1] {
                let rest = try await server.send(.get, path, headers: [.range: "bytes=\(start)-"])
                #expect(rest.status == .partialContent && rest.data == value[start...], "from \(start)")
                #expect(rest.headers[.contentRange] == "bytes \(start)-\(size - 1)/\(size)")
            }
            #expect(
                try await server.send(.get, path, headers: [.range: "bytes=\(size)-"]).status == .rangeNotSatisfiable
            )
            #expect(try await server.store.zones().first?.values == size)
        }
    }

    @Test func otherBytesAreForgotten() async throws {
        try await withServer { server in
            var wrong = value
            wrong[700_000] ^= 1
            let answer = try await server.send(.put, path(value), body: wrong)
            #expect(answer.status == .unprocessableContent && answer.code == "damaged")
            #expect(try await server.send(.head, path(value)).headers[.syncOffset] == "0")
            #expect(try await server.store.zones().first?.values == 0)
            // Another size under the hash.
            let part = try await server.send(.put, path(value), headers: range(0..<100, 200), body: value[..<100])
            #expect(part.status == .accepted)
            #expect(
                try await server.send(.put, path(value), headers: range(0..<50, 50), body: value[..<50]).code
                    == "damaged"
            )
            #expect(try await server.send(.put, path(value), body: value).status == .created)
            #expect(try await server.send(.get, path(value)).data == value)
            if let sqlite = Command.find("sqlite3") {
                let left = try await Command.run(
                    sqlite,
                    [server.place.store, "SELECT sum(ZCOUNT), count(*) FROM ZVALUECHUNK"]
                )
                #expect(left == "2500000|3\n")
            }
        }
    }

    @Test func anEmptyValueIsAValue() async throws {
        try await withServer { server in
            let path = path(Data())
            #expect(try await server.send(.put, path, headers: [.contentLength: "0"], body: Data()).status == .created)
            let answer = try await server.send(.get, path)
            #expect(answer.status == .ok && answer.data.isEmpty)
        }
    }

    @Test func theBytesOfABodyThatWasCutAreKept() async throws {
        try await withServer { server in
            let raw = try RawConnection(port: try #require(server.client.port))
            raw.send("PUT /v1/zones/trips\(path(value)) HTTP/1.1\r\nHost: a\r\nOSD-Sync-Versions: 1\r\n")
            raw.send("Authorization: Bearer \(server.token)\r\nContent-Length: \(value.count)\r\n\r\n")
            raw.send(value.prefix(1_500_000))
            raw.finish()
            let path = path(value)
            #expect(try await eventually { try await server.send(.head, path).headers[.syncOffset] == "1500000" })
            // The client goes on there.
            try await server.transport().upload(BlobReference(of: value), value)
            #expect(try await server.transport().download(BlobReference(of: value)) == value)
        }
    }

    @Test func bodiesAreOfOneFormAndSize() async throws {
        try await withServer {
            $0.valueBytes = 1_000
        } _: { server in
            let path = path(Data("x".utf8))
            let large = try await server.send(.put, path, body: testBytes(1_001))
            #expect(large.status == .contentTooLarge)
            for text in [
                "bytes 0-9/5", "bytes 5-4/9", "bytes a-b/c", "bytes 0-1", "items 0-1/2", "bytes 0-1/2/3", "bytes 0-8/9",
            ] {
                let answer = try await server.send(.put, path, headers: [.contentRange: text], body: Data("xy".utf8))
                #expect(answer.status == .badRequest, "\(text)")
            }
            #expect(
                try await server.send(.put, path, headers: range(0..<1, 2_000), body: Data("x".utf8)).status
                    == .contentTooLarge
            )
            #expect(try await server.send(.get, "/values/xyz").status == .badRequest)
            #expect(try await server.send(.get, "/values/" + String(repeating: "A", count: 64)).status == .badRequest)
            let raw = try RawConnection(port: try #require(server.client.port))
            raw.send("PUT /v1/zones/trips\(path) HTTP/1.1\r\nHost: a\r\nOSD-Sync-Versions: 1\r\n")
            raw.send("Authorization: Bearer \(server.token)\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n")
            #expect(await raw.read(until: "\r\n").contains(" 411 "))
        }
    }

    @Test(arguments: TestPlace.Kind.all)
    func twoUploadsOfOneValueAtATimeGoTogether(kind: TestPlace.Kind) async throws {
        try await withServer(kind) { server in
            let reference = BlobReference(of: value)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 1...3 { group.addTask { try await server.transport().upload(reference, value) } }
                try await group.waitForAll()
            }
            #expect(try await server.transport().download(reference) == value)
            #expect(try await server.store.zones().first?.values == value.count)
        }
    }

    @Test func anUploadThatDoesNotGoOnIsForgotten() async throws {
        let clock = TestClock()
        try await withServer(now: { clock.now }) { server in
            let (path, other) = (path(value), Data("there".utf8))
            _ = try await server.send(.put, path, headers: range(0..<1_000, value.count), body: value[..<1_000])
            #expect(try await server.send(.put, self.path(other), body: other).status == .created)
            clock.advance(6 * 86_400)
            #expect(try await server.store.dropUploads(untouchedSince: clock.now.addingTimeInterval(-7 * 86_400)) == 0)
            clock.advance(2 * 86_400)
            #expect(try await server.store.dropUploads(untouchedSince: clock.now.addingTimeInterval(-7 * 86_400)) == 1)
            #expect(try await server.send(.head, path).headers[.syncOffset] == "0")
            #expect(try await server.store.zones().first?.values == other.count)
            // A value that is whole stays.
            #expect(try await server.send(.get, self.path(other)).data == other)
        }
    }

    @Test func rowsOfValuesCountAsWell() async throws {
        let clock = TestClock()
        try await withServer(.sqlite, { $0.zoneBytes = 2 * 401 }, now: { clock.now }) { server in
            let values = (UInt64(1)...4).map { testBytes(1, seed: $0) }
            for value in values[..<2] {
                #expect(try await server.send(.put, path(value), body: value).status == .created)
            }
            #expect(try await server.send(.put, path(values[2]), body: values[2]).code == "storage-full")
            // One that is there still counts as there, and one that is forgotten no more.
            #expect(try await server.send(.put, path(values[0]), body: values[0]).status == .ok)
            let zone = try #require(ZonePath("anna/trips"))
            try await server.store.setQuota(2 * 401 + 410, of: zone)
            let (cut, ten) = (path(testBytes(20)), range(0..<10, 20))
            let part = try await server.send(.put, cut, headers: ten, body: Data(count: 10))
            #expect(part.status == .accepted)
            #expect(try await server.send(.put, path(values[2]), body: values[2]).code == "storage-full")
            clock.advance(1)
            #expect(try await server.store.dropUploads(untouchedSince: clock.now) == 1)
            #expect(try await server.send(.put, path(values[2]), body: values[2]).status == .created)
        }
    }

    @Test func allUploadsThatDoNotGoOnAreForgotten() async throws {
        let clock = TestClock()
        try await withServer(now: { clock.now }) { server in
            for number in UInt64(1)...7 {
                let value = testBytes(20, seed: number)
                let part = range(0..<10, value.count)
                _ = try await server.send(.put, self.path(value), headers: part, body: value[..<10])
            }
            #expect(try await server.store.zones().first?.values == 70)
            clock.advance(1)
            #expect(try await server.store.dropUploads(untouchedSince: clock.now, atOnce: 3) == 7)
            #expect(try await server.store.zones().first?.values == 0)
        }
    }
}
