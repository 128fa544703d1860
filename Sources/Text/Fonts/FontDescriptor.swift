internal import CartoucheRaster

/// A description of a font face by family, weight, slant and width.
///
/// To find a face, pass a descriptor to ``FontCollection/face(matching:)``, which returns the best match.
public struct FontDescriptor: Hashable, Sendable {
  /// The name of the font family. Upper and lower case make no difference.
  ///
  /// If a collection has no family of this name, the collection's first family is used. An empty name
  /// therefore requests the first family.
  public var family: String
  /// The weight of the face.
  public var weight: FontWeight
  /// The slant of the face.
  public var slant: FontSlant
  /// The width of the face's letters.
  public var width: FontWidth

  /// Creates a description of a font face.
  ///
  /// - Parameters:
  ///   - family: The name of the font family. An empty name requests a collection's first family.
  ///   - weight: The weight of the face.
  ///   - slant: The slant of the face.
  ///   - width: The width of the face's letters.
  public init(family: String = "", weight: FontWeight = .regular, slant: FontSlant = .upright, width: FontWidth = .normal) {
    (self.family, self.weight, self.slant, self.width) = (family, weight, slant, width)
  }

  /// Returns a descriptor without a family name, which requests a face in a font collection's first family.
  /// The method corresponds to `UIFont.systemFont(ofSize:weight:)`.
  ///
  /// - Parameters:
  ///   - weight: The weight of the face.
  ///   - slant: The slant of the face.
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
  @_disfavoredOverload
  public static func < (a: FontWeight, b: FontWeight) -> Bool { a.rawValue < b.rawValue }

  /// The thin weight: 100.
  public static let thin = FontWeight(rawValue: 100)
  /// The ultra-light weight: 200.
  public static let ultraLight = FontWeight(rawValue: 200)
  /// The light weight: 300.
  public static let light = FontWeight(rawValue: 300)
  /// The regular weight, for ordinary text: 400.
  public static let regular = FontWeight(rawValue: 400)
  /// The medium weight: 500.
  public static let medium = FontWeight(rawValue: 500)
  /// The semibold weight: 600.
  public static let semibold = FontWeight(rawValue: 600)
  /// The bold weight: 700.
  public static let bold = FontWeight(rawValue: 700)
  /// The heavy weight: 800.
  public static let heavy = FontWeight(rawValue: 800)
  /// The black weight, the heaviest constant: 900.
  public static let black = FontWeight(rawValue: 900)
}

/// The slant of a font face: upright, italic or oblique.
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
  @_disfavoredOverload
  public static func < (a: FontWidth, b: FontWidth) -> Bool { a.rawValue < b.rawValue }

  /// The condensed letter width: class 3 in OpenType.
  public static let condensed = FontWidth(rawValue: 3)
  /// The semi-condensed letter width: class 4 in OpenType.
  public static let semiCondensed = FontWidth(rawValue: 4)
  /// The normal letter width, for ordinary text: class 5 in OpenType.
  public static let normal = FontWidth(rawValue: 5)
  /// The semi-expanded letter width: class 6 in OpenType.
  public static let semiExpanded = FontWidth(rawValue: 6)
  /// The expanded letter width: class 7 in OpenType.
  public static let expanded = FontWidth(rawValue: 7)
}
