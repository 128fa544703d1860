/// A line, its destination and the minutes until it leaves.
nonisolated struct Departure {
  var line: String
  var destination: String
  var minutes: Int

  static let today = [
    Departure(line: "12", destination: "Harbor", minutes: 2),
    Departure(line: "4", destination: "Old town", minutes: 7),
    Departure(line: "N1", destination: "University hospital and botanical garden", minutes: 21),
  ]
}
