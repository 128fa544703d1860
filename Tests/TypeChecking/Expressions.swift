// Fifty expressions as an application writes them in `Double`, for `tools/type-checking`. That command
// compiles this file as it is, and again with `import Cartouche` in front, and compares the times.

import Foundation

struct Reading {
  var time: Double
  var speed: Double
  var heading: Double
  var temperature: CGFloat
  var samples: [Double]
}

func positions(_ index: Int, _ count: Int, _ offset: Double, _ t: Double, _ radius: Double) -> [Double] {
  let x = 2 * Double(index) + offset / 3.5 - sin(t) * radius
  let y = 2 * Double(index) - offset / 3.5 + cos(t) * radius
  let angle = 2 * Double.pi * Double(index) / Double(count) - Double.pi / 2
  let spiral = radius * (1 - 0.5 * t) * cos(angle + t * 2 * .pi)
  let wave = 0.5 + 0.5 * sin(2 * .pi * (t - 0.25))
  let distance = ((x - offset) * (x - offset) + (y - offset) * (y - offset)).squareRoot()
  let ease = t < 0.5 ? 2 * t * t : 1 - (-2 * t + 2) * (-2 * t + 2) / 2
  let bounce = 1 - exp(-6 * t) * cos(12 * t)
  let clamped = max(0, min(1, (x - 10) / (200 - 10)))
  let mixed = clamped * 12 + (1 - clamped) * 40
  return [x, y, angle, spiral, wave, distance, ease, bounce, clamped, mixed]
}

func journey(_ reading: Reading, _ previous: Reading, _ latitude: Double, _ longitude: Double) -> [Double] {
  let elapsed = max(reading.time - previous.time, 0.001)
  let acceleration = (reading.speed - previous.speed) / 3.6 / elapsed
  let kilometers = (reading.speed + previous.speed) / 2 * elapsed / 3600
  let turn = (reading.heading - previous.heading + 540).truncatingRemainder(dividingBy: 360) - 180
  let smooth = previous.speed + (reading.speed - previous.speed) * (1 - exp(-elapsed / 0.4))
  let east = (longitude - 13.4) * 111_320 * cos(latitude * .pi / 180)
  let north = (latitude - 52.5) * 110_574
  let bearing = (atan2(east, north) * 180 / .pi + 360).truncatingRemainder(dividingBy: 360)
  let haversine = sin(north / 2) * sin(north / 2) + cos(latitude) * cos(latitude + north) * sin(east / 2) * sin(east / 2)
  let arrival = reading.time + 3600 * kilometers / max(reading.speed, 1) + 60 * 2.5
  return [elapsed, acceleration, kilometers, turn, smooth, east, north, bearing, haversine, arrival]
}

func statistics(_ values: [Double], _ weights: [Double], _ limit: Double) -> [Double] {
  let mean = values.reduce(0, +) / Double(max(values.count, 1))
  let variance = values.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(max(values.count - 1, 1))
  let weighted = zip(values, weights).map { $0 * $1 }.reduce(0, +) / weights.reduce(0.001, +)
  let scaled = values.map { ($0 - mean) / (variance.squareRoot() + 0.001) * 100 }
  let ramp = [1.0, 2, 3].map { $0 * 2 + 1 }.map { ($0 - limit) * 3.5 / mean }
  let circle = (0..<8).map { (x: 100 + 80 * cos(Double($0) * .pi / 4), y: 60 - sin(Double($0))) }
  let peak = values.filter { $0 > limit * 0.9 && $0 < limit * 1.1 }.map { $0 - limit }.max() ?? 0
  let differences = zip(values.dropFirst(), values).map { ($0 - $1) / 0.1 }
  let moving = values.indices.map { (values[max($0 - 1, 0)] + 2 * values[$0] + values[min($0 + 1, values.count - 1)]) / 4 }
  let total = scaled.reduce(0) { $0 + abs($1) } + ramp.reduce(0, +) - 2 * circle[0].x
  return [mean, variance, weighted, peak, total] + differences + moving
}

func layout(_ index: Int, _ width: CGFloat, _ height: CGFloat, _ scale: Double) -> [CGFloat] {
  let columns = max(1, Int((width - 24) / (160 + 12)))
  let cell = (width - 24 - CGFloat(columns - 1) * 12) / CGFloat(columns)
  let left = 12 + CGFloat(index % columns) * (cell + 12)
  let top = 40 + CGFloat(index / columns) * (cell * 0.75 + 12) - height * 0.1
  let center = left + cell / 2 - CGFloat(scale) * 3.5
  let frame = CGRect(x: left + 2, y: top + 2, width: cell - 4, height: cell * 0.75 - 4)
  let middle = CGPoint(x: frame.midX + 0.5 * (width - frame.width), y: frame.midY - (height - frame.height) / 2)
  let progress = min(max((middle.y - top) / (height * 0.6), 0), 1)
  let font = max(12, min(32, cell * 0.14)) * (0.8 + 0.4 * progress)
  let baseline = top + (frame.height - font) / 2 + font * 0.78
  return [cell, left, top, center, middle.x, progress, font, baseline]
}

func texts(_ reading: Reading, _ index: Int, _ share: Double, _ ages: [String: Double]) -> [String] {
  let speed = String(format: "%.0f km/h", reading.speed * 3.6 + 0.5)
  let clock = String(format: "%02d:%02d", Int(reading.time / 60) % 60, Int(reading.time) % 60)
  let percent = "\(Int((share * 100).rounded())) % of \(String(format: "%.1f", 3.5 * share + 1)) h"
  let celsius = "\(Double(Int((reading.temperature - 32) * 5 / 9 * 10)) / 10) °C"
  let bar = String(repeating: "█", count: Int(share * 20 + 0.5)) + String(repeating: "░", count: 20 - Int(share * 20 + 0.5))
  let ordered = ages.sorted { $0.value * 2 > $1.value * 2 - 1 }.map { "\($0.key): \(Int($0.value / 60)) min" }
  let warning = reading.speed > 1.1 * 50 && share < 0.25 ? "Slow down by \(Int(reading.speed - 50 * 1.05))" : "OK"
  let gray = UInt8(max(0, min(255, 255 * (0.3 * share + 0.59 * share + 0.11 * (1 - share)))))
  let color = (UInt32(gray) << 16) | (UInt32(255 - gray) << 8) | UInt32(Double(index) * 1.5 + 0.5)
  let degrees = (reading.heading * .pi / 180 + 2 * Double(index) * 0.1) * 180 / .pi - 360 * (share > 0.5 ? 1 : 0)
  return [speed, clock, percent, celsius, bar, warning, "\(color)", "\(degrees)"] + ordered
}
