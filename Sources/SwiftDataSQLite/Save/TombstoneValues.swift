import Foundation
import SwiftDataCore
import SwiftDataSQL

/// Hands over the values that the history keeps of deleted rows. Values in files are read as they are written, since the
/// files go with the rows.
///
/// A value that is too large, or whose file is missing, is left out: it must not keep a row from being deleted. A file
/// that exists and cannot be read now makes the save fail, since its value would be lost for good.
struct TombstoneValues {
    let model: StoreModel
    let external: ExternalStorage
    private var losses: [Loss: Int] = [:]

    /// The maximum size of a row's attributes with `.externalStorage` in the history, in bytes: the whole row must fit
    /// in memory, and in SQLite's largest row.
    static let largestSize = 100_000_000

    private struct Loss: Hashable {
        let entity: Int64
        let path: String
        let reason: Reason
    }

    private enum Reason: String, Error {
        case size = "the values of a row are larger than 100 MB"
        case file = "the file is missing"
    }

    init(model: StoreModel, external: ExternalStorage) {
        self.model = model
        self.external = external
    }

    /// Binds the values of a row.
    /// - Throws: ``StoreError`` for a file that exists and cannot be read now.
    mutating func bind(
        _ tombstones: [ChangeLog.StoredTombstone],
        of row: ChangeLog.Row,
        to binder: inout ParameterBinder
    ) throws {
        var room = Self.largestSize
        for tombstone in tombstones {
            guard tombstone.column.source.isExternal, case .blob(let stored) = tombstone.key.parts.first else {
                tombstone.key.bind(to: &binder)
                continue
            }
            do {
                let data = try value(stored, room: room)
                room -= data.count
                binder.blob(data)
            } catch let reason as Reason {
                losses[Loss(entity: row.entity, path: tombstone.column.path, reason: reason), default: 0] += 1
                binder.null()
            }
        }
    }

    /// Reports the values that are not kept, once for all rows.
    func reportLosses() {
        for (loss, count) in losses {
            let name = "\(model[number: loss.entity]?.name ?? "").\(loss.path)"
            log.notice("The history keeps no \(name) of deleted rows (\(count)): \(loss.reason.rawValue).")
        }
    }

    /// The value of a column with the bytes of its file.
    private func value(_ stored: Data, room: Int) throws -> Data {
        guard let name = ExternalStorage.fileName(stored) else {
            if stored.count > room { throw Reason.size }
            return stored
        }
        // Not read to find out that it is too large.
        guard let size = try external.size(of: name) else { throw Reason.file }
        if size > room { throw Reason.size }
        do {
            return ExternalStorage.inline(try external.data(of: stored))
        } catch is MissingExternalFile {
            throw Reason.file
        }
    }
}
