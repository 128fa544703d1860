/// The color space in which colors are interpolated.
package enum ColorSpace: Sendable {
  case rgb, hcl, lab
}

extension StyleColor {
  /// Returns the color at `fraction` of the way from `start` to `end`.
  package static func interpolated(from start: StyleColor, to end: StyleColor, at fraction: Double, in space: ColorSpace)
    -> StyleColor
  {
    func mix(_ a: Double, _ b: Double) -> Double { a + fraction * (b - a) }
    switch space {
    case .rgb:
      return StyleColor(
        red: mix(start.red, end.red), green: mix(start.green, end.green), blue: mix(start.blue, end.blue),
        alpha: mix(start.alpha, end.alpha))
    case .lab:
      let (a, b) = (ColorSpaces.lab(start), ColorSpaces.lab(end))
      return ColorSpaces.color(
        ColorSpaces.Lab(lightness: mix(a.lightness, b.lightness), a: mix(a.a, b.a), b: mix(a.b, b.b), alpha: mix(a.alpha, b.alpha)))
    case .hcl:
      let (a, b) = (ColorSpaces.hcl(start), ColorSpaces.hcl(end))
      var chroma = mix(a.chroma, b.chroma)
      var hue: Double?
      switch (a.hue, b.hue) {
      case (let from?, let to?):
        // The shorter arc.
        var turn = to - from
        if to > from, turn > 180 { turn -= 360 } else if to < from, turn < -180 { turn += 360 }
        hue = from + fraction * turn
      case (let from?, nil):
        hue = from
        if b.lightness == 1 || b.lightness == 0 { chroma = a.chroma }
      case (nil, let to?):
        hue = to
        if a.lightness == 1 || a.lightness == 0 { chroma = b.chroma }
      case (nil, nil): hue = nil
      }
      return ColorSpaces.color(
        ColorSpaces.HCL(hue: hue, chroma: chroma, lightness: mix(a.lightness, b.lightness), alpha: mix(a.alpha, b.alpha)))
    }
  }
}
