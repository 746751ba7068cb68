#if PostgreSQL
import Foundation

/// The folder in which the package's programs are built, which is that of the test program.
enum ProgramFolder {
    static var url: URL? { Bundle.main.executableURL?.deletingLastPathComponent() }
}
#endif
