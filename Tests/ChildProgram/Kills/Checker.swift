import Foundation

/// A file as the sqlite3 program reads it, compared with what was saved.
struct Checker {
    let path: String
    private(set) var content = Content()
    private(set) var problems: [String] = []
    private(set) var hasSecondVersion = false
    /// Files of large values that no row names.
    private(set) var orphans: Set<String> = []

    private static let query = """
        PRAGMA integrity_check;
        SELECT 'second' FROM pragma_table_info('ZPARCEL') WHERE name = 'ZLABEL';
        SELECT 'ledger', ZSAVE FROM ZLEDGER;
        SELECT 'box', count(*), count(DISTINCT ZNUMBER) FROM ZBOX;
        SELECT 'parcel', p.ZNUMBER, p.ZVERSION, p.ZSIZE, coalesce(b.ZNUMBER, ''), p.ZBOX IS NOT NULL,
            CASE WHEN length(p.ZPAYLOAD) = 38 THEN CAST(substr(p.ZPAYLOAD, 2, 36) AS TEXT) ELSE '' END,
            CASE WHEN length(p.ZPAYLOAD) = 38 THEN '' ELSE hex(p.ZPAYLOAD) END
            FROM ZPARCEL p LEFT JOIN ZBOX b ON b.Z_PK = p.ZBOX;
        SELECT 'history', count(*), count(DISTINCT c.ZTRANSACTIONID) FROM ATRANSACTION t
            LEFT JOIN ACHANGE c ON c.ZTRANSACTIONID = t.Z_PK;
        SELECT 'highest', m.Z_MAX >= (SELECT coalesce(max(Z_PK), 0) FROM ZPARCEL)
            FROM Z_PRIMARYKEY m WHERE Z_NAME = 'Parcel';
        """

    /// - Parameter isCopied: True if the sqlite3 program works on a copy, so that the log stays for the next process.
    init(_ path: String, isCopied: Bool) throws {
        self.path = path
        var file = path
        if isCopied {
            file = path + ".checked"
            for suffix in ["", "-wal"] {
                try? FileManager.default.removeItem(atPath: file + suffix)
                guard FileManager.default.fileExists(atPath: path + suffix) else { continue }
                try FileManager.default.copyItem(atPath: path + suffix, toPath: file + suffix)
            }
        }
        defer {
            if isCopied {
                for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + suffix) }
            }
        }
        let answer = try ChildProcess.output("sqlite3", [file, Self.query])
        // A process that was killed before its first commit has left no tables.
        if answer.status != 0 {
            let tables = try ChildProcess.output("sqlite3", [file, "SELECT count(*) FROM sqlite_master"])
            if tables.text == "0\n" { return }
        }
        if answer.status != 0 { problems.append("sqlite3 ended with \(answer.status)") }
        let lines = answer.text.split(separator: "\n")
        if lines.first != "ok" { problems.append("integrity_check: \(lines.prefix(3))") }
        var named: Set<String> = []
        for line in lines.dropFirst() { read(line.split(separator: "|", omittingEmptySubsequences: false), &named) }
        let store = URL(fileURLWithPath: path)
        let stem = store.deletingPathExtension().lastPathComponent
        let folder = store.deletingLastPathComponent().appendingPathComponent(".\(stem)_SUPPORT/_EXTERNAL_DATA").path
        let there = Set((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
        orphans = there.subtracting(named)
    }

    private mutating func read(_ fields: [Substring], _ named: inout Set<String>) {
        let numbers = fields.map { Int($0) }
        switch fields.first {
        case "second": hasSecondVersion = true
        case "ledger": content.save = numbers[1] ?? -1
        case "box" where numbers[1] != numbers[2]: problems.append("boxes: \(fields)")
        case "history" where numbers[1].map({ $0 < content.save }) ?? true:
            problems.append("\(fields) of the history, and \(content.save) saves")
        case "highest" where numbers[1] != 1: problems.append("Z_MAX is too low")
        case "parcel":
            guard let number = numbers[1], let version = numbers[2], let size = numbers[3] else {
                return problems.append("a parcel without numbers: \(fields.prefix(5))")
            }
            if content.parcels[number] != nil { problems.append("two parcels \(number)") }
            if numbers[4] == nil, numbers[5] == 1 { problems.append("parcel \(number) is in a box that is not there") }
            content.parcels[number] = Content.Parcel(version: version, size: size, box: numbers[4])
            check(number, version, size, file: String(fields[6]), bytes: fields[7])
            if !fields[6].isEmpty { named.insert(String(fields[6])) }
        default: break
        }
    }

    private mutating func check(_ number: Int, _ version: Int, _ size: Int, file: String, bytes: Substring) {
        if file.isEmpty {
            // The bytes follow a tag.
            let found = bytes.isEmpty ? nil : String(bytes.utf8.dropFirst(2))
            if found != payloadDigits(number, version: version, size: size) {
                problems.append("parcel \(number) of \(version) has other bytes")
            }
            return
        }
        let store = URL(fileURLWithPath: path)
        let stem = store.deletingPathExtension().lastPathComponent
        let place = store.deletingLastPathComponent().appendingPathComponent(".\(stem)_SUPPORT/_EXTERNAL_DATA/\(file)")
        guard let data = try? Data(contentsOf: place) else {
            return problems.append("parcel \(number) of \(version): its file \(file) is not there")
        }
        if data != payload(number, version: version, size: size) {
            problems.append("parcel \(number) of \(version): its file has other bytes")
        }
    }
}
