import Testing

/// A fact of the Swift runtime or of Foundation that is documented nowhere and that this library relies on, by its name
/// in docs/decisions/0025-facts-of-the-runtime.md.
enum RuntimeFact: String {
    case keyPathBuffer = "K1"
    case keyPathComponents = "K2"
    case accessorIdentity = "K3"
    case keyPathEnd = "K4"
    case keyPathEquality = "K5"
    case enumDescription = "E1"
    case caseNames = "E2"
    case caseNumbers = "E3"
    case fieldNames = "F1"
    case fieldKeyPaths = "F2"
    case classExistential = "O1"
    case failingRetain = "O2"
    case retainCount = "O3"
    case referenceArrays = "O4"
    case executorWords = "X1"
    case currentExecutor = "X2"
    case threadNumber = "X3"
    case trackedAccess = "T1"
    case trackedChanges = "S1"
    case isolatedClosures = "S2"
    case markerProtocols = "M1"
    case comparatorForm = "D1"
    case predicateOperands = "D2"
    case typeNames = "D3"

    /// The message of a test where the fact does not hold.
    var broken: Comment {
        """
        Fact \(rawValue) of docs/decisions/0025-facts-of-the-runtime.md does not hold on this toolchain. The record says what \
        depends on it, and what happens without it.
        """
    }
}
