/// Generates invented names, so that nobody takes the town for a real one.
struct NameGenerator {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed, 0x4E) }

  mutating func street() -> String {
    let first = random.pick([
      "Linden", "Mill", "Castle", "Garden", "Station", "Church", "Bridge", "River", "Rose", "Market", "Weaver", "Cooper", "Tanner",
      "Orchard", "Meadow", "Willow", "Chestnut", "Lark", "Heron", "Otter", "Sun", "Bell", "Tower", "Abbey", "Harbour", "School",
      "Fountain", "Vineyard", "Forest", "Hill", "Lantern", "Almond", "Juniper", "Maple", "Quince", "Saffron",
    ])
    return first + " " + random.pick(["Street", "Street", "Lane", "Road", "Avenue", "Row", "Way", "Walk"])
  }

  mutating func town() -> String {
    let first = random.pick([
      "Alder", "Amber", "Bramble", "Cinder", "Dapple", "Elder", "Fallow", "Gold", "Hazel", "Iris", "Kestrel", "Larch", "Marl",
      "Nettle",
      "Ochre", "Pebble", "Quill", "Russet", "Sorrel", "Thistle", "Umber", "Velvet", "Wren", "Yarrow",
    ])
    return first
      + random.pick(["bourne", "bury", "dale", "ford", "ham", "haven", "mere", "minster", "stead", "ton", "wick", "worth"])
  }
}
