import CartoucheRaster
import Foundation
import Testing

/// The libraries' own programs, used as references where they are installed.
enum ReferenceProgram {
  static func isInstalled(_ names: String...) -> Bool {
    names.allSatisfy { FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)") }
  }

  /// Runs a program on `input` and returns its output.
  static func run(_ name: String, _ arguments: [String], _ input: [UInt8]) throws -> [UInt8] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cartouche-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (source, result) = (folder.appending(path: "in"), folder.appending(path: "out"))
    try Data(input).write(to: source)
    try Data().write(to: result)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/\(name)")
    process.arguments = arguments
    process.standardInput = try FileHandle(forReadingFrom: source)
    process.standardOutput = try FileHandle(forWritingTo: result)
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(name) \(arguments) failed")
    return try [UInt8](Data(contentsOf: result))
  }
}

/// A portable any-map in the format P4, P5, P6 or P7.
struct PortableAnyMap {
  let size: PixelSize
  let channels: Int
  /// The samples row by row, `channels` per pixel.
  let samples: [Int]
  let maximum: Int

  init(_ bytes: [UInt8]) throws {
    // The words of the header. In P7 they are named.
    var (words, index, word) = ([String](), 0, "")
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0a }
    let isNamed = bytes.starts(with: Array("P7".utf8))
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if !isSpace(byte) {
        word.unicodeScalars.append(Unicode.Scalar(byte))
        continue
      }
      if !word.isEmpty { words.append(word) }
      word = ""
      if isNamed ? words.last == "ENDHDR" : words.count == (words[0] == "P4" ? 3 : 4) { break }
    }
    func value(_ name: String, _ position: Int) throws -> Int {
      let position = try isNamed ? #require(words.firstIndex(of: name)) + 1 : position
      return try #require(Int(words[position]))
    }
    size = try PixelSize(width: value("WIDTH", 1), height: value("HEIGHT", 2))
    let isBits = words[0] == "P4"
    maximum = try isBits ? 1 : value("MAXVAL", 3)
    channels = try isNamed ? value("DEPTH", 0) : (words[0] == "P6" ? 3 : 1)
    let data = bytes[index...]
    if isBits {
      let (width, stride) = (size.width, (size.width + 7) / 8)
      // A set bit is black.
      samples = (0..<size.width * size.height).map {
        1 - Int(data[index + $0 / width * stride + $0 % width / 8] >> UInt8(7 - $0 % width % 8) & 1)
      }
    } else if maximum > 255 {
      samples = stride(from: data.startIndex, to: data.endIndex - 1, by: 2).map { Int(data[$0]) << 8 | Int(data[$0 + 1]) }
    } else {
      samples = data.map { Int($0) }
    }
    try #require(samples.count == size.width * size.height * channels)
  }

  /// The pixels as `Image` stores them: 8 bits, premultiplied.
  var pixels: [UInt32] {
    func byte(_ sample: Int) -> UInt8 { UInt8((sample * 255 * 2 + maximum) / (maximum * 2)) }
    return stride(from: 0, to: samples.count, by: channels).map { index in
      let alpha = channels % 2 == 0 ? byte(samples[index + channels - 1]) : 255
      return Color(
        red: byte(samples[index]), green: byte(samples[channels < 3 ? index : index + 1]),
        blue: byte(samples[channels < 3 ? index : index + 2]),
        alpha: alpha
      ).premultiplied
    }
  }
}

/// Images for all tests.
enum TestImage {
  /// Returns gradients with seeded noise, which exercise filters, blocks and chroma.
  static func opaque(width: Int = 61, height: Int = 43) -> Image {
    Image(size: PixelSize(width: width, height: height)) { pixels in
      var noise: UInt32 = 1
      for index in pixels.indices {
        let (x, y) = (index % width, index / width)
        noise = noise &* 1_664_525 &+ 1_013_904_223
        let grain = noise >> 27
        pixels[index] = 0xff00_0000 | (UInt32(x * 3) + grain) << 16 | (UInt32(y * 4) + grain) << 8 | (UInt32(255 - x - y) - grain)
      }
    }
  }

  /// Returns the same image with an alpha that rises from top to bottom.
  static func translucent() -> Image {
    let source = opaque()
    return Image(size: source.size) { pixels in
      for index in pixels.indices {
        let pixel = source.storage.pixels[index]
        pixels[index] =
          Color(
            red: UInt8(pixel >> 16 & 255), green: UInt8(pixel >> 8 & 255), blue: UInt8(pixel & 255),
            alpha: UInt8(index / source.size.width * 255 / (source.size.height - 1))
          ).premultiplied
      }
    }
  }
}

func pixels(of image: Image) -> [UInt32] {
  Array(UnsafeBufferPointer(start: image.storage.pixels, count: image.storage.count))
}

/// Returns the bytes given by hexadecimal digits.
func bytes(hex: String) -> [UInt8] {
  let digits: [Int] = hex.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count - 1, by: 2).map { index -> UInt8 in UInt8(digits[index] * 16 + digits[index + 1]) }
}
