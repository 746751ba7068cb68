/// Python programs that read the model cache of a store; they undo the keyed archive by following its references.
package enum ArchiveReading {
    /// The archive of a store, or of a file that holds the compressed content alone.
    package static let common = """
        import base64, json, plistlib, sqlite3, sys, zlib
        content = open(sys.argv[1], "rb").read()
        if content.startswith(b"SQLite format 3"):
            content = sqlite3.connect(sys.argv[1]).execute("SELECT Z_CONTENT FROM Z_MODELCACHE").fetchone()[0]
        archive = plistlib.loads(zlib.decompress(content, -15))
        objects = archive["$objects"]
        def at(value):
            value = objects[value.data] if isinstance(value, plistlib.UID) else value
            return None if value == "$null" else value
        def items(value):
            return [at(x) for x in (at(value) or {}).get("NS.objects", [])]
        def entries(value):
            d = at(value) or {}
            return {at(k): at(v) for k, v in zip(d.get("NS.keys", []), d.get("NS.objects", []))}
        model = at(archive["$top"]["root"])

        """

    /// Prints the model as JSON.
    static let model = """
        def names(value):
            return [at(n) for n in value["NS.objects"]]
        def attribute(a):
            info = entries(a.get("NSUserInfo"))
            default = at(a["NSDefaultValue"])
            if a["NSAttributeType"] == 2100 and default:
                default = entries(a["NSDefaultValue"]).get(at(a["NSPropertyName"]))
            return dict(name=at(a["NSPropertyName"]), originalName=at(a["NSRenamingIdentifier"]),
                type=a["NSAttributeType"], valueClass=at(a["NSAttributeValueClassName"]),
                transformer=at(a["NSValueTransformerName"]), optional=a.get("NSIsOptional", False),
                transient=a.get("NSIsTransient", False), flags=a.get("NSFlagsKey", 0), isEnum="EnumType" in info,
                cases=names(info["enum"]) if "enum" in info else None,
                dataDefault=base64.b64encode(default).decode() if isinstance(default, bytes) else None,
                elements=[attribute(e) for e in items(a.get("NSCompositeElements"))])
        def relationship(r):
            return dict(name=at(r["NSPropertyName"]), originalName=at(r["NSRenamingIdentifier"]),
                destination=at(r["_NSDestinationEntityName"]), inverse=at(r.get("_NSInverseRelationshipName")),
                minimum=r["NSMinCount"], maximum=r["NSMaxCount"], optional=r.get("NSIsOptional", False),
                deleteRule=r["NSDeleteRule"])
        def index(i):
            return dict(name=at(i["NSIndexName"]),
                properties=[at(e["NSPropertyName"]) for e in items(i["NSIndexElements"])])
        def entity(e):
            properties = entries(e["NSProperties"]).values()
            parent = at(e.get("NSSuperentity"))
            return dict(name=at(e["NSEntityName"]), originalName=at(e["NSRenamingIdentifier"]),
                parent=at(parent["NSEntityName"]) if parent else None,
                attributes=[attribute(p) for p in properties if "NSAttributeType" in p],
                relationships=[relationship(p) for p in properties if "NSMaxCount" in p],
                unique=[names(t) for t in items(e.get("NSUniqueTuples"))],
                indices=[index(i) for i in items(e.get("NSFetchIndexDescriptions"))])
        known = at(model["NSEntities"])
        versions = items(model["NSVersionIdentifiers"])
        print(json.dumps(dict(entities=[entity(e) for e in items(known["values"])],
            version=versions[0] if versions else "")))

        """

    /// Prints one line for each value in the model, with its path and the class of what it is in. An object that is
    /// referred to from more than one place is printed where it belongs, and by name elsewhere.
    static let normalized = """
        homes = {"NSEntityDescription": "values.", "NSRelationshipDescription": "NSProperties.",
            "NSFetchIndexDescription": "NSFetchIndexDescriptions.", "NSManagedObjectModel": "root"}
        names = {"NSEntityDescription": "NSEntityName", "NSRelationshipDescription": "NSPropertyName",
            "NSFetchIndexDescription": "NSIndexName"}
        def show(value, path, step):
            value = at(value)
            if isinstance(value, dict) and "$class" in value:
                kind = at(value["$class"])
                name = kind["$classname"]
                if name in homes and not (step + ".").startswith(homes[name]) and step != homes[name]:
                    return print(path, "->", name, at(value.get(names.get(name))))
                print(path, "is", kind["$classes"])
                if "NS.keys" in value:
                    pairs = [(at(k), v) for k, v in zip(value["NS.keys"], value["NS.objects"])]
                    for key, member in sorted(pairs, key=lambda pair: pair[0]):
                        show(member, path + "." + key, step.split(".")[-1] + "." + key)
                elif "NS.objects" in value:
                    members = value["NS.objects"]
                    if name == "NSSet":
                        members = sorted(members, key=lambda m: str(at(m) if isinstance(at(m), str) else
                            at(at(m)["NSEntityName"])))
                    for position, member in enumerate(members):
                        show(member, path + "." + str(position), step.split(".")[-1] + "." + str(position))
                else:
                    for key in sorted(value):
                        if key != "$class":
                            show(value[key], path + "." + key, key)
            else:
                print(path, "=", type(value).__name__, repr(value))
        show(archive["$top"]["root"], "root", "root")
        print("version", archive["$version"], "archiver", archive["$archiver"], "first", objects[0])

        """
}
