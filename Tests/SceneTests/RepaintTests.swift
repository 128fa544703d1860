import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

/// A frame buffer in memory.
final class ScreenBuffer {
  let size: PixelSize
  let format: PixelFormat
  let buffer: PixelBuffer
  private let memory: UnsafeMutableRawPointer

  init(_ size: PixelSize, format: PixelFormat) {
    self.size = size
    self.format = format
    let bytesPerRow = size.width * format.bytesPerPixel
    memory = .allocate(byteCount: bytesPerRow * size.height, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0x55, count: bytesPerRow * size.height)
    buffer = PixelBuffer(baseAddress: memory, size: size, bytesPerRow: bytesPerRow, format: format)
  }

  deinit { memory.deallocate() }

  var bytes: [UInt8] { Array(UnsafeRawBufferPointer(start: memory, count: buffer.bytesPerRow * size.height)) }

  /// Overwrites the pixels of `rects`, to detect pixels that are not redrawn.
  func poison(_ rects: [PixelRect]) {
    for rect in rects {
      for y in rect.minY..<rect.maxY {
        let row = memory + y * buffer.bytesPerRow
        (row + rect.minX * format.bytesPerPixel).initializeMemory(
          as: UInt8.self, repeating: 0xaa, count: rect.width * format.bytesPerPixel)
      }
    }
  }

  /// Returns the first pixel that differs from `other`.
  func firstDifference(from other: ScreenBuffer) -> PixelPoint? {
    for (index, pair) in zip(bytes, other.bytes).enumerated() where pair.0 != pair.1 {
      return PixelPoint(x: index % buffer.bytesPerRow / format.bytesPerPixel, y: index / buffer.bytesPerRow)
    }
    return nil
  }
}

@Suite("A repainted stage")
struct RepaintTests {
  /// Layers that are added, removed and changed at random.
  struct RandomScene {
    var random: SplitMix64
    let stage: Stage
    var layers: [Layer] = []
    let image: Image
    /// The superlayer of new layers.
    var content: Layer
    /// Whether layers are rotated in space and rasterized.
    var isDeep = true

    init(seed: UInt64, size: PixelSize) {
      random = SplitMix64(seed: seed)
      stage = Stage(size: size)
      content = stage.root
      image = Image(size: PixelSize(width: 8, height: 8)) { pixels in
        for index in pixels.indices { pixels[index] = index % 3 == 0 ? 0xff20_8040 : 0x8040_4000 }
      }
    }

    mutating func number(_ range: Range<Int>) -> Scalar { Scalar(Int.random(in: range, using: &random)) / 4 }
    mutating func color() -> Color {
      Color(hex: UInt32.random(in: 0...0xff_ffff, using: &random)).withAlpha(Bool.random(using: &random) ? 1 : 0.6)
    }

    mutating func makeLayer() -> Layer {
      let frame = Rect(x: number(-80..<500), y: number(-80..<400), width: number(8..<240), height: number(8..<200))
      switch Int.random(in: 0..<8, using: &random) {
      case 6:
        let layer = ShapeLayer(frame: frame)
        layer.path = Path(ellipseIn: Rect(x: number(-40..<40), y: 0, width: number(8..<200), height: number(8..<100)))
        (layer.fillColor, layer.strokeColor, layer.lineWidth) = (color(), color(), number(1..<40))
        return layer
      case 7:
        let inside = color()
        return DrawingLayer(frame: frame) { list, bounds in
          list.fill(Path(ellipseIn: bounds), with: .color(inside))
          list.fill(Path(rect: Rect(x: -20, y: 5, width: 500, height: 3)), with: .color(.black))
        }
      case 0:
        return isDeep ? TransformLayer() : Layer(frame: frame)
      case 1, 2:
        let layer = GradientLayer(frame: frame)
        layer.colors = [color(), color()]
        return layer
      case 3:
        let layer = ImageLayer(frame: frame)
        layer.contents = image
        return layer
      default:
        let layer = Layer(frame: frame)
        if Bool.random(using: &random) { layer.backgroundColor = color() }
        return layer
      }
    }

