/// The members of a JSON object, in the order of the file.
///
/// Of several members with the same key, the last value counts, at the position of the first.
/// Keys are the same if they have the same code points: "é" as one and as two are two keys.
/// Both are as in JavaScript.
package struct JSONObject: Sendable {
  package struct Member: Sendable, Equatable {
    package let key: String
    package fileprivate(set) var value: JSONNode
  }

  /// The members in order. Each key occurs once.
  package private(set) var members: [Member] = []
  /// The index of each key's member. It is empty while the object is small, because comparing a few short
  /// keys is faster than hashing one.
  private var indices: [ExactKey: Int] = [:]
  private static let largestUnindexedCount = 8

  package init() {}

  package var count: Int { members.count }
  package var isEmpty: Bool { members.isEmpty }
  package var keys: [String] { members.map(\.key) }

  package subscript(key: String) -> JSONNode? { index(of: ExactKey(string: key)).map { members[$0].value } }

  /// Adds a member, or replaces the value of the member with this key.
  package mutating func set(_ key: String, to value: JSONNode) {
    let key = ExactKey(string: key)
    if let index = index(of: key) {
      members[index].value = value
      return
    }
    members.append(Member(key: key.string, value: value))
    if members.count > Self.largestUnindexedCount + 1 {
      indices[key] = members.count - 1
    } else if members.count > Self.largestUnindexedCount {
      for (index, member) in members.enumerated() { indices[ExactKey(string: member.key)] = index }
    }
  }

  private func index(of key: ExactKey) -> Int? {
    members.count > Self.largestUnindexedCount ? indices[key] : members.firstIndex { ExactKey(string: $0.key) == key }
  }
}

extension JSONObject: Equatable {
  package static func == (a: JSONObject, b: JSONObject) -> Bool {
    a.count == b.count && a.members.allSatisfy { b[$0.key] == $0.value }
  }
}

/// A string that is compared by its bytes. Strings of Swift are equal if they look the same.
private struct ExactKey: Hashable {
  let string: String

  static func == (a: ExactKey, b: ExactKey) -> Bool { a.string == b.string && a.string.utf8.elementsEqual(b.string.utf8) }

  func hash(into hasher: inout Hasher) {
    for byte in string.utf8 { hasher.combine(byte) }
  }
}
