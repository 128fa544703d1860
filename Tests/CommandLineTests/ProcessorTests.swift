import CInstructions
import CartoucheImages
import CartoucheRaster
import CartoucheTestSupport
import Foundation
import Testing

@Suite("Processors", .enabled(if: cartouche_has_avx2(), "the program has no code for AVX2, or this processor has no AVX2"))
struct ProcessorTests {
  /// Pixels of every opacity and color.
  private func noise(width: Int, height: Int, seed: UInt64) -> Image {
    var random = SplitMix64(seed: seed)
    return Image(size: PixelSize(width: width, height: height)) { pixels in
      for index in pixels.indices {
        let alpha = [0, 255, UInt32.random(in: 0...255, using: &random)].randomElement(using: &random) ?? 0
        let channels = (0..<3).map { _ in UInt32.random(in: 0...alpha, using: &random) }
        pixels[index] = alpha << 24 | channels[0] << 16 | channels[1] << 8 | channels[2]
      }
    }
  }

  @Test("images have the same bits without AVX2", arguments: 1...4 as ClosedRange<UInt64>)
  func images(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var list = DisplayList()
    for _ in 0..<40 {
      let image = noise(width: .random(in: 1...180, using: &random), height: .random(in: 1...60, using: &random), seed: seed)
      let size = Scalar(Int.random(in: 1...32, using: &random)) / 8
      // Every second image is upright.
      let angle = Bool.random(using: &random) ? Angle.degrees(0) : .degrees(WideFixed(Int.random(in: 0..<360, using: &random)))
      let place = AffineTransform.translation(
        x: Scalar(Int.random(in: -60...960, using: &random)) / 3, y: Scalar(Int.random(in: -60...720, using: &random)) / 3)
      // Mirrored images have negative steps.
      let (across, down) = (Bool.random(using: &random) ? size : -size, Bool.random(using: &random) ? size : -size)
      let placed = AffineTransform.scale(x: across, y: down * 5 / 4).concatenating(.rotation(by: angle)).concatenating(place)
      var transform = Transform3D(placed)
      // Every third image is in perspective.
      if Int.random(in: 0..<3, using: &random) == 0 {
        transform.m14 = .init(rawValue: Int64.random(in: 1...1 << 22, using: &random))
      }
      list.draw(
        Bool.random(using: &random) ? image.withMipmaps() : image, transform: Homography(transform),
        filter: Bool.random(using: &random) ? .bilinear : .trilinear,
        opacity: UInt8.random(in: 128...255, using: &random))
    }
    try expectSameFrames(list)
  }

  @Test(
    "glyphs, shadows, masks and translucent shapes have the same bits without AVX2", arguments: 1...4 as ClosedRange<UInt64>)
  func masks(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var list = DisplayList()
    list.draw(noise(width: 320, height: 240, seed: seed))
    for index in 0..<150 {
      let size = PixelSize(width: .random(in: 1...70, using: &random), height: .random(in: 1...40, using: &random))
      let place = Point(x: Scalar(Int.random(in: -30...320, using: &random)), y: Scalar(Int.random(in: -30...240, using: &random)))
      let rect = Rect(x: place.x, y: place.y, width: Scalar(size.width), height: Scalar(size.height))
      let alpha: Scalar = Bool.random(using: &random) ? 1 : 0.4
      let color = Color(hex: UInt32.random(in: 0...0xff_ffff, using: &random)).withAlpha(alpha)
      let opacity = Bool.random(using: &random) ? 255 : UInt8.random(in: 1...254, using: &random)
      let ellipse = Path(ellipseIn: Rect(origin: .zero, size: rect.size))
      switch index % 5 {
      case 0:
        let glyph = GlyphShape(outline: ellipse)
        let run = GlyphRun(shapes: [glyph], placements: [GlyphRun.Placement(shape: 0, origin: place)])
        list.draw(run, with: .color(color), opacity: opacity)
      case 1:
        let shadow = ShadowMask(roundedRect: CornerRadii(5), sigma: Scalar(Int.random(in: 1...8, using: &random)))
        list.drawShadow(shadow, of: rect, color: color, opacity: opacity)
      case 2:
        list.fill(CoverageMask(ellipse), with: .color(color), transform: .translation(x: place.x, y: place.y), opacity: opacity)
      case 3:
        list.fill(Path(rect: rect), with: .color(color), opacity: opacity)
      default:
        // Runs of up to 280 pixels.
        let wide = Rect(x: place.x, y: place.y, width: rect.width * 4, height: rect.height)
        list.fill(Path(ellipseIn: wide), with: .color(color), opacity: opacity)
      }
    }
    try expectSameFrames(list)
  }

  /// Expects a program to draw a list with and without AVX2 alike.
  private func expectSameFrames(_ list: DisplayList) throws {
    try withScratchFolder { folder in
      let recording = DisplayListRecording(size: PixelSize(width: 320, height: 240), list: list)
      try Data(recording.encoded()).write(to: folder.appending(path: "l.cdl"))
      func frame(_ name: String, _ environment: [String: String]) throws -> Data {
        let outcome = try cartouche(["draw", "l.cdl", "--dump-frame", name], in: folder, environment: environment)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try Data(contentsOf: folder.appending(path: name))
      }
      let (wide, narrow) = (
        try frame("a.png", ["GLIBC_TUNABLES": ""]), try frame("b.png", ["GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2"])
      )
      let isEqual = wide == narrow
      #expect(isEqual)
    }
  }
}
