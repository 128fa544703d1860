internal import CartoucheRaster

/// A description of a wanted font face by family, weight, slant and width.
///
/// ``FontCollection/face(matching:)`` returns the face that matches the description best.
public struct FontDescriptor: Hashable, Sendable {
  /// The name of the font family. Upper and lower case are not distinguished.
  ///
  /// If a collection has no family of this name, the collection's first family is used. An empty name
  /// therefore requests the first family.
  public var family: String
  /// The wanted weight.
  public var weight: FontWeight
  /// The wanted slant.
  public var slant: FontSlant
  /// The wanted width of the letters.
  public var width: FontWidth

  /// Creates a description of a font face.
  ///
  /// - Parameters:
  ///   - family: The name of the font family. An empty name requests a collection's first family.
  ///   - weight: The wanted weight.
  ///   - slant: The wanted slant.
  ///   - width: The wanted width of the letters.
  public init(family: String = "", weight: FontWeight = .regular, slant: FontSlant = .upright, width: FontWidth = .normal) {
    (self.family, self.weight, self.slant, self.width) = (family, weight, slant, width)
  }

  /// Returns a description of a face in a font collection's first family, like
  /// `UIFont.systemFont(ofSize:weight:)`.
  ///
  /// - Parameters:
  ///   - weight: The wanted weight.
  ///   - slant: The wanted slant.
  public static func system(_ weight: FontWeight = .regular, slant: FontSlant = .upright) -> FontDescriptor {
    FontDescriptor(weight: weight, slant: slant)
  }
}

/// The weight of a font face, from 1 (lightest) to 1000 (heaviest), as in CSS and OpenType.
///
/// The constants have the names of UIKit's font weights.
public struct FontWeight: RawRepresentable, Hashable, Sendable, Comparable {
  /// The weight as a number, 1…1000.
  public let rawValue: Int

  /// Creates a font weight.
  ///
  /// - Parameter rawValue: The weight as a number, clamped to 1…1000.
  public init(rawValue: Int) {
    self.rawValue = rawValue.clamped(from: 1, to: 1000)
  }

  /// Returns whether the first weight is lighter than the second.
  public static func < (a: FontWeight, b: FontWeight) -> Bool { a.rawValue < b.rawValue }

  /// The weight 100.
  public static let thin = FontWeight(rawValue: 100)
  /// The weight 200.
  public static let ultraLight = FontWeight(rawValue: 200)
  /// The weight 300.
  public static let light = FontWeight(rawValue: 300)
  /// The weight 400, which is that of ordinary text.
  public static let regular = FontWeight(rawValue: 400)
  /// The weight 500.
  public static let medium = FontWeight(rawValue: 500)
  /// The weight 600.
  public static let semibold = FontWeight(rawValue: 600)
  /// The weight 700.
  public static let bold = FontWeight(rawValue: 700)
  /// The weight 800.
  public static let heavy = FontWeight(rawValue: 800)
  /// The weight 900.
  public static let black = FontWeight(rawValue: 900)
}

/// The slant of a font face.
public enum FontSlant: UInt8, Hashable, Sendable {
  /// Letters are upright, italic or oblique. Italic letters have shapes of their own. Oblique letters are
  /// slanted copies of upright letters.
  case upright, italic, oblique
}

/// The width of a font face's letters, from 1 (narrowest) to 9 (widest), as in OpenType's `usWidthClass`.
public struct FontWidth: RawRepresentable, Hashable, Sendable, Comparable {
  /// The width as a value of OpenType's `usWidthClass`, 1…9.
  public let rawValue: Int

  /// Creates a font width.
  ///
  /// - Parameter rawValue: The width as a value of OpenType's `usWidthClass`, clamped to 1…9.
  public init(rawValue: Int) {
    self.rawValue = rawValue.clamped(from: 1, to: 9)
  }

  /// Returns whether the first width is narrower than the second.
  public static func < (a: FontWidth, b: FontWidth) -> Bool { a.rawValue < b.rawValue }

  /// The width class 3.
  public static let condensed = FontWidth(rawValue: 3)
  /// The width class 4.
  public static let semiCondensed = FontWidth(rawValue: 4)
  /// The width class 5, which is that of ordinary text.
  public static let normal = FontWidth(rawValue: 5)
  /// The width class 6.
  public static let semiExpanded = FontWidth(rawValue: 6)
  /// The width class 7.
  public static let expanded = FontWidth(rawValue: 7)
}
