import Cartouche

/// Sixty cards on a ring in perspective, one for each stop of a tram line.
///
/// The cards show images, departures, and on every fifth a live map, which zooms in as its card approaches
/// the front. A finger drags the ring; thrown, it comes to rest with a card in front. A tap brings a card
/// to the front.
@MainActor
final class TramStopCarousel {
  private let ring = TransformLayer()
  /// The live maps, with the angles of their cards on the ring.
  private var maps: [(angle: Angle, map: MapView)] = []
  /// The angle of the ring, in degrees.
  private var turn: Scroller

  private static let count = 60
  private static let step = Angle.degrees(360) / count
  /// The radius of the ring, in points. The gaps between cards are 16 points wide.
  private static let radius: WideFixed<32> = 2000
  private static let card = Rect(x: 0, y: 0, width: 193, height: 220)
  /// The angle by which the ring turns for a finger that moves by a point, so that the front card follows
  /// the finger.
  private var degreesPerPoint: Scalar = 1

  /// Adds the ring to `kiosk`. Its design size of 1280 × 720 points is scaled to fit the screen and centered.
  ///
  /// - Parameters:
  ///   - angle: The initial angle of the ring.
  ///   - town: The tiles of the live maps.
  init(on kiosk: Kiosk, angle: Angle, town: TownTileSource) {
    turn = Scroller(value: Scalar(rounding: angle.degrees), snapping: .every(6), flingSpeed: 2, tolerance: 0.01)
    let backdrop = GradientLayer(frame: kiosk.root.bounds)
    backdrop.autoresizingMask = .fill
    backdrop.colors = [Color(hex: 0x0d1b2a), Color(hex: 0x33546f), Color(hex: 0xa9bdc9)]
    kiosk.root.addSublayer(backdrop)
    let stage = Layer(frame: Rect(x: 0, y: 0, width: 1280, height: 720))
    func fit(_ screen: Size) {
      let scale = min(screen.width / 1280, screen.height / 720)
      degreesPerPoint = 0.0255 / scale
      stage.position = Point(x: screen.width / 2, y: screen.height / 2)
      stage.transform = Transform3D.identity.scaled(x: WideFixed(rounding: scale), y: WideFixed(rounding: scale))
    }
    fit(kiosk.root.bounds.size)
    kiosk.onResize { fit($0) }
    kiosk.root.addSublayer(stage)
    ring.frame = Rect(x: 0, y: 90, width: 1280, height: 720)
    stage.addSublayer(ring)
    for index in 0..<Self.count {
      let card = self.card(TramStop(number: index), town: town)
      card.position = ring.bounds.center
      card.transform = Transform3D.identity.rotated(by: Self.step * index, axis: .y).translated(z: Self.radius)
      ring.addSublayer(card)
    }
    layOut(angle)

    let pan = PanGestureRecognizer { [self] pan in
      let (translation, velocity) = (pan.translation.x * degreesPerPoint, pan.velocity.x * degreesPerPoint)
      turn.follow(pan.state, translation: translation, velocity: velocity, at: pan.time)
    }
    kiosk.root.addGestureRecognizer(pan)
    kiosk.onContact { [self] event in
      switch event {
      case .began(let finger): turn.touchDown(at: finger.time)
      case .ended(let finger), .cancelled(let finger): turn.touchUp(at: finger.time)
      case .moved: break
      }
    }
    kiosk.onTick { [self] now in
      layOut(.degrees(1) * turn.value(at: now))
      return turn.isMoving(at: now) ? .moving : .still
    }
  }

  /// Turns the ring, which is seen in perspective from above. Its front card stands a little in front of
  /// the screen.
  func layOut(_ angle: Angle) {
    var eye = Transform3D.identity
    eye.m34 = -1.0 / 800
    let above = eye.translated(y: -530, z: 165 - Self.radius).rotated(by: .degrees(-16), axis: .x)
    ring.sublayerTransform = above.rotated(by: angle, axis: .y)
    // One and a half zoom levels between the positions next to the front and the front.
    for (cardAngle, map) in maps { map.camera.zoom = 13.5 + Self.nearness(at: angle + cardAngle) * 1.5 }
  }

  /// Returns how near a card is to the front: 1 at the front, 0 from the positions next to it on.
  private static func nearness(at angle: Angle) -> Scalar {
    max(1 - Scalar(rounding: angle.shortestTurn.degrees.magnitude) / 6, 0)
  }

  // MARK: Cards

  /// Returns the card of a stop, with a back that is visible on the far side of the ring.
  private func card(_ stop: TramStop, town: TownTileSource) -> Layer {
    let (front, back) = (plate(.white), plate(stop.color))
    let inside = Rect(x: 8, y: 48, width: 177, height: 164)
    front.addSublayer(title(stop))
    switch stop.number % 5 {
    case 0: front.addSublayer(map(of: stop, in: inside, town: town))
    case 3: front.addSublayer(departures(of: stop, in: inside))
    default: front.addSublayer(image(of: stop, in: inside))
    }
    back.transform = Transform3D.identity.rotated(by: .degrees(180), axis: .y)
    let card = TransformLayer(frame: Self.card)
    for face in [front, back] {
      (face.isDoubleSided, face.position) = (false, card.bounds.center)
      card.addSublayer(face)
    }
    card.addGestureRecognizer(
      TapGestureRecognizer { [self] tap in
        let (target, current) = (Scalar(-6 * stop.number), turn.value(at: tap.time))
        // The same card is in front after every full turn.
        turn.move(to: target + Scalar(360 * ((current - target) / 360).rounded), at: tap.time)
      })
    return card
  }

  private func plate(_ color: Color) -> Layer {
    let plate = Layer(frame: Self.card)
    (plate.backgroundColor, plate.cornerRadius) = (color, 12)
    plate.border = Border(width: 1, color: .black.withAlpha(0.3))
    return plate
  }

  private func title(_ stop: TramStop) -> Layer {
    let title = TextLayer("\(stop.number + 1)  \(stop.name)", fonts: .standard, frame: Rect(x: 10, y: 16, width: 173, height: 22))
    (title.font, title.fontSize, title.foregroundColor) = (.system(.bold), 13, stop.color)
    title.truncationMode = .end
    return title
  }

  private func image(of stop: TramStop, in frame: Rect) -> Layer {
    let image = ImageLayer(frame: frame)
    image.contents = stop.image(size: PixelSize(width: 354, height: 328))
    (image.cornerRadius, image.masksToBounds) = (8, true)
    return image
  }

  private func departures(of stop: TramStop, in frame: Rect) -> Layer {
    let table = TextLayer(stop.departures, fonts: .standard, frame: frame.insetBy(dx: 4, dy: 4))
    (table.fontSize, table.foregroundColor, table.lineSpacing) = (15, Color(hex: 0x1c2833), 4)
    return table
  }

  private func map(of stop: TramStop, in frame: Rect, town: TownTileSource) -> Layer {
    let map = MapView(frame: frame, theme: .standard)
    (map.cornerRadius, map.masksToBounds) = (8, true)
    map.border = Border(width: 1, color: .black.withAlpha(0.2))
    map.tileCacheLimit = 4 << 20
    // Touches on the map belong to the card.
    map.isUserInteractionEnabled = false
    map.sources = [town]
    // A card's map is too small for names.
    map.style.layers.removeAll { $0.kind == .symbol }
    map.camera = MapCamera(center: stop.coordinate, zoom: 13.5)
    maps.append((Self.step * stop.number, map))
    return map
  }
}
