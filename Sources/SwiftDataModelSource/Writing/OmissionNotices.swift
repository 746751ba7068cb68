import SwiftDataSQL

extension Generation {
    /// Notes the parts of the model's file that Swift cannot express.
    func note(_ omissions: [ModelOmission]) {
        for omission in omissions {
            let name = omission.name.map { " \($0)" } ?? ""
            note(omission.entity, omission.property, Self.text(omission.kind, name))
        }
    }

    private static func text(_ kind: ModelOmission.Kind, _ name: String) -> String {
        switch kind {
        case .fetchedProperty: "is a fetched property; write a fetch in its place."
        case .fetchRequest: "The fetch request\(name) is left out; write a FetchDescriptor."
        case .configuration: "The configuration\(name) is left out; pass a ModelConfiguration to the container."
        case .validation: "is validated by Core Data when it is saved; SwiftData does not."
        case .userInfo: "has user info, which is left out."
        case .derivation: "is a derived attribute; it is an ordinary attribute now, which the app has to compute."
        case .hashModifier: "has a hash modifier, which a class cannot have."
        case .indexOfExpression: "has an index\(name) of an expression, which is left out."
        case .partialIndex: "has an index\(name) of a part of its objects; it is one of all of them now."
        case .descendingIndex: "has a descending index\(name), which is an ascending one now."
        case .transientRelationship:
            "is a transient relationship, which has no place in the file; it is left out, since SwiftData would store it."
        case .undefinedType: "has no type in the model and is Data here."
        case .defaultValue: "has a default of a class that only the app knows, which is left out."
        }
    }
}
