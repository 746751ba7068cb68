import Foundation
import SwiftDataCore
import TestSupport
import Testing

@Suite("SHA-2")
struct SecureHashTests {
    private func hexadecimal(_ data: Data) -> String { data.map { String(format: "%02x", $0) }.joined() }

    @Test("The standard's examples come out")
    func examples() {
        #expect(
            hexadecimal(SecureHash.sha256(Data("abc".utf8)))
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        )
        #expect(
            hexadecimal(SecureHash.sha512(Data("abc".utf8)))
                == "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
        )
    }

    @Test("Every length around the blocks agrees with Python's", .enabled(if: Program.python3 != nil, "needs python3"))
    func lengths() throws {
        let script = """
            import hashlib
            for n in range(300):
                d = bytes((7 * n + i) % 256 for i in range(n))
                print(hashlib.sha256(d).hexdigest(), hashlib.sha512(d).hexdigest())
            """
        let theirs = try #require(Program.python3).run(["-c", script]).split(separator: "\n").map(String.init)
        let ours = (0..<300).map { count in
            let data = Data((0..<count).map { UInt8((7 * count + $0) % 256) })
            return hexadecimal(SecureHash.sha256(data)) + " " + hexadecimal(SecureHash.sha512(data))
        }
        #expect(ours == theirs)
        // Asked again, from what is kept and from what is not any more.
        #expect(
            hexadecimal(SecureHash.sha256(Data([7]))) + " " + hexadecimal(SecureHash.sha512(Data([7]))) == theirs[1]
        )
        #expect(SecureHash.knownCount <= 512)
    }
}
