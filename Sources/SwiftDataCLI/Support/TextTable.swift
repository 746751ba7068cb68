/// A table for people: columns as wide as their widest cell, two spaces in between.
struct TextTable {
    struct Column {
        let title: String
        var isNumber = false

        static func text(_ title: String) -> Column { Column(title: title) }
        static func number(_ title: String) -> Column { Column(title: title, isNumber: true) }
    }

    private let columns: [Column]
    private var rows: [[String]] = []

    init(_ columns: Column...) {
        self.columns = columns
    }

    init(_ columns: [Column]) {
        self.columns = columns
    }

    var isEmpty: Bool { rows.isEmpty }

    /// The table with as many of its columns as a line has room for, and the titles of the other columns: columns
    /// without any text, and columns that are too wide. The first column stays.
    func fitting(_ width: Int) -> (table: TextTable, leftOut: [String]) {
        var kept: [Int] = []
        var used = 0
        for index in columns.indices {
            let widest = rows.map { Self.width(cell($0, index)) }.max() ?? 0
            let needed = max(Self.width(columns[index].title), widest) + (kept.isEmpty ? 0 : 2)
            guard index == 0 || widest > 0 && used + needed <= width else { continue }
            kept.append(index)
            used += needed
        }
        var table = TextTable(kept.map { columns[$0] })
        table.rows = rows.map { row in kept.map { cell(row, $0) } }
        let left = columns.indices.filter { !kept.contains($0) }.map { columns[$0].title }
        return (table, left)
    }

    mutating func add(_ cells: String...) { add(cells) }

    mutating func add(_ cells: [String]) {
        rows.append(cells.map(Self.printable))
    }

    /// The lines, without a line feed at their ends.
    var lines: [String] {
        let widths = columns.indices.map { index in
            max(Self.width(columns[index].title), rows.map { Self.width(cell($0, index)) }.max() ?? 0)
        }
        let title = line(columns.map(\.title), widths)
        let rule = widths.map { String(repeating: "-", count: $0) }.joined(separator: "  ")
        return [title, rule] + rows.map { line($0, widths) }
    }

    private func cell(_ row: [String], _ index: Int) -> String { index < row.count ? row[index] : "" }

    private func line(_ row: [String], _ widths: [Int]) -> String {
        var line = ""
        for index in columns.indices {
            let cell = cell(row, index)
            let padding = String(repeating: " ", count: max(0, widths[index] - Self.width(cell)))
            if index > 0 { line += "  " }
            if columns[index].isNumber {
                line += padding + cell
            } else {
                line += cell + (index == columns.count - 1 ? "" : padding)
            }
        }
        while line.hasSuffix(" ") { line.removeLast() }
        return line
    }

    /// A stored string must not move the cursor or colour the terminal.
    static func printable(_ text: String) -> String {
        if isPlain(text) { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned:
                if scalar == "\n" { result += "\\n" } else if scalar == "\t" { result += "\\t" } else { result += "·" }
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The number of a terminal's cells that a text takes: East Asian characters and emoji take two.
    static func width(_ text: String) -> Int {
        if isPlain(text) { return text.utf8.count }
        return text.reduce(0) { $0 + (isWide($1) ? 2 : 1) }
    }

    /// True if each byte is a character that takes one cell: most texts are so, and are not taken apart.
    private static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { (0x20...0x7E).contains($0) } }

    private static func isWide(_ character: Character) -> Bool {
        guard let scalar = character.unicodeScalars.first else { return false }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            return true
        default: return false
        }
    }
}
