internal import CartoucheRaster

/// A description of a wanted font face by family, weight, slant and width. ``FontCollection/face(matching:)``
/// returns the face that matches the description best.
public struct FontDescriptor: Hashable, Sendable {
  /// The name of the font family, in upper or lower case. If the name is empty or the collection has no such
  /// family, the collection's first family is used.
  public var family: String
  public var weight: FontWeight
  public var slant: FontSlant
  public var width: FontWidth

  public init(family: String = "", weight: FontWeight = .regular, slant: FontSlant = .upright, width: FontWidth = .normal) {
    (self.family, self.weight, self.slant, self.width) = (family, weight, slant, width)
  }

  /// Returns a descriptor of the collection's first family in a given weight, like
  /// `UIFont.systemFont(ofSize:weight:)`.
  public static func system(_ weight: FontWeight = .regular, slant: FontSlant = .upright) -> FontDescriptor {
    FontDescriptor(weight: weight, slant: slant)
  }
}

/// The weight of a font face from 1 to 1000, as in CSS and OpenType. The constants have the names of UIKit's
/// font weights.
public struct FontWeight: RawRepresentable, Hashable, Sendable, Comparable {
  public let rawValue: Int

  /// Creates a font weight.
  ///
  /// - Parameter rawValue: The weight, clamped to 1…1000.
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

/// The slant of a font face. Italic letters have shapes of their own; oblique letters are slanted upright
/// letters.
public enum FontSlant: UInt8, Hashable, Sendable {
  case upright, italic, oblique
}

/// The width of a font face's letters, as a value of OpenType's `usWidthClass` from 1 to 9.
public struct FontWidth: RawRepresentable, Hashable, Sendable, Comparable {
  public let rawValue: Int

  /// Creates a font width.
  ///
  /// - Parameter rawValue: The width class, clamped to 1…9.
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
