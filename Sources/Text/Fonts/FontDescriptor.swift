internal import CartoucheRaster

/// Which face of which family is wanted; ``FontCollection/face(matching:)`` finds the nearest there is.
public struct FontDescriptor: Hashable, Sendable {
  /// The family's name, its case of no matter; empty, or not there: the collection's first family.
  public var family: String
  public var weight: FontWeight
  public var slant: FontSlant
  public var width: FontWidth

  public init(family: String = "", weight: FontWeight = .regular, slant: FontSlant = .upright, width: FontWidth = .normal) {
    (self.family, self.weight, self.slant, self.width) = (family, weight, slant, width)
  }

  /// The default family in one of its weights, as `UIFont.systemFont(ofSize:weight:)`.
  public static func system(_ weight: FontWeight = .regular, slant: FontSlant = .upright) -> FontDescriptor {
    FontDescriptor(weight: weight, slant: slant)
  }
}

/// How bold a face is, 1 to 1000, as CSS and OpenType count; UIKit's names.
public struct FontWeight: RawRepresentable, Hashable, Sendable, Comparable {
  public let rawValue: Int

  /// - Parameter rawValue: held to 1…1000.
  public init(rawValue: Int) {
    self.rawValue = rawValue.clamped(from: 1, to: 1000)
  }

  public static func < (a: FontWeight, b: FontWeight) -> Bool { a.rawValue < b.rawValue }

  public static let thin = FontWeight(rawValue: 100)
  public static let ultraLight = FontWeight(rawValue: 200)
  public static let light = FontWeight(rawValue: 300)
  public static let regular = FontWeight(rawValue: 400)
  public static let medium = FontWeight(rawValue: 500)
  public static let semibold = FontWeight(rawValue: 600)
  public static let bold = FontWeight(rawValue: 700)
  public static let heavy = FontWeight(rawValue: 800)
  public static let black = FontWeight(rawValue: 900)
}

/// Whether a face is slanted, and whether its letters are drawn for it.
public enum FontSlant: UInt8, Hashable, Sendable {
  case upright, italic, oblique
}

/// How wide a face's letters are, as OpenType's `usWidthClass` counts.
public struct FontWidth: RawRepresentable, Hashable, Sendable, Comparable {
  public let rawValue: Int

  /// - Parameter rawValue: held to 1…9.
  public init(rawValue: Int) {
    self.rawValue = rawValue.clamped(from: 1, to: 9)
  }

  public static func < (a: FontWidth, b: FontWidth) -> Bool { a.rawValue < b.rawValue }

  public static let condensed = FontWidth(rawValue: 3)
  public static let semiCondensed = FontWidth(rawValue: 4)
  public static let normal = FontWidth(rawValue: 5)
  public static let semiExpanded = FontWidth(rawValue: 6)
  public static let expanded = FontWidth(rawValue: 7)
}
