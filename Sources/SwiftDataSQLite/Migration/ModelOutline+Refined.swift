import SwiftDataCore
import SwiftDataSQL

extension ModelOutline {
    /// The model of a file with the parts that its model cache lacks taken from the model that follows: Core Data has
    /// fewer kinds of values than Swift, and kinds that it does not distinguish are unchanged.
    func refined(by next: ModelOutline) -> ModelOutline {
        var model = self
        for index in model.entities.indices {
            let name = model.entities[index].name
            guard
                let entity = next.entities.first(where: { $0.originalName == name })
                    ?? next.entities.first(where: { $0.name == name })
            else { continue }
            for slot in model.entities[index].properties.indices {
                guard case .attribute(let attribute) = model.entities[index].properties[slot],
                    let after = entity.attribute(after: attribute.name)
                else { continue }
                model.entities[index].properties[slot] = .attribute(attribute.refined(by: after))
            }
        }
        return model
    }
}

extension EntityOutline {
    /// The attribute that one of an earlier model has become.
    fileprivate func attribute(after name: String) -> AttributeOutline? {
        let attributes = properties.compactMap { property in
            if case .attribute(let attribute) = property { attribute } else { nil }
        }
        return attributes.first { $0.originalName == name } ?? attributes.first { $0.name == name }
    }
}

extension AttributeOutline {
    fileprivate func refined(by next: AttributeOutline) -> AttributeOutline {
        var attribute = self
        if hasSameDescription(as: next) {
            attribute.kind = next.kind.withWidth(of: self)
            attribute.array = next.array
            guard elements.count == next.elements.count else {
                // A value that is kept whole has no elements, which the model cache cannot distinguish from a struct of
                // one.
                attribute.elements = next.elements
                return attribute
            }
        }
        guard !elements.isEmpty, !next.elements.isEmpty else { return attribute }
        attribute.elements = elements.map { element in
            let after = next.elements.first { $0.originalName == element.name }
            return (after ?? next.elements.first { $0.name == element.name }).map { element.refined(by: $0) }
                ?? element
        }
        return attribute
    }

    /// The width of an integer is not taken from the model that follows: values may not fit into it.
    fileprivate var width: AttributeKind.Integer? {
        switch kind {
        case .integer(let width), .rawValue(.integer(let width)): width
        default: elements.count == 1 ? elements[0].width : nil
        }
    }

    /// True if the model cache describes both attributes alike, apart from names, hash modifiers, optionality, external
    /// storage and the preserving of deleted values.
    private func hasSameDescription(as next: AttributeOutline) -> Bool {
        func plain(_ attribute: AttributeOutline) -> String {
            var attribute = attribute
            attribute.name = name
            attribute.hashModifier = nil
            attribute.isOptional = true
            attribute.allowsExternalStorage = false
            attribute.preservesValueOnDeletion = false
            return StoredShape.line(attribute)
        }
        return plain(self) == plain(next)
    }
}

extension AttributeKind {
    fileprivate func withWidth(of attribute: AttributeOutline) -> AttributeKind {
        switch self {
        case .integer: attribute.width.map { .integer($0) } ?? self
        case .rawValue(.integer): attribute.width.map { .rawValue(.integer($0)) } ?? self
        default: self
        }
    }
}
