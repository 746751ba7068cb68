/// A Python program that makes a store as Apple's frameworks do, from the `contents` of an `.xcdatamodel`.
///
/// It is a witness: it shares no code with the library, and follows the rules of Core Data's files alone. It prints where
/// each property is, as JSON.
enum AppleStoreProgram {
    static let source = """
        import json, plistlib, re, sqlite3, sys, xml.etree.ElementTree as ET, zlib
        path, contents, options = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
        model = ET.parse(contents).getroot()
        yes = lambda element, key: element.get(key) == "YES"
        by_name = lambda name: (name.lower(), name)
        entities = {e.get("name"): e for e in model.findall("entity")}
        parent = lambda name: entities[name].get("parentEntity")

        # Numbers: the topmost by name, each followed by those below it.
        order = []
        def number(above):
            for name in sorted((n for n in entities if parent(n) == above), key=by_name):
                order.append(name)
                number(name)
        number(None)
        numbers = {name: position + 1 for position, name in enumerate(order)}
        def lineage(name):
            found = []
            while name:
                found.insert(0, name)
                name = parent(name)
            return found
        root = lambda name: lineage(name)[0]
        below = lambda name: [n for n in order if name in lineage(n)]
        table = lambda name: "Z" + root(name).upper()

        kinds = {"Integer 16": (100, "INTEGER", 1), "Integer 32": (200, "INTEGER", 1), "Integer 64": (300, "INTEGER", 1),
            "Boolean": (800, "INTEGER", 1), "Double": (500, "FLOAT", 2), "Float": (600, "FLOAT", 2),
            "Date": (900, "TIMESTAMP", 2), "Decimal": (400, "DECIMAL", 3), "String": (700, "VARCHAR", 4),
            "URI": (1200, "VARCHAR", 5), "UUID": (1100, "BLOB", 6), "Transformable": (1800, "BLOB", 7),
            "Binary": (1000, "BLOB", 8), "Composite": (2100, None, 0)}
        composites = {c.get("name"): c.findall("attribute") for c in model.findall("composite")}
        own = lambda name, tag: sorted(entities[name].findall(tag), key=lambda p: by_name(p.get("name")))
        def inverse(relationship):
            name = relationship.get("inverseName")
            for level in lineage(relationship.get("destinationEntity")) if name else []:
                for other in own(level, "relationship"):
                    if other.get("name") == name and not yes(other, "transient"):
                        return level, other
            return None

        # Columns: all names of a table are different; the later one gets a number.
        columns, taken, places, foreign, hidden = {}, {}, {}, {}, {}
        def allocate(where, name):
            used, found, count = taken.setdefault(where, {"Z_PK", "Z_ENT", "Z_OPT"}), name, 0
            while found in used:
                count += 1
                found = name + str(count)
            used.add(found)
            return found
        def add(where, name, sql, group):
            column = allocate(where, name)
            columns.setdefault(where, []).append((group, column, sql))
            return column
        def add_attribute(where, attribute):
            if attribute.get("attributeType") == "Composite":
                return [add_attribute(where, element) for element in composites[attribute.get("composite")]]
            kind = kinds[attribute.get("attributeType")]
            return add(where, "Z" + attribute.get("name").upper(), kind[1], kind[2])
        for name in order:
            where = table(name)
            columns.setdefault(where, [])
            for attribute in own(name, "attribute"):
                if not yes(attribute, "transient"):
                    places[name + "." + attribute.get("name")] = dict(column=add_attribute(where, attribute))
            for relationship in own(name, "relationship"):
                if yes(relationship, "transient") or yes(relationship, "toMany"):
                    continue
                key, destination = relationship.get("name").upper(), relationship.get("destinationEntity")
                column = add(where, "Z" + key, "INTEGER", 1)
                place = dict(table=where, column=column)
                if len(below(destination)) > 1:
                    place["entity"] = add(where, "Z%d_%s" % (numbers[destination], key), "INTEGER", 1)
                places[name + "." + relationship.get("name")] = place
                if (inverse(relationship) or (None, {}))[1].get("ordered") == "YES":
                    place["position"] = add(where, "Z_FOK_" + key, "INTEGER", 1)
                foreign.setdefault(where, []).append(column)
            for source in order:
                for relationship in own(source, "relationship"):
                    if (yes(relationship, "toMany") and not yes(relationship, "transient")
                            and relationship.get("destinationEntity") == name and not inverse(relationship)):
                        column = add(where, "Z%d%s" % (numbers[source], relationship.get("name").upper()), "INTEGER", 1)
                        places[source + "." + relationship.get("name")] = dict(table=where, column=column)
                        foreign.setdefault(where, []).append(column)
                        hidden.setdefault(name, []).append(column)
        joins, met = [], set()
        plain = sorted(order)
        for name in plain:
            inherited = sorted(((level, r) for level in lineage(name) for r in own(level, "relationship")),
                key=lambda pair: by_name(pair[1].get("name")))
            for level, relationship in inherited:
                other = inverse(relationship)
                if yes(relationship, "transient") or not yes(relationship, "toMany") or not other:
                    continue
                if not yes(other[1], "toMany"):
                    place = places[other[0] + "." + other[1].get("name")]
                    places[level + "." + relationship.get("name")] = dict(table=place["table"], column=place["column"])
                    continue
                pair = [(level, relationship), other]
                if frozenset(l + "." + r.get("name") for l, r in pair) in met:
                    continue
                met.add(frozenset(l + "." + r.get("name") for l, r in pair))
                if level == other[0]:
                    pair.sort(key=lambda p: by_name(p[1].get("name")), reverse=options.get("joins", "later") == "later")
                first, second = pair
                a, b = first[1].get("name").upper(), second[1].get("name").upper()
                title = allocate("", "Z_%d%s" % (numbers[first[0]], a))
                one = allocate(" joins", "Z_%d%s" % (numbers[first[0]], b))
                two = allocate(" joins", "Z_%d%s" % (numbers[second[0]], a))
                joins.append((title, one, two, options.get("renamed", False) and first[0] == second[0]))
                places[first[0] + "." + first[1].get("name")] = dict(table=title, own=one, other=two)
                places[second[0] + "." + second[1].get("name")] = dict(table=title, own=two, other=one)

        database = sqlite3.connect(path)
        run = database.execute
        run("PRAGMA auto_vacuum = 2")
        for where, found in columns.items():
            ordered = [c for group in range(9) for c in found if c[0] == group]
            run("CREATE TABLE %s ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER%s )"
                % (where, "".join(", %s %s" % (c[1], c[2]) for c in ordered)))
            for column in foreign.get(where, []):
                run("CREATE INDEX %s_%s_INDEX ON %s (%s)" % (where, column, where, column))
            if any(table(n) == where and parent(n) for n in order):
                run("CREATE INDEX %s_Z_ENT_INDEX ON %s (Z_ENT)" % (where, where))
        for title, one, two, renamed in joins:
            # A migration renames a table and leaves the order of its columns.
            left, right = (two, one) if renamed else (one, two)
            quoted = '"%s"' % title if renamed else title
            run("CREATE TABLE %s ( %s INTEGER, %s INTEGER, PRIMARY KEY (%s, %s) )" % (quoted, left, right, left, right))
            run("CREATE INDEX %s_%s_INDEX ON %s (%s, %s)" % (title, two, title, two, one))
        old = options.get("framework", 1044) <= 754
        def index(name, label, paths, kind="INDEX"):
            found = []
            for path in paths:
                for level in lineage(name):
                    if level + "." + path in places:
                        found.append(places[level + "." + path]["column"])
            if len(found) < len(paths):
                return
            where = table(name)
            if old and kind == "INDEX":
                title = "_".join([where] + found) + ("_INDEX" if len(found) == 1 else "")
                run("CREATE INDEX %s ON %s (%s)" % (title, where, ", ".join(found)))
            else:
                run("CREATE %s Z_%s_%s ON %s (%s)"
                    % (kind, name, label, where, ", ".join(c + " COLLATE BINARY ASC" for c in found)))
        older, unique = {}, {}
        for name in order:
            single = [[a.get("name")] for a in own(name, "attribute") if yes(a, "indexed")]
            compound = [[i.get("value") for i in c.findall("index")] for c in entities[name].iter("compoundIndex")]
            older[name] = compound
            for paths in single + compound:
                index(name, "_".join(paths), paths)
            for fetch in entities[name].findall("fetchIndex"):
                index(name, fetch.get("name"), [e.get("property") for e in fetch.findall("fetchIndexElement")])
            unique[name] = [[c.get("value") for c in u.findall("constraint")]
                for u in entities[name].iter("uniquenessConstraint")]
            for paths in unique[name]:
                index(name, "UNIQUE_" + "_".join(paths), paths, "UNIQUE INDEX")

        run("CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)")
        run("CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)")
        run("CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)")
        for name in order:
            run("INSERT INTO Z_PRIMARYKEY VALUES (?, ?, ?, 0)", (numbers[name], name, numbers.get(parent(name), 0)))
        if options.get("history", True):
            run("CREATE TABLE ACHANGE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCHANGETYPE INTEGER, "
                "ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB )")
            run("CREATE TABLE ATRANSACTION ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZAUTHORTS INTEGER, "
                "ZBUNDLEIDTS INTEGER, ZCONTEXTNAMETS INTEGER, ZPROCESSIDTS INTEGER, ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, "
                "ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, ZPROCESSID VARCHAR, ZQUERYGEN BLOB )")
            run("CREATE TABLE ATRANSACTIONSTRING ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR )")
        hashes = {name: bytes([numbers[name] % 256]) * 32 for name in order}
        metadata = {"NSStoreType": "SQLite", "NSPersistenceFrameworkVersion": options.get("framework", 1044),
            "NSStoreModelVersionHashes": hashes, "NSStoreModelVersionHashesVersion": 3,
            "NSStoreModelVersionIdentifiers": [""], "_NSAutoVacuumLevel": "2"}
        run("INSERT INTO Z_METADATA VALUES (1, '6D0F1A52-8E0B-4C7B-9A41-6D4E6B1E0C11', ?)",
            (plistlib.dumps(metadata, fmt=plistlib.FMT_BINARY),))

        objects, classes, texts = ["$null"], {}, {}
        def reserve():
            objects.append(None)
            return plistlib.UID(len(objects) - 1)
        def put(value, at=None):
            at = at or reserve()
            objects[at.data] = value
            return at
        def text(value):
            if value not in texts:
                texts[value] = put(value)
            return texts[value]
        def of(name):
            if name not in classes:
                classes[name] = put({"$classname": name, "$classes": [name, "NSObject"]})
            return classes[name]
        def array(values):
            return put({"$class": of("NSArray"), "NS.objects": values})
        def dictionary(values):
            return put({"$class": of("NSMutableDictionary"), "NS.keys": [text(k) for k in values],
                "NS.objects": list(values.values())})
        places_of = {name: reserve() for name in order}
        def attribute(a, owner):
            optional = yes(a, "optional")
            value = {"NSPropertyName": text(a.get("name")), "NSEntity": owner, "NSIsOptional": optional,
                "NSAttributeType": kinds[a.get("attributeType")][0], "NSIsTransient": yes(a, "transient"),
                "NSIsIndexed": yes(a, "indexed"), "$class": of("NSAttributeDescription")}
            if a.get("attributeType") == "Composite":
                value["$class"] = of("NSCompositeAttributeDescription")
                value["NSCompositeElements"] = array([attribute(e, owner) for e in composites[a.get("composite")]])
            return put(value)
        rules = {"No Action": 0, "Nullify": 1, "Cascade": 2, "Deny": 3}
        def relationship(r, owner):
            many = yes(r, "toMany")
            value = {"NSPropertyName": text(r.get("name")), "NSEntity": owner, "NSIsOptional": yes(r, "optional"),
                "_NSDestinationEntityName": text(r.get("destinationEntity")), "NSMinCount": 0,
                "NSMaxCount": 0 if many else 1, "NSDeleteRule": rules[r.get("deletionRule", "Nullify")],
                "NSIsTransient": yes(r, "transient"), "$class": of("NSRelationshipDescription")}
            if yes(r, "ordered"):
                value["NSIsOrdered"] = True
            if r.get("inverseName"):
                value["_NSInverseRelationshipName"] = text(r.get("inverseName"))
            return put(value)
        for name in order:
            owner = places_of[name]
            properties = {}
            for level in lineage(name):
                for a in own(level, "attribute"):
                    properties[a.get("name")] = attribute(a, owner)
                for r in own(level, "relationship"):
                    properties[r.get("name")] = relationship(r, owner)
            value = {"$class": of("NSEntityDescription"), "NSEntityName": text(name), "NSProperties": dictionary(properties),
                "NSIsAbstract": yes(entities[name], "isAbstract"),
                "NSClassNameForEntity": text(entities[name].get("representedClassName") or name),
                "NSSubentities": dictionary({n: places_of[n] for n in order if parent(n) == name})}
            if parent(name):
                value["NSSuperentity"] = places_of[parent(name)]
            if older[name]:
                value["NSCompoundIndexes"] = array([array([text(p) for p in paths]) for paths in older[name]])
            if unique[name]:
                value["NSUniqueTuples"] = array([array([text(p) for p in paths]) for paths in unique[name]])
            put(value, owner)
        top = put({"$class": of("NSManagedObjectModel"), "NSEntities": dictionary(places_of),
            "NSVersionIdentifiers": put({"$class": of("NSSet"), "NS.objects": [text("")]})})
        archive = plistlib.dumps({"$version": 100000, "$archiver": "NSKeyedArchiver", "$top": {"root": top},
            "$objects": objects}, fmt=plistlib.FMT_BINARY)
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        run("INSERT INTO Z_MODELCACHE VALUES (?)", (packer.compress(archive) + packer.flush(),))
        for statement in options.get("sql", []):
            run(statement)
        database.commit()
        run("PRAGMA journal_mode = WAL")
        database.close()
        print(json.dumps(dict(places=places, numbers=numbers, tables={n: table(n) for n in order}, hidden=hidden)))

        """
}
