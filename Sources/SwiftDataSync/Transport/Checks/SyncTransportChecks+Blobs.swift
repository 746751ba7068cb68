import Foundation
import SwiftDataSyncCore

extension SyncTransportChecks {
    static let blobChecks = [
        Check(name: "A large value is missing, and then there") { probe in
            let (writer, reader) = (try await probe.connect(), try await probe.connect())
            for size in [100, 1 << 20] {
                let bytes = Data(probe.packet(UInt64(size), size: size).bytes)
                let blob = BlobReference(of: bytes)
                try await probe.expect(.blobMissing, "Before the upload") { _ = try await reader.download(blob) }
                for upload in 1...2 {
                    try await writer.upload(blob, bytes)
                    let found: Data?
                    do { found = try await reader.download(blob) } catch let error as SyncTransportError
                        where error.code == .blobMissing
                    { found = nil }
                    try probe.expect(found == bytes, "The value is missing or another one after upload \(upload)")
                }
            }
        },
        Check(name: "An empty large value is a value") { probe in
            let transport = try await probe.connect()
            try await transport.upload(BlobReference(of: Data()), Data())
            try probe.expect(
                try await transport.download(BlobReference(of: Data())).isEmpty,
                "The value is another one"
            )
        },
        Check(name: "Bytes of another reference are refused") { probe in
            let transport = try await probe.connect()
            let bytes = Data(probe.packet(1).bytes)
            let blob = BlobReference(of: bytes)
            try await probe.expect(.refused, "Other bytes") { try await transport.upload(blob, Data(bytes.reversed())) }
            try await probe.expect(.blobMissing, "After the refusal") { _ = try await transport.download(blob) }
            guard let larger = BlobReference(hash: blob.hash, size: blob.size + 1) else { return }
            try await probe.expect(.refused, "Another size") { try await transport.upload(larger, bytes) }
        },
        Check(name: "The account is the same for all connections") { probe in
            let accounts = [try await probe.connect().account(), try await probe.connect().account()]
            try probe.expect(accounts[0] == accounts[1], "Two connections have different accounts")
            try await probe.connect().send([probe.packet(1)])
            try probe.expect(try await probe.connect().account() == accounts[0], "Sending has changed the account")
        },
    ]
}
