#if canImport(CryptoKit) || SyncEncryption
    import Foundation
    import SwiftDataSync
    import SwiftDataSyncCore
    import Testing

    /// The shipped cipher against vectors that `Scripts/sealing-vectors` has made with Python's `cryptography`.
    @Suite struct SyncKeyringTests {
        private struct Vector: Decodable {
            let key: String
            let number: String
            let fingerprint: UInt32
            let binding: String
            let plaintext: String
            let sealed: String
        }

        private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

        private static func bytes(_ digits: String) -> Data {
            let digits = digits.filter { !$0.isWhitespace }.map { UInt8($0.hexDigitValue ?? 0) }
            return Data(stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
        }

        @Test func vectorsOfAnotherImplementationAreSealedAndOpened() throws {
            let file = Self.folder.appending(path: "Golden/sealing-1.json")
            let vectors = try JSONDecoder().decode([Vector].self, from: Data(contentsOf: file))
            #expect(vectors.count == 7)
            for vector in vectors {
                let number = try #require(UInt64(vector.number))
                let key = try SealingKey(Self.bytes(vector.key), number: number)
                #expect(key.name == SealingKeyName(number: number, fingerprint: vector.fingerprint))
                let keyring = SyncKeyring(key)
                let (plaintext, binding, sealed) = (
                    Self.bytes(vector.plaintext), Self.bytes(vector.binding), Self.bytes(vector.sealed)
                )
                #expect(try keyring.seal(plaintext, by: key.name, binding: binding) == sealed)
                #expect(try keyring.open(sealed, by: key.name, binding: binding) == plaintext)
            }
        }

        @Test func theChangeSetOfAnotherImplementationIsOpened() throws {
            let file = Self.folder.deletingLastPathComponent()
                .appending(path: "SwiftDataSyncCoreTests/Wire/Golden/changes-2-sealed.hex")
            let changes = try ChangeSet(decoding: [UInt8](Self.bytes(String(contentsOf: file, encoding: .utf8))))
            let keyring = SyncKeyring(try SealingKey(Data(0..<32), number: 3))
            let (id, state) = try #require(changes.records.first)
            let opened = try state.replacingValues(of: id) { value, place in
                guard case .sealed(let sealed) = value else { return value }
                let binding = Data(place.binding(sealed.key))
                let plaintext = try keyring.open(Data(sealed.bytes), by: sealed.key, binding: binding)
                let value = try SyncValue(plaintext: [UInt8](plaintext))
                // What is sealed anew has the same bytes.
                #expect(value.plaintext == [UInt8](plaintext))
                #expect(try keyring.seal(plaintext, by: sealed.key, binding: binding) == Data(sealed.bytes))
                return value
            }
            #expect(opened.properties["name"]?.value(.lastWriter) == .string("Oslo"))
            #expect(opened.properties["note"]?.value(.lastWriter) == .null)
            #expect(opened.properties["best"]?.value(.max) == .int(9))
            #expect(opened.properties["least"]?.value(.min) == .double(-2.5))
            #expect(opened.properties["visits"]?.value(.counter) == .int(-5))
            guard case .sealedBlob(let blob)? = opened.properties["chart"]?.value(.lastWriter) else {
                Issue.record("A large value is missing.")
                return
            }
            let content = Data(String(repeating: "a large value ", count: 8).utf8)
            #expect(blob.content == BlobReference(of: content))
            let binding = Data(SealingPlace.bindingOfLargeValue(blob.key))
            #expect(blob.carried == BlobReference(of: try keyring.seal(content, by: blob.key, binding: binding)))
        }

        @Test func aChangeOfAnyBitIsFound() throws {
            let key = try SealingKey(SealingKey.randomBytes(), number: 1)
            let keyring = SyncKeyring(key)
            let binding = Data("place".utf8)
            let sealed = try keyring.seal(Data("Oslo".utf8), by: key.name, binding: binding)
            for bit in 0..<(sealed.count * 8) {
                var changed = sealed
                changed[bit / 8] ^= 1 << UInt8(bit % 8)
                let error = #expect(throws: SyncSealingError.self) {
                    try keyring.open(changed, by: key.name, binding: binding)
                }
                #expect(error?.code == .notAuthentic)
            }
            for count in 0..<sealed.count {
                #expect(throws: SyncSealingError.self) {
                    try keyring.open(sealed.prefix(count), by: key.name, binding: binding)
                }
            }
            #expect(throws: SyncSealingError.self) {
                try keyring.open(sealed, by: key.name, binding: Data("other place".utf8))
            }
            // A slice with other indices is the same value.
            #expect(
                try keyring.open((Data([0]) + sealed).dropFirst(), by: key.name, binding: binding) == Data("Oslo".utf8)
            )
        }

        @Test func equalArgumentsHaveEqualBytesAndOthersHaveOthers() throws {
            let key = try SealingKey(SealingKey.randomBytes(), number: 1)
            let other = try SealingKey(SealingKey.randomBytes(), number: 2)
            let keyring = SyncKeyring(key, opening: [other])
            var sealed: Set<Data> = []
            for name in [key.name, other.name] {
                for plaintext in ["", "a", "ab"] {
                    for binding in ["", "b", "bc"] {
                        let (plaintext, binding) = (Data(plaintext.utf8), Data(binding.utf8))
                        let bytes = try keyring.seal(plaintext, by: name, binding: binding)
                        #expect(try keyring.seal(plaintext, by: name, binding: binding) == bytes)
                        // The nonce alone is another one.
                        sealed.insert(bytes.prefix(12))
                    }
                }
            }
            #expect(sealed.count == 18)
        }

        @Test func aKeyringKeepsOldKeysAndRefusesUnknownOnes() throws {
            let (first, second) = (
                try SealingKey(Data(repeating: 1, count: 32), number: 1),
                try SealingKey(Data(repeating: 2, count: 32), number: 2)
            )
            let keyring = SyncKeyring(first)
            let sealed = try keyring.seal(Data("Oslo".utf8), by: keyring.currentKey, binding: Data())
            let error = #expect(throws: SyncSealingError.self) { try keyring.setCurrent(second.name) }
            #expect(error?.code == .keyMissing && keyring.currentKey == first.name)
            keyring.add(second)
            try keyring.setCurrent(second.name)
            #expect(keyring.currentKey == second.name && keyring.keys == [first.name, second.name])
            #expect(try keyring.open(sealed, by: first.name, binding: Data()) == Data("Oslo".utf8))
            // Another key of the same number has another name.
            let impostor = try SealingKey(Data(repeating: 3, count: 32), number: 1)
            #expect(impostor.name.number == first.name.number && impostor.name != first.name)
            #expect(!keyring.hasKey(impostor.name))
            let missing = #expect(throws: SyncSealingError.self) {
                try keyring.open(sealed, by: impostor.name, binding: Data())
            }
            #expect(missing?.code == .keyMissing)
        }

        @Test func aKeyIsNotPrinted() throws {
            let bytes = Data(repeating: 0xAB, count: 32)
            let key = try SealingKey(bytes, number: 5)
            var text = ""
            dump(key, to: &text)
            text += "\(key) \(String(reflecting: key)) \(SyncKeyring(key))"
            #expect(!text.lowercased().contains("abab") && !text.contains("171") && text.contains("5-"))
            for count in [0, 16, 31, 33] {
                let error = #expect(throws: SyncSealingError.self) { try SealingKey(Data(count: count), number: 1) }
                #expect(error?.code == .keyInvalid)
            }
        }
    }
#endif
