import SwiftDataCore
import SwiftDataSQL

/// The default of an attribute as a Swift expression, of value types too.
struct DefaultExpression {
    let values: ValueTypes
    let literal: SwiftLiteral
    let entity: String

    /// Nil where there is none that Swift could express.
    func text(_ value: StoredValue, of attribute: AttributeOutline, type: String, isOptional: Bool) -> String? {
        if let plain = literal.plain(value, attribute.kind, isOptional: isOptional) { return plain }
        guard let declared = values.type(type, in: entity) else { return nil }
        switch (declared.shape, attribute.kind, value) {
        case (.rawValue, .rawValue(let raw), _):
            return literal.plain(value, raw, isOptional: false).map { "\(type)(rawValue: \($0))" }
        case (.structure(let members), _, .composite(let parts)):
            guard members.count == parts.count, let arguments = arguments(members, parts) else { return nil }
            return "\(type)(\(arguments))"
        case (.enumeration(let cases), _, .composite(let parts)):
            return enumeration(cases, attribute, parts, type)
        default:
            return nil
        }
    }

    private func enumeration(
        _ cases: [(name: String, payload: [ValueType.Member])],
        _ attribute: AttributeOutline,
        _ parts: [StoredValue],
        _ type: String
    ) -> String? {
        guard cases.count == parts.count else { return nil }
        for (one, part) in zip(cases, parts) {
            switch part {
            case .null: continue
            case .composite(let values):
                guard one.payload.count == values.count, let arguments = arguments(one.payload, values) else {
                    return nil
                }
                return "\(type).\(one.name)(\(arguments))"
            default: return "\(type).\(one.name)"
            }
        }
        return nil
    }

    private func arguments(_ members: [ValueType.Member], _ parts: [StoredValue]) -> String? {
        var texts: [String] = []
        for (member, part) in zip(members, parts) {
            var value: String?
            if case .null = part {
                value = member.isOptional ? "nil" : nil
            } else {
                value = text(part, of: member.outline, type: member.type, isOptional: member.isOptional)
            }
            guard let value else { return nil }
            texts.append(member.name.isEmpty ? value : "\(SwiftName.label(member.name)): \(value)")
        }
        return texts.joined(separator: ", ")
    }
}
