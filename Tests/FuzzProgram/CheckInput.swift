import Foundation
import FuzzTargets

/// The target that libFuzzer is to call.
enum Running {
    /// Set once, before libFuzzer begins.
    nonisolated(unsafe) static var target: FuzzTarget?
}

/// Checks one input. The library of libFuzzer is linked only where there is a function of this name.
@_cdecl("LLVMFuzzerTestOneInput")
func checkInput(_ bytes: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let data = bytes.map { Data(bytes: $0, count: size) } ?? Data()
    do {
        try Running.target?.check(data)
    } catch {
        // libFuzzer keeps the input of a program that ends so.
        FileHandle.standardError.write(Data("\(error)\n".utf8))
        abort()
    }
    return 0
}
