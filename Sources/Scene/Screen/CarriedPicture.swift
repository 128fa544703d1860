import CartoucheRaster

/// What a ``CarriedLayer`` shows, in the screen's pixels: moved when it is carried, and drawn where it is new or otherwise.
///
///     look: what is otherwise ▶ pixels moved ▶ strips at the edges ▶ paint each of these rectangles
///
/// What is known of the layers in it is counted from where the contents were when all of them were drawn last, so that what is carried with them stays where it is.
final class CarriedPicture: KeptPicture {
  private var painting = Settling()
  /// The contents' origin in the last frame, and when all of them were drawn last.
  private var origin = PixelPoint(x: 0, y: 0)
  private var firstOrigin = PixelPoint(x: 0, y: 0)
  /// Bytes of the pictures in it.
  private var bytesInside = 0
  /// What of the picture is otherwise than in the last frame, all of it where it was moved.
  private(set) var otherwise: [PixelRect] = []

  /// So far contents are carried before all of them are drawn anew.
  private static let farthest = 1 << 20
  /// Wide enough for all that is carried, and narrow enough for sums.
  private static let everywhere = PixelRect(minX: -(1 << 28), minY: -(1 << 28), maxX: 1 << 28, maxY: 1 << 28)

  /// Brings the picture to what the layer shows now.
  func refresh(_ layer: CarriedLayer, _ changes: Changes, keeping pictures: KeptPictures) {
    let (size, new) = (layer.carriedSize, layer.contentOrigin)
    let isFar = max((new.x &- firstOrigin.x).magnitude, (new.y &- firstOrigin.y).magnitude) > Self.farthest
    let isOther = picture.size != size || isFar || changes.isLookChanged || changes.isChangedThroughout
    let way = isOther ? PixelPoint(x: 0, y: 0) : PixelPoint(x: new.x &- origin.x, y: new.y &- origin.y)
    origin = new
    if isOther { firstOrigin = new }
    otherwise.removeAll(keepingCapacity: true)
    guard isOther || changes.isUnsettled || pictures.isSharpening else { return pictures.count(bytesInside) }
    if picture.size != size { picture = Picture(size: size) { _ in } }
    let bytes = pictures.bytes
    look(layer, isOtherwise: isOther, keeping: pictures)
    bytesInside = pictures.bytes - bytes

    let window = PixelRect(size)
    var damage = Damage()
    if isOther {
      damage.add(window)
    } else {
      let carried = PixelPoint(x: origin.x &- firstOrigin.x, y: origin.y &- firstOrigin.y)
      for rect in settling.damage.rects { damage.add(rect.moved(by: carried).intersection(window)) }
      move(by: way, addingNewTo: &damage)
    }
    paint(damage.rects, of: layer, keeping: pictures)
    otherwise.append(contentsOf: way.x != 0 || way.y != 0 ? [window] : damage.rects)
  }

  /// Finds what in the layer is otherwise, counted from where the contents were drawn.
  private func look(_ layer: CarriedLayer, isOtherwise: Bool, keeping pictures: KeptPictures) {
    settling.task = .look
    settling.isInPicture = true
    settling.screen = Self.everywhere
    settling.list.removeAll()
    settling.damage.removeAll()
    layer.reportVacated { settling.damage.add($0) }
    let plane = Homography.translation(
      x: Scalar(firstOrigin.x &- origin.x) - layer.bounds.minX, y: Scalar(firstOrigin.y &- origin.y) - layer.bounds.minY)
    (layer.appearance.isShown, layer.appearance.map, layer.appearance.opacity) = (true, plane, 255)
    (layer.appearance.clip, layer.appearance.drawn) = (Self.everywhere, .empty)
    let around = Surroundings(plane: plane, clip: Self.everywhere, isOtherwise: isOtherwise)
    for child in layer.sublayersInOrder { settling.visit(child, matrix: child.toSuperlayer, in: around, keeping: pictures) }
    settling.list.removeAll()
  }

  /// Moves the pixels, and adds the strips that they leave.
  private func move(by way: PixelPoint, addingNewTo damage: inout Damage) {
    guard way.x != 0 || way.y != 0 else { return }
    let (width, height) = (picture.size.width, picture.size.height)
    // Where what stays comes to lie.
    let stays = PixelRect(
      minX: max(way.x, 0), minY: max(way.y, 0), maxX: min(width + way.x, width), maxY: min(height + way.y, height))
    guard !stays.isEmpty else { return damage.add(PixelRect(picture.size)) }
    picture.withMutablePixels { pixels in
      guard let base = pixels.baseAddress else { return false }
      let rows = stays.minY..<stays.maxY
      func moveRow(_ y: Int) {
        (base + (y &* width &+ stays.minX)).update(
          from: base + ((y &- way.y) &* width &+ stays.minX &- way.x), count: stays.width)
      }
      // Rows that are read later must not be written before; in a row they may overlap.
      if way.y > 0 { for y in rows.reversed() { moveRow(y) } } else { for y in rows { moveRow(y) } }
      return true
    }
    damage.add(PixelRect(minX: 0, minY: 0, maxX: width, maxY: stays.minY))
    damage.add(PixelRect(minX: 0, minY: stays.maxY, maxX: width, maxY: height))
    damage.add(PixelRect(minX: 0, minY: stays.minY, maxX: stays.minX, maxY: stays.maxY))
    damage.add(PixelRect(minX: stays.maxX, minY: stays.minY, maxX: width, maxY: stays.maxY))
  }

  private func paint(_ damage: [PixelRect], of layer: CarriedLayer, keeping pictures: KeptPictures) {
    let size = picture.size
    let (left, top) = (layer.bounds.minX, layer.bounds.minY)
    let plane = Homography.translation(x: -left, y: -top)
    painting.screen = PixelRect(size)
    painting.isInPicture = true
    layer.round &+= 1
    for rect in damage {
      painting.task = .paint(rect)
      painting.paintedAround = rect.moved(by: PixelPoint(x: firstOrigin.x &- origin.x, y: firstOrigin.y &- origin.y))
      painting.list.removeAll()
      let part = Rect(
        x: left + Scalar(rect.minX), y: top + Scalar(rect.minY), width: Scalar(rect.width), height: Scalar(rect.height))
      layer.part = part
      defer { layer.part = nil }
      layer.drawing?(part, &painting.list, plane)
      let around = Surroundings(plane: plane, clip: painting.screen)
      for child in layer.sublayersInOrder { painting.visit(child, matrix: child.toSuperlayer, in: around, keeping: pictures) }
      let list = painting.list
      picture.withMutablePixels { pixels in
        guard let base = pixels.baseAddress else { return false }
        let target = PixelBuffer(
          baseAddress: UnsafeMutableRawPointer(base), size: size, bytesPerRow: size.width * 4, format: .argb8888)
        pictures.renderer.draw(list, over: .clear, into: target, damage: [rect], workers: pictures.workers)
        return true
      }
    }
    painting.list.removeAll()
  }
}

extension CarriedLayer {
  var carriedSize: PixelSize { PixelSize(width: bounds.width.floor, height: bounds.height.floor) }
}

extension PixelRect {
  fileprivate func moved(by way: PixelPoint) -> PixelRect {
    PixelRect(minX: minX + way.x, minY: minY + way.y, maxX: maxX + way.x, maxY: maxY + way.y)
  }
}
