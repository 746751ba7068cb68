import Foundation
import SwiftData

private typealias Build = PredicateExpressions

/// Makes the building blocks of predicates on any exhibit, of whichever class.
private func exhibit<Model: Exhibit & PersistentModel>(_ type: Model.Type) -> Catalogue<Model> {
    var catalogue = Catalogue<Model>()
    catalogue.add(\Model.flag)
    catalogue.add(\Model.flagOrNil)
    catalogue.add(\Model.whole)
    catalogue.add(\Model.wholeOrNil)
    catalogue.add(\Model.whole8)
    catalogue.add(\Model.whole8OrNil)
    catalogue.add(\Model.whole16)
    catalogue.add(\Model.whole16OrNil)
    catalogue.add(\Model.whole32)
    catalogue.add(\Model.whole32OrNil)
    catalogue.add(\Model.whole64)
    catalogue.add(\Model.whole64OrNil)
    catalogue.add(\Model.natural)
    catalogue.add(\Model.naturalOrNil)
    catalogue.add(\Model.natural8)
    catalogue.add(\Model.natural8OrNil)
    catalogue.add(\Model.natural16)
    catalogue.add(\Model.natural16OrNil)
    catalogue.add(\Model.natural32)
    catalogue.add(\Model.natural32OrNil)
    catalogue.add(\Model.natural64)
    catalogue.add(\Model.natural64OrNil)
    catalogue.add(\Model.single)
    catalogue.add(\Model.singleOrNil)
    catalogue.add(\Model.real)
    catalogue.add(\Model.realOrNil)
    catalogue.add(\Model.amount)
    catalogue.add(\Model.amountOrNil)
    catalogue.add(\Model.text)
    catalogue.add(\Model.textOrNil)
    catalogue.add(\Model.moment)
    catalogue.add(\Model.momentOrNil)
    catalogue.add(\Model.token)
    catalogue.add(\Model.tokenOrNil)
    catalogue.add(\Model.link)
    catalogue.add(\Model.linkOrNil)
    catalogue.add(\Model.bytes)
    catalogue.add(\Model.bytesOrNil)
    catalogue.add(\Model.style)
    catalogue.add(\Model.styleOrNil)
    catalogue.add(\Model.rank)
    catalogue.add(\Model.rankOrNil)
    catalogue.add(\Model.mood)
    catalogue.add(\Model.moodOrNil)
    catalogue.add(\Model.place)
    catalogue.add(\Model.placeOrNil)
    catalogue.add(\Model.words)
    catalogue.add(\Model.numbers)
    catalogue.add(\Model.numbersOrNil)
    catalogue.link(\Model.parent)
    catalogue.link(\Model.curator)
    catalogue.link(\Model.parts)
    catalogue.link(\Model.notes)
    catalogue.link(\Model.themes)
    members(\Model.style, \Model.rank, \Model.place, \Model.placeOrNil, &catalogue)
    catalogue.compute { Sealed(Build.build_KeyPath(root: $0, keyPath: \.caption)) }
    return catalogue
}

/// Raw values of enums and members of structs.
private func members<Model: PersistentModel>(
    _ style: any KeyPath<Model, Style> & Sendable,
    _ rank: any KeyPath<Model, Rank> & Sendable,
    _ place: any KeyPath<Model, Place> & Sendable,
    _ placeOrNil: any KeyPath<Model, Place?> & Sendable,
    _ catalogue: inout Catalogue<Model>
) {
    func member<Root, T>(
        _ subject: Sealed<Model>,
        _ root: any KeyPath<Model, Root> & Sendable,
        _ path: any KeyPath<Root, T> & Sendable
    ) -> Sealed<T> {
        Sealed(Build.build_KeyPath(root: Build.build_KeyPath(root: subject, keyPath: root), keyPath: path))
    }
    catalogue.member { member($0, style, \.rawValue) }
    catalogue.member { member($0, rank, \.rawValue) }
    catalogue.member { member($0, place, \.city) }
    catalogue.optionalMember { member($0, place, \.floor) }
    catalogue.member { Sealed(Build.build_KeyPath(root: member($0, place, \.spot), keyPath: \.depth)) }
    catalogue.member { Sealed(Build.build_KeyPath(root: member($0, place, \.spot), keyPath: \.isHidden)) }
    catalogue.optionalMember { subject in
        Sealed(
            Build.build_flatMap(Build.build_KeyPath(root: subject, keyPath: placeOrNil)) {
                Build.build_KeyPath(root: $0, keyPath: \.city)
            }
        )
    }
    catalogue.optionalMember { subject in
        Sealed(
            Build.build_flatMap(Build.build_KeyPath(root: subject, keyPath: placeOrNil)) {
                Build.build_KeyPath(root: $0, keyPath: \.floor)
            }
        )
    }
}

extension Catalogues {
    /// The catalogues of ``Exhibit`` and the entities around it.
    package static var museum: Catalogues {
        var all = Catalogues()
        var exhibits = exhibit(Exhibit.self)
        exhibits.cast(to: Painting.self)
        exhibits.cast(to: Sculpture.self)
        all.add(exhibits)
        var paintings = exhibit(Painting.self)
        paintings.add(\.width)
        paintings.add(\.technique)
        paintings.link(\.restorer)
        all.add(paintings)
        var sculptures = exhibit(Sculpture.self)
        sculptures.add(\.weight)
        sculptures.add(\.material)
        all.add(sculptures)
        all.add(curators)
        all.add(notes)
        all.add(themes)
        return all
    }

    private static var curators: Catalogue<Curator> {
        var catalogue = Catalogue<Curator>()
        catalogue.add(\.name)
        catalogue.add(\.nickname)
        catalogue.add(\.age)
        catalogue.add(\.rating)
        catalogue.add(\.isRetired)
        catalogue.add(\.hired)
        catalogue.link(\.mentor)
        catalogue.link(\.exhibits)
        return catalogue
    }

    private static var notes: Catalogue<Note> {
        var catalogue = Catalogue<Note>()
        catalogue.add(\.body)
        catalogue.add(\.stars)
        catalogue.add(\.weight)
        catalogue.add(\.written)
        catalogue.link(\.exhibit)
        catalogue.link(\.author)
        return catalogue
    }

    private static var themes: Catalogue<Theme> {
        var catalogue = Catalogue<Theme>()
        catalogue.add(\.title)
        catalogue.add(\.order)
        catalogue.add(\.budget)
        catalogue.link(\.exhibits)
        return catalogue
    }
}
