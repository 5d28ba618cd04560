/// Reads the groups and tokens of a source and checks all that one place alone can show.
///
/// Format Module 5 and 6: names, properties, what is a token and what a group.
struct GroupReader {
  /// What is allowed but looks like a mistake.
  private(set) var warnings: [TokenProblem] = []

  /// The outermost group of a source, whose members may come from several objects; a `$schema`
  /// beside them is passed over.
  mutating func source(_ members: [JSONNode.Member]) throws(TokenProblem) -> WrittenGroup {
    let read = members.filter { $0.name != "$schema" }
    return try group(key: nil, members: read)
  }

  private static let allowed = [
    "$type", "$description", "$deprecated", "$extensions", "$extends", "$ref",
  ]

  private mutating func group(
    key: JSONNode?, members: [JSONNode.Member]
  ) throws(TokenProblem) -> WrittenGroup {
    let properties = try Properties(of: members, allowed: Self.allowed, owner: "a group")
    var names: [String] = []
    var found: [String: WrittenGroup.Member] = [:]
    for member in members where !Properties.isOne(member.name) {
      names.append(member.name)
      found[member.name] = try self.member(member)
    }
    if names.isEmpty, let key, properties.type != nil, properties.nodes["$extends"] == nil {
      warnings.append(
        TokenProblem(
          "\(Quote.of(key.string ?? "")) has a $type and no $value; it is read as an empty group.",
          at: key.place))
    }
    return WrittenGroup(
      key: key, type: properties.type, description: properties.description,
      deprecation: properties.deprecation, base: try base(properties.nodes),
      extensions: properties.extensions.map { [$0] } ?? [], properties: properties.nodes,
      names: names, members: found)
  }

  /// The group that `$extends`, or `$ref` as its equivalent (6.4.1), names.
  private func base(
    _ properties: [String: JSONNode]
  ) throws(TokenProblem) -> WrittenGroup.Extension? {
    if let node = properties["$ref"] {
      if properties["$extends"] != nil {
        throw TokenProblem(
          "The group has both $extends and $ref; keep one of them.", at: node.place)
      }
      return .init(reference: try WrittenToken.pointer(node), place: node.place)
    }
    guard let node = properties["$extends"] else { return nil }
    if let text = node.string {
      let reference =
        Reference.isAlias(text)
        ? try Reference.alias(text, at: node.place) : try Reference.pointer(text, at: node.place)
      return .init(reference: reference, place: node.place)
    }
    if let pointer = node["$ref"], node.members.count == 1 {
      return .init(reference: try WrittenToken.pointer(pointer), place: node.place)
    }
    throw TokenProblem(
      "$extends is \(node.kindName); name a group as \"{group}\".", at: node.place)
  }

  private mutating func member(
    _ member: JSONNode.Member
  ) throws(TokenProblem) -> WrittenGroup.Member {
    let name = member.name
    if name.isEmpty {
      throw TokenProblem("The name is empty; give the token or group one.", at: member.key.place)
    }
    if let wrong = name.utf8.first(where: "{}.".utf8.contains) {
      throw TokenProblem(
        "The name \(Quote.of(name)) has a \"\(Unicode.Scalar(wrong))\", which aliases need; "
          + "leave it out.",
        at: member.key.place)
    }
    guard member.value.isObject else {
      let hint = ["value", "type", "description", "extensions"].contains(name)
      throw TokenProblem(
        "\(Quote.of(name)) is \(member.value.kindName), where a group or a token belongs"
          + (hint ? "; did you mean \"$\(name)\"?" : "; write {\"$value\": …}."),
        at: member.value.place)
    }
    if member.value["$value"] != nil || isPureReference(member.value) {
      return .token(try WrittenToken(key: member.key, object: member.value))
    }
    if name == Reference.root {
      throw TokenProblem(
        "$root is a token and has no $value here; give it one.", at: member.key.place)
    }
    return .group(try group(key: member.key, members: member.value.members))
  }

  /// `{"$ref": …}` with nothing of a group beside it: a token, unless the target is a group.
  private func isPureReference(_ object: JSONNode) -> Bool {
    guard object["$ref"] != nil else { return false }
    return object.members.allSatisfy { $0.name.hasPrefix("$") && $0.name != "$extends" }
      && object[Reference.root] == nil
  }
}