    mutating func transform() -> Transform3D {
      var transform = Transform3D.identity
      let angle = Angle.degrees(WideFixed(Int.random(in: 0..<360, using: &random)))
      switch Int.random(in: 0..<(isDeep ? 5 : 3), using: &random) {
      case 0: break
      case 1: transform = transform.rotated(by: angle, axis: .z)
      case 2: transform = transform.scaled(x: 0.5, y: 1.25)
      default:
        transform.m34 = -1.0 / 150
        transform = transform.rotated(by: angle, axis: Bool.random(using: &random) ? .x : .y).translated(z: 30)
      }
      return transform
    }

    mutating func change() {
      let kind = Int.random(in: 0..<24, using: &random)
      guard layers.count > 5, kind > 2 || layers.count > 25, let layer = layers.randomElement(using: &random) else {
        let parent = layers.randomElement(using: &random) ?? content
        let layer = makeLayer()
        (Bool.random(using: &random) ? parent : content).insertSublayer(layer, at: Int.random(in: 0..<4, using: &random))
        return layers.append(layer)
      }
      switch kind {
      case 0, 1, 2:
        layer.removeFromSuperlayer()
        layers.removeAll { $0 === layer }
      case 3, 4, 5: layer.position = Point(x: number(0..<480), y: number(0..<360))
      case 6: layer.bounds.size = Size(width: number(0..<300), height: number(0..<200))
      case 7, 8: layer.transform = transform()
      case 9: layer.opacity = number(0..<5)
      case 10: layer.isHidden.toggle()
      case 11: layer.zPosition = number(-40..<40)
      case 12: layer.cornerRadius = number(0..<60)
      case 13: layer.border = Border(width: number(0..<30), color: color())
      case 14: layer.isDoubleSided.toggle()
      case 15:
        layer.shadow =
          layer.shadow != nil
          ? nil
          : Shadow(color: color(), opacity: number(1..<5), offset: Size(width: number(-20..<20), height: 2), radius: number(0..<20))
      case 16: layer.masksToBounds.toggle()
      case 17:
        if layer.mask != nil {
          layer.mask = nil
        } else {
          let mask = makeLayer()
          mask.backgroundColor = color()
          layer.mask = mask
          layers.append(mask)
        }
      case 18:
        layer.blendMode = layer.blendMode == .normal ? BlendMode.allCases.randomElement(using: &random) ?? .multiply : .normal
      case 19: if isDeep { layer.shouldRasterize.toggle() }
      case 20: layer.cornerRadii = CornerRadii(topLeft: number(0..<80), topRight: 0, bottomRight: number(0..<80), bottomLeft: 3)
      case 21: layer.backgroundColor = layer.backgroundColor == nil ? color() : nil
      case 22: layer.bounds.origin = Point(x: number(-40..<40), y: number(-40..<40))
      default: content.insertSublayer(layer, at: Int.random(in: 0..<9, using: &random))
      }
    }
  }

  @Test(
    "has the same pixels as a full redraw, for every format", arguments: 0..<24 as Range<UInt64>,
    PixelFormat.allCases)
  func repaint(seed: UInt64, format: PixelFormat) {
    var scene = RandomScene(seed: seed, size: PixelSize(width: 120, height: 90))
    let screen = ScreenBuffer(scene.stage.size, format: format)
    let renderer = Renderer()
    var frames: Set<[UInt8]> = []
    for step in 0..<80 {
      for _ in 0..<Int.random(in: 0..<4, using: &scene.random) { scene.change() }
      let damage = scene.stage.commit()
      screen.poison(damage)
      renderer.draw(scene.stage.displayList, into: screen.buffer, damage: damage, workers: SerialWorkerPool())
      let reference = ScreenBuffer(scene.stage.size, format: format)
      renderer.draw(
        scene.stage.displayList, into: reference.buffer, damage: [PixelRect(reference.size)], workers: SerialWorkerPool())
      frames.insert(reference.bytes)
      if let pixel = screen.firstDifference(from: reference) {
        Issue.record("step \(step): pixel \(pixel) differs; damage \(damage)")
        return
      }
    }
    #expect(frames.count > 10)
  }
}
