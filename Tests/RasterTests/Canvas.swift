import CartoucheRaster
import CartoucheTestSupport

/// Memory to draw into and look at.
final class Canvas {
  let size: PixelSize
  let format: PixelFormat
  let bytesPerRow: Int
  private let memory: UnsafeMutableRawPointer

  init(width: Int, height: Int, format: PixelFormat = .xrgb8888, slack: Int = 0, poison: UInt8 = 0xa5) {
    size = PixelSize(width: width, height: height)
    self.format = format
    bytesPerRow = width * format.bytesPerPixel + slack
    memory = .allocate(byteCount: bytesPerRow * height, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: poison, count: bytesPerRow * height)
  }

  deinit { memory.deallocate() }

  var buffer: PixelBuffer { PixelBuffer(baseAddress: memory, size: size, bytesPerRow: bytesPerRow, format: format) }

  var bytes: [UInt8] { Array(UnsafeRawBufferPointer(start: memory, count: bytesPerRow * size.height)) }

  subscript(x: Int, y: Int) -> UInt32 {
    let place = memory + y * bytesPerRow + x * format.bytesPerPixel
    var value: UInt32 = 0
    for byte in 0..<format.bytesPerPixel { value |= UInt32(place.load(fromByteOffset: byte, as: UInt8.self)) << UInt32(8 * byte) }
    return value
  }

  @discardableResult
  func draw(
    _ list: DisplayList, over background: Color = .white, damage: [PixelRect]? = nil, rotation: Rotation = .none,
    mirroring: Mirroring = .none, workers: any WorkerPool = SerialWorkerPool(), renderer: Renderer = Renderer()
  ) -> Renderer.Statistics {
    renderer.draw(
      list, over: background, into: buffer, damage: damage ?? [PixelRect(rotation.logicalSize(for: size))], rotation: rotation,
      mirroring: mirroring, workers: workers)
  }
}

extension SplitMix64 {
  mutating func scalar(_ range: ClosedRange<Double>) -> Scalar {
    Scalar(rawValue: Int64((Double.random(in: range, using: &self) * 65536).rounded()))
  }

  mutating func point(width: Int, height: Int, beyond: Double = 20) -> Point {
    Point(x: scalar(-beyond...Double(width) + beyond), y: scalar(-beyond...Double(height) + beyond))
  }

  mutating func color(opaque: Bool = false) -> Color {
    Color(
      red: .random(in: 0...255, using: &self), green: .random(in: 0...255, using: &self), blue: .random(in: 0...255, using: &self),
      alpha: opaque ? 255 : .random(in: 0...255, using: &self))
  }
}

extension DisplayList {
  /// A drawing of every kind of thing, partly off the screen.
  static func random(seed: UInt64, width: Int, height: Int, count: Int = 33) -> DisplayList {
    var generator = SplitMix64(seed: seed)
    var list = DisplayList()
    let image = Image(size: PixelSize(width: 9, height: 7)) { pixels in
      for index in pixels.indices { pixels[index] = generator.color().premultiplied }
    }
    for index in 0..<count {
      var path = Path()
      let corners = Int.random(in: 3...9, using: &generator)
      for corner in 0..<corners {
        let point = generator.point(width: width, height: height)
        if corner == 0 { path.move(to: point) } else { path.addLine(to: point) }
      }
      path.closeSubpath()
      let rule: FillRule = Bool.random(using: &generator) ? .nonZero : .evenOdd
      let a = generator.point(width: width, height: height)
      let b = generator.point(width: width, height: height)
      let gradient = LinearGradient(
        stops: (0..<3).map { GradientStop(location: Scalar($0) / 2, color: generator.color()) }, start: a, end: b)
      let blend = BlendMode.allCases.randomElement(using: &generator) ?? .normal
      switch index % 11 {
      case 0:
        list.fill(path, rule: rule, with: generator.paint(width: width, height: height, image: image))
      case 1:
        list.draw(image, somewhereIn: width, height, using: &generator)
      case 2:
        let clip = PixelClip(a, Point(x: b.x, y: a.y), b, Point(x: a.x, y: b.y))
        let color = generator.color()
        list.clipped(to: clip) { $0.fill(path, rule: rule, with: .color(color)) }
      case 3:
        list.stroke(path, style: StrokeStyle(width: generator.scalar(0.5...8), join: .round), with: .color(generator.color()))
      case 4:
        let color = generator.color()
        list.group(opacity: .random(in: 0...255, using: &generator), blend: blend) {
          $0.fill(path, rule: rule, with: .linearGradient(gradient))
          $0.stroke(path, style: StrokeStyle(width: 3), with: .color(color), blend: .sourceAtop)
        }
      case 5:
        let color = generator.color()
        list.clipped(to: path, rule: rule) {
          $0.fill(Path(rect: Rect(x: 0, y: 0, width: Scalar(width), height: Scalar(height / 2))), with: .color(color), blend: blend)
          $0.draw(image, transform: .translation(x: a.x, y: b.y))
        }
      case 6:
        let color = generator.color()
        list.masked(by: Bool.random(using: &generator) ? .alpha : .luminance) {
          $0.fill(path, rule: rule, with: .linearGradient(gradient))
        } _: {
          $0.fill(Path(rect: Rect(x: a.x, y: a.y, width: 30, height: 30)), with: .color(color))
        }
      case 7:
        let side: ShadowMask.Side = Bool.random(using: &generator) ? .inner : .outer
        let sigma = generator.scalar(0...9)
        let mask =
          Bool.random(using: &generator)
          ? ShadowMask(roundedRect: CornerRadii(generator.scalar(0...9)), sigma: sigma, side: side)
          : ShadowMask(of: path, rule: rule, sigma: sigma, side: side)
        let angle: Angle = index % 2 == 0 ? .zero : .degrees(WideFixed(Int.random(in: -30...30, using: &generator)))
        list.drawShadow(
          mask, of: Rect(x: a.x, y: a.y, width: 50, height: 30), color: generator.color(),
          transform: Homography(.rotation(by: angle)), blend: blend)
      case 8:
        let angle: Angle = index % 2 == 0 ? .zero : .degrees(WideFixed(Int.random(in: -30...30, using: &generator)))
        list.draw(
          GlyphTests.randomRun(&generator), with: index % 4 < 2 ? .color(generator.color()) : .linearGradient(gradient),
          transform: Homography(.rotation(by: angle)), opacity: .random(in: 1...255, using: &generator))
      default:
        list.fill(path, rule: rule, with: .color(generator.color(opaque: index % 2 == 0)), blend: index % 4 == 0 ? blend : .normal)
      }
    }
    return list
  }
}
