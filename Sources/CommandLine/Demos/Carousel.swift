import Cartouche

/// Cards on a ring in perspective that a finger turns by half a degree per point.
///
/// Thrown, the ring comes to rest with a card in front. A tap brings a card to the front, or flips the card
/// that is there; the back has other content.
@MainActor
final class Carousel {
  private let ring = TransformLayer()
  /// The angle of the ring, in degrees.
  private var turn: Scroller
  private let count: Int

  /// Adds the ring to `kiosk`. Its design size of 480 × 320 points is scaled to fit the screen and centered.
  ///
  /// - Parameter angle: The initial angle of the ring. With an angle, the cards are plain gradients without
  ///   backs, and the ring stays where the finger leaves it.
  init(on kiosk: Kiosk, angle: Angle?, cards count: Int = 5) {
    self.count = count
    turn = Scroller(value: 0, snapping: angle == nil ? .every(Scalar(360) / count) : nil, flingSpeed: 20)
    let stage = Layer(frame: Rect(x: 0, y: 0, width: 480, height: 320))
    func fit(_ screen: Size) {
      let scale = WideFixed<32>(rounding: min(screen.width / 480, screen.height / 320))
      stage.position = Point(x: screen.width / 2, y: screen.height / 2)
      stage.transform = Transform3D.identity.scaled(x: scale, y: scale)
    }
    fit(kiosk.root.bounds.size)
    kiosk.onResize { fit($0) }
    kiosk.root.addSublayer(stage)
    ring.frame = stage.bounds
    stage.addSublayer(ring)
    for index in 0..<count { ring.addSublayer(angle == nil ? card(number: index + 1, on: kiosk) : face([.purple, .red])) }
    layOut(angle ?? .zero)

    if var angle {
      kiosk.onPan { [self] pan in
        angle += .degrees(0.5) * pan.delta.x
        layOut(angle)
      }
    } else {
      let pan = PanGestureRecognizer { [self] pan in
        turn.follow(pan.state, translation: pan.translation.x / 2, velocity: pan.velocity.x / 2, at: pan.time)
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
  }

  /// Places the cards: perspective, a rotation around the ring's axis, and a translation outward, in this
  /// order.
  func layOut(_ angle: Angle) {
    for (index, card) in ring.sublayers.enumerated() {
      var transform = Transform3D.identity
      transform.m34 = -1.0 / 1000
      card.transform = transform.rotated(by: angle + .degrees(360) * index / count, axis: .y).translated(z: 250)
    }
  }

  // MARK: Cards

  /// Returns a card with two faces, back to back.
  private func card(number: Int, on kiosk: Kiosk) -> Layer {
    let card = TransformLayer(frame: Self.cardFrame)
    let (front, back) = (face([.purple, .red]), face([Color(hex: 0x0b3954), Color(hex: 0x087e8b)]))
    back.transform = Transform3D.identity.rotated(by: .degrees(180), axis: .y)
    front.addSublayer(title("\(number)", size: 72))
    back.addSublayer(title("Other side", size: 28))
    let faces = TransformLayer(frame: Rect(origin: .zero, size: Self.cardFrame.size))
    for face in [front, back] {
      (face.isDoubleSided, face.position) = (false, faces.bounds.center)
      faces.addSublayer(face)
    }
    card.addSublayer(faces)
    var isFlipped = false
    card.addGestureRecognizer(
      TapGestureRecognizer { [self] tap in
        let cardAngle = Scalar(-360) / count * (number - 1)
        let current = turn.value(at: tap.time)
        // The same card is in front after every full turn.
        let target = cardAngle + Scalar(360 * ((current - cardAngle) / 360).rounded)
        if (target - current).magnitude > 1 { return turn.move(to: target, at: tap.time) }
        isFlipped.toggle()
        kiosk.animate(duration: 0.5, timing: .curve(.easeInEaseOut)) {
          faces.transform = isFlipped ? Transform3D.identity.rotated(by: .degrees(180), axis: .y) : .identity
        }
      })
    return card
  }

  private static let cardFrame = Rect(x: 115, y: 65, width: 250, height: 150)

  private func face(_ colors: [Color]) -> GradientLayer {
    let face = GradientLayer(frame: Self.cardFrame)
    face.colors = colors
    face.cornerRadius = 10
    face.border = Border(width: 4, color: .white.withAlpha(0.3))
    face.shadow = Shadow(color: .black, radius: 20)
    return face
  }

  private func title(_ text: String, size: Scalar) -> Layer {
    let title = TextLayer(text, fonts: .standard, frame: Rect(x: 0, y: 75 - size * 2 / 3, width: 250, height: size * 4 / 3))
    (title.fontSize, title.foregroundColor, title.alignmentMode) = (size, .white, .center)
    return title
  }
}
