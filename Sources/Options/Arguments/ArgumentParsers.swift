internal import ArgumentParser
package import Cartouche

/// Parsers of single arguments. Each throws a `ValidationError` that states the valid form.
package enum ArgumentParsers {
  package static func size(_ text: String) throws -> PixelSize {
    guard let size = PixelSize(text: text) else { throw ValidationError("a size is WIDTHxHEIGHT in pixels, as 800x480.") }
    return size
  }

  package static func format(_ text: String) throws -> PixelFormat {
    guard let format = PixelFormat(name: text) else {
      throw ValidationError("the formats are \(PixelFormat.allCases.map(\.name).joined(separator: ", ")).")
    }
    return format
  }

  package static func rotation(_ text: String) throws -> Rotation {
    guard let rotation = Rotation.allCases.first(where: { String($0.rawValue) == text }) else {
      throw ValidationError("the rotation is 0, 90, 180 or 270 degrees.")
    }
    return rotation
  }

  package static func time(_ text: String) throws -> Timestamp {
    guard let seconds = Double(text), seconds >= 0, seconds <= 1_000_000 else {
      throw ValidationError("a time is 0 to 1000000 seconds, as 1.5.")
    }
    return Timestamp(nanoseconds: Int64((seconds * 1e9).rounded()))
  }

  package static func threads(_ text: String) throws -> Int {
    guard let count = Int(text), (1...64).contains(count) else { throw ValidationError("the number of threads is 1 to 64.") }
    return count
  }
}
