import SwiftSyntax

extension TreeBuilder {
    /// An operation of a calendar on a date of the row. The calendar and the requested components are captured.
    func calendarCall(_ node: FunctionCallExprSyntax, of calendar: ExprSyntax, name: String) throws -> TreeOperand {
        guard !scope.isUsed(in: calendar) else {
            throw error(.expression("a calendar of the row", advice: TreeAdvice.calendar), at: calendar)
        }
        let arguments = node.arguments.map(\.expression)
        if name == "component" {
            let component = arguments[0]
            guard !scope.isUsed(in: component) else {
                throw error(.expression("a part that depends on the row", advice: TreeAdvice.calendar), at: component)
            }
            if let member = component.as(MemberAccessExprSyntax.self),
                TreeAdvice.partsWithoutNumber.contains(member.declName.baseName.text)
            {
                throw error(.expression("a part of a date that is not a number", advice: nil), at: component)
            }
            let date = try operand(arguments[1])
            return add(
                Self.call(
                    "component",
                    "\(calendar.trimmedDescription), \(component.trimmedDescription), from: \(date.text)"
                )
            )
        }
        // The same day is the same whichever of the two is asked for it.
        guard let day = arguments.last(where: { isCaptured($0) }) else {
            throw error(.callArguments("isDate(_:inSameDayAs:)", advice: TreeAdvice.calendarDay), at: node)
        }
        let date = try operand(day == arguments[0] ? arguments[1] : arguments[0])
        return add(
            Self.call(
                "isDate",
                "\(calendar.trimmedDescription), \(date.text), inSameDayAs: \(day.trimmedDescription)"
            )
        )
    }
}
