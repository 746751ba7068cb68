import Foundation
import TestSupport
import Testing

/// Compares two exports as graphs, in Python: keys may differ, what leads where may not.
enum GraphComparison {
    /// - Parameter ordered: True if the order of to-many relationships counts.
    static func areEqual(_ first: URL, _ second: URL, ordered: Bool) throws -> Bool {
        let python = try #require(Program.python3)
        let answer = try python.run(["-", first.path, second.path, ordered ? "ordered" : ""], input: script)
        return answer == "equal\n"
    }

    /// Rows are told apart by their values, then by what they lead to, some steps far.
    private static let script = """
        import hashlib, json, re, sys
        def load(path):
            return [json.loads(line) for line in open(path, encoding="utf-8")]
        def is_row(value):
            return isinstance(value, str) and re.fullmatch(r"\\w+/p\\d+", value)
        def labels(rows):
            entities = {row["id"]: row["entity"] for row in rows}
            known = {row["id"]: "" for row in rows}
            # A relationship names a row by the entity that it leads to, which may be above that of the row.
            byKey = {}
            for name in known:
                byKey.setdefault(name.split("/")[1], []).append(name)
            def label(name):
                if name in known:
                    return known[name]
                return "|".join(sorted(known[n] for n in byKey[name.split("/")[1]]))
            for step in range(6):
                fresh = {}
                for row in rows:
                    parts = [row["entity"]]
                    for key, value in sorted(row["values"].items()):
                        if is_row(value):
                            value = ["one", label(value)]
                        elif isinstance(value, list):
                            value = [label(v) for v in value]
                            value = ["many"] + (value if sys.argv[3] else sorted(value))
                        parts.append([key, value])
                    fresh[row["id"]] = hashlib.sha256(json.dumps(parts).encode()).hexdigest()
                known = fresh
            return sorted(known.values())
        first, second = labels(load(sys.argv[1])), labels(load(sys.argv[2]))
        print("equal" if first == second and first else "different %d %d" % (len(first), len(second)))
        """
}
