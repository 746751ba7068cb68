import SwiftDataCore

/// The files of large values that rows have named and that were not there.
///
/// A save removes a file after the commit that takes its name out of its row. A read that begins after a file was
/// missed sees that commit. If it misses the same name once more, the file is lost. If it misses another one, a save
/// has replaced that value meanwhile, and the rows are read again.
struct MissedFiles {
    /// The number of reads that may each miss another file.
    static let mostReads = 100

    private var names: Set<String> = []
    private var reads = 0

    /// Notes the files that a read has missed.
    /// - Returns: True if a file is lost, as an earlier read has missed it too.
    /// - Throws: ``StoreError`` with code `locked` after too many reads.
    mutating func isLost(_ missed: some Sequence<String>) throws -> Bool {
        var isLost = false
        for name in missed where !names.insert(name).inserted { isLost = true }
        guard !isLost else { return true }
        reads += 1
        guard reads < Self.mostReads else {
            throw StoreError(
                .locked,
                "Large values were replaced during each of \(reads) reads. Fetch fewer rows, or leave out their large values "
                    + "with propertiesToFetch."
            )
        }
        return false
    }
}

extension DefaultStore {
    /// Reads rows, and reads them again where the file of a value was removed after its row was read.
    /// - Parameter body: Begins a read of its own each time.
    func retryingMissingFiles<Result>(_ body: () throws -> Result) throws -> Result {
        var missed = MissedFiles()
        while true {
            do {
                return try body()
            } catch let error as MissingExternalFile {
                guard try missed.isLost([error.name]) else { continue }
                throw error.report ?? StoreError(.corruptRow, "the file \(error.name) of a value is missing")
            }
        }
    }

    /// Reads rows as far as they can be read, and reads them again where the file of a value was removed after its row
    /// was read. Values that are certain to be unreadable are reported.
    /// - Parameter body: Begins a read of its own each time.
    func retryingLackOfFiles<Result>(
        _ reading: RowReading,
        _ body: (inout ReadFailures) throws -> Result
    ) throws -> Result {
        var missed = MissedFiles()
        while true {
            var failures = ReadFailures()
            let result = try body(&failures)
            if try !failures.missingFiles.isEmpty && !missed.isLost(failures.missingFiles) { continue }
            for failure in failures.all { try reading.note(failure) }
            return result
        }
    }
}
