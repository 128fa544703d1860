// Expressions as an application writes them in Cartouche's own numbers, for `tools/type-checking`. That
// command reports the time for this file, which has no counterpart without the import.

import Cartouche

func sizes(_ share: Scalar, _ sine: Scalar, _ size: Size, _ index: Int, _ rect: Rect) -> [Scalar] {
  let thirds = [(2 * share + 1) / 3, (1 - share - 0.5 * sine) / 3, (1 - share + 0.5 * sine) / 3]
  let x = 2 * Scalar(index) + share / 3.5 - sine * size.width
  let centered = rect.minX + (rect.width - size.width) / 2 + 0.5 * Scalar(index) - 12
  let cell = min(max((size.width - 24) / Scalar(index + 1) - 2 * 8, 40), 320 - 2 * 12)
  let corner = Point(x: rect.minX + 12 + Scalar(index) * (size.width + 8), y: rect.maxY - 0.25 * size.height - 2 * sine)
  let rows = (0..<5).map { Rect(x: 12 + Scalar($0) * (size.width + 8) / 2, y: 40 - 2 * sine, width: size.width * 0.5, height: 20) }
  let steps = stride(from: rect.minX, to: rect.maxX, by: size.width / 4 + 0.5).map { abs($0 - rect.midX) * 2 }
  return thirds + steps + [x, centered, cell, corner.x, rows[0].minX, x % 12]
}

func angles(_ share: Scalar, _ index: Int, _ time: Seconds, _ velocity: Point) -> [Angle] {
  let hand = Angle.degrees(72) * index + .degrees(0.5) * (share * 2 - 1) - .degrees(3)
  let spread = share * Angle.degrees(90) + 2 * Angle.degrees(12) / 4 - hand
  let glide = Angle.degrees(0.25) * (velocity.x * time - 3 * share)
  let part = (hand % .degrees(90)) / .degrees(90)
  return [hand, spread, glide, .degrees(360) * part, -abs(hand)]
}
