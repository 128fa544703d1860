/// Conversion of sRGB colors to CIE L*a*b* and its polar form, in which some gradients look more even.
///
/// The white point is D50. The matrices are those of Bruce Lindbloom's "RGB working space matrices" (sRGB,
/// adapted to D50), which CSS Color 4 and the renderers of the style specification use.
package enum ColorSpaces {
  /// A color in CIE L*a*b*: lightness from 0 to 100, and two coordinates of hue and saturation.
  package struct Lab {
    package var lightness: Double
    package var a: Double
    package var b: Double
    package var alpha: Double
  }

  /// A color in the polar form of CIE L*a*b*. The hue is in degrees, and nil for a gray.
  package struct HCL {
    package var hue: Double?
    package var chroma: Double
    package var lightness: Double
    package var alpha: Double
  }

  private static let white = SIMD3(0.96422, 1, 0.82521)

  package static func lab(_ color: StyleColor) -> Lab {
    let (r, g, b) = (linear(color.red), linear(color.green), linear(color.blue))
    let y = compress((0.2225045 * r + 0.7168786 * g + 0.0606169 * b) / white.y)
    // A gray has no hue at all, not the one of the matrices' rounding.
    guard color.red != color.green || color.green != color.blue else {
      return Lab(lightness: max(0, 116 * y - 16), a: 0, b: 0, alpha: color.alpha)
    }
    let x = compress((0.4360747 * r + 0.3850649 * g + 0.1430804 * b) / white.x)
    let z = compress((0.0139322 * r + 0.0971045 * g + 0.7141733 * b) / white.z)
    return Lab(lightness: max(0, 116 * y - 16), a: 500 * (x - y), b: 200 * (y - z), alpha: color.alpha)
  }

  package static func color(_ lab: Lab) -> StyleColor {
    let middle = (lab.lightness + 16) / 116
    let x = expand(middle + lab.a / 500) * white.x
    let y = expand(middle) * white.y
    let z = expand(middle - lab.b / 200) * white.z
    return StyleColor(
      red: encoded(3.1338561 * x - 1.6168667 * y - 0.4906146 * z),
      green: encoded(-0.9787684 * x + 1.9161415 * y + 0.0334540 * z),
      blue: encoded(0.0719453 * x - 0.2289914 * y + 1.4052427 * z), alpha: lab.alpha)
  }

  package static func hcl(_ color: StyleColor) -> HCL {
    let lab = lab(color)
    let chroma = (lab.a * lab.a + lab.b * lab.b).squareRoot()
    // Below 1/20000 the hue is noise.
    guard chroma * 10000 >= 0.5 else { return HCL(hue: nil, chroma: chroma, lightness: lab.lightness, alpha: lab.alpha) }
    let degrees = ElementaryFunctions.arctangent(y: lab.b, x: lab.a) * 180 / ElementaryFunctions.pi
    return HCL(hue: degrees < 0 ? degrees + 360 : degrees, chroma: chroma, lightness: lab.lightness, alpha: lab.alpha)
  }

  package static func color(_ hcl: HCL) -> StyleColor {
    let angle = (hcl.hue ?? 0) * ElementaryFunctions.pi / 180
    return color(
      Lab(
        lightness: hcl.lightness, a: ElementaryFunctions.cosine(angle) * hcl.chroma,
        b: ElementaryFunctions.sine(angle) * hcl.chroma,
        alpha: hcl.alpha))
  }

  // MARK: - Transfer functions

  private static func linear(_ component: Double) -> Double {
    component <= 0.04045 ? component / 12.92 : ElementaryFunctions.power((component + 0.055) / 1.055, 2.4)
  }

  private static func encoded(_ light: Double) -> Double {
    let component = light <= 0.00304 ? 12.92 * light : 1.055 * ElementaryFunctions.power(light, 1 / 2.4) - 0.055
    return min(max(component, 0), 1)
  }

  private static let threshold = 6.0 / 29

  private static func compress(_ t: Double) -> Double {
    t > threshold * threshold * threshold ? ElementaryFunctions.power(t, 1.0 / 3) : t / (3 * threshold * threshold) + 4.0 / 29
  }

  private static func expand(_ t: Double) -> Double {
    t > threshold ? t * t * t : 3 * threshold * threshold * (t - 4.0 / 29)
  }
}
