import Foundation

extension BenchmarkReport {
    /// A short table for people who only want to know how fast it is.
    public func summary() -> String {
        var lines = ["Measured on \(date.prefix(10)), \(machine.text). Our time by theirs; lower is better.", ""]
        lines += ["| # | workload | ÷ GRDB | ÷ SQLite | goal | |", "|---|---|---|---|---|---|"]
        for workload in workloads {
            for step in workload.steps where step.targets(workload.number).first != nil {
                let title = workload.steps.count == 1 ? workload.title : step.name
                lines.append(Self.row(workload.number, title, step, step.targets(workload.number)))
            }
        }
        for (step, targets) in builds?.targetsByStep ?? [] {
            lines.append(Self.row(BuildReport.workload, step, nil, targets))
        }
        if let growth { lines += ["", growth.summary()] }
        return lines.joined(separator: "\n")
    }

    private static func row(_ number: Int, _ title: String, _ step: StepResult?, _ targets: [Target]) -> String {
        let goals = targets.map { "\($0.limitText) \($0.isRatio ? "of" : "") \($0.subject)".squeezed }
        // A ratio has a column of its own, unless it is to something else.
        let verdicts = targets.map { target in
            let isShown = target.subject == "GRDB" || target.subject == "SQLite"
            return isShown ? target.verdict : "\(target.shortText) \(target.verdict)"
        }
        let cells = [
            "\(number)", title, step?.text(to: .records) ?? "", step?.text(to: .raw) ?? "",
            goals.joined(separator: "; "), verdicts.joined(separator: "; "),
        ]
        return "| \(cells.joined(separator: " | ")) |"
    }
}

extension StepResult {
    fileprivate func text(to contender: Contender) -> String? {
        ratio(to: contender).map { String(format: "%.2f", $0.median) }
    }
}

extension Target {
    fileprivate var isRatio: Bool { what.hasPrefix("÷ ") }

    /// The subject of a limit.
    fileprivate var subject: String {
        guard isRatio else { return what }
        let other = what.dropFirst(2)
        return other == Contender.records.name ? "GRDB" : String(other)
    }

    fileprivate var shortText: String {
        var target = self
        (target.least, target.most) = (nil, nil)
        return target.measuredText
    }
}

extension String {
    /// With single spaces.
    fileprivate var squeezed: String { split(separator: " ").joined(separator: " ") }
}
