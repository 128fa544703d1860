import CartoucheRaster

extension StandardStyle {
  /// The icons of the style, drawn in its colors with two pixels per point.
  var images: [String: StyleImage] {
    var images = [
      "arrow": StyleImage(Self.arrow(colors.arrow), pixelRatio: 2),
      "place-dot": StyleImage(Self.dot(colors.place), pixelRatio: 2),
      "shield-road": Self.shield(colors.roadShield), "shield-main-road": Self.shield(colors.mainRoadShield),
      "shield-motorway": Self.shield(colors.motorwayShield),
    ]
    for group in PointOfInterestGroup.allCases {
      let color = colors.pointsOfInterest[group, default: colors.place.text]
      images[group.icon] = StyleImage(disc(color, PointOfInterestSymbol.paths(of: group)), pixelRatio: 2)
    }
    return images
  }

  /// Returns an arrow to the right: along a line, in the line's direction.
  private static func arrow(_ color: Color) -> Image {
    .drawn(size: PixelSize(width: 32, height: 14)) { list in
      var path = Path()
      path.addRect(Rect(x: 1, y: 6, width: 22, height: 2))
      path.move(to: Point(x: 21, y: 2))
      path.addLine(to: Point(x: 31, y: 7))
      path.addLine(to: Point(x: 21, y: 12))
      path.closeSubpath()
      list.fill(path, with: .color(color))
    }
  }

  /// Returns a ring with a light center.
  private static func dot(_ label: Palette.Label) -> Image {
    .drawn(size: PixelSize(width: 14, height: 14)) { list in
      list.fill(Path(ellipseIn: Rect(x: 1, y: 1, width: 12, height: 12)), with: .color(label.text))
      list.fill(Path(ellipseIn: Rect(x: 4, y: 4, width: 6, height: 6)), with: .color(label.halo.withAlpha(1)))
    }
  }

  /// Returns a plate with rounded corners, which stretches to the number on it.
  private static func shield(_ shield: Palette.Shield) -> StyleImage {
    let image = Image.drawn(size: PixelSize(width: 32, height: 28)) { list in
      list.fill(Path(roundedRect: Rect(x: 0, y: 0, width: 32, height: 28), cornerRadius: 8), with: .color(shield.edge))
      list.fill(Path(roundedRect: Rect(x: 2, y: 2, width: 28, height: 24), cornerRadius: 6), with: .color(shield.plate))
    }
    var icon = StyleImage(image, pixelRatio: 2)
    (icon.stretchX, icon.stretchY) = ([10...22], [10...18])
    return icon
  }

  /// Returns a disc with a symbol in it, in a pale ring that sets it off from the map.
  private func disc(_ color: Color, _ symbol: [Path]) -> Image {
    .drawn(size: PixelSize(width: 32, height: 32)) { list in
      list.fill(Path(ellipseIn: Rect(x: 0, y: 0, width: 32, height: 32)), with: .color(colors.pointOfInterestHalo))
      list.fill(Path(ellipseIn: Rect(x: 2, y: 2, width: 28, height: 28)), with: .color(color))
      for path in symbol { list.fill(path, rule: .evenOdd, with: .color(colors.pointOfInterestSymbol)) }
    }
  }
}
