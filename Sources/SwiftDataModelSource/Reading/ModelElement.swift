import Foundation
import SwiftDataCore

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// One element of a model's XML.
final class ModelElement {
    let name: String
    let attributes: [String: String]
    private(set) var children: [ModelElement] = []

    fileprivate init(_ name: String, _ attributes: [String: String]) {
        self.name = name
        self.attributes = attributes
    }

    fileprivate func append(_ child: ModelElement) { children.append(child) }

    func children(named name: String) -> [ModelElement] { children.filter { $0.name == name } }

    subscript(attribute: String) -> String? { attributes[attribute] }

    /// True if an attribute has the value YES.
    func flag(_ attribute: String) -> Bool { attributes[attribute] == "YES" }

    /// The root element of a file.
    /// - Throws: ``StoreError`` naming the line where it is no XML.
    static func root(of data: Data, path: String) throws -> ModelElement {
        let parser = XMLParser(data: data)
        let reader = ModelElementReader()
        parser.delegate = reader
        let isWhole = parser.parse()
        guard isWhole, let root = reader.root, !reader.isTooDeep else {
            throw StoreError(.cannotOpen, "\(path) is not the XML of a model; line \(parser.lineNumber) is wrong.")
        }
        return root
    }
}

/// Collects the elements in the order of the parser.
private final class ModelElementReader: NSObject, XMLParserDelegate {
    private(set) var root: ModelElement?
    private(set) var isTooDeep = false
    private var open: [ModelElement] = []

    /// A model has six levels at most.
    private static let deepest = 32

    func parser(
        _ parser: XMLParser,
        didStartElement elementName: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        let element = ModelElement(elementName, attributes)
        if let parent = open.last {
            parent.append(element)
        } else if root == nil {
            root = element
        }
        open.append(element)
        guard open.count <= Self.deepest else {
            isTooDeep = true
            parser.abortParsing()
            return
        }
    }

    func parser(
        _ parser: XMLParser,
        didEndElement elementName: String,
        namespaceURI: String?,
        qualifiedName: String?
    ) {
        open.removeLast()
    }
}
