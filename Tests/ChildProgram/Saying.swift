import Foundation

/// Prints a line at once, so that it is there also where the process is ended.
@Sendable func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
