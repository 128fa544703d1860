/// The words of which names are made. A few have letters outside ASCII, so that demos show such letters too.
enum NameList {
  /// The first words of the names of streets, parks and shops.
  static let roots = [
    "Abbey", "Acorn", "Åkerlund", "Almond", "Amaranth", "Anchor", "Anvil", "Applewood", "Ash", "Aspen", "Barley", "Basket",
    "Beacon",
    "Beech", "Bell", "Birch", "Bittern", "Blackthorn", "Brewer", "Bridge", "Bulrush", "Butter", "Candle", "Carter", "Castle",
    "Cedar", "Chalk", "Chestnut", "Church", "Clover", "Cobble", "Cooper", "Coppice", "Cormorant", "Cornflower", "Crane",
    "Curlew", "Cygnet", "Dovecote", "Drover", "Dyer", "Elm", "Émeraude", "Falcon", "Fern", "Ferry", "Finch", "Flax", "Foundry",
    "Fountain", "Fox", "Garden", "Glover", "Gooseberry", "Granary", "Hare", "Harbour", "Hawthorn", "Hazel", "Heather", "Heron",
    "Hill", "Hollow", "Honey", "Hop", "Iron", "Ivy", "Juniper", "Kiln", "Kingfisher", "Lantern", "Lark", "Laurel", "Lavender",
    "Lime", "Linden", "Lock", "Łąkowa", "Mallard", "Maple", "Market", "Marigold", "Meadow", "Medlar", "Mill", "Mint", "Mühlen",
    "Mulberry", "Needle", "Nightingale", "Oak", "Orchard", "Osier", "Otter", "Oxbow", "Peacock", "Pear", "Plover", "Poplar",
    "Potter", "Quarry", "Quay", "Quince", "Rampart", "River", "Rose", "Rowan", "Ruska", "Rye", "Saddler", "Saffron", "School",
    "Sedge", "Señora", "Shepherd", "Silver", "Sloe", "Smith", "Sparrow", "Station", "Stork", "Sun", "Swan", "Tanner", "Teasel",
    "Thatcher", "Tower", "Turner", "Vineyard", "Wagtail", "Walnut", "Weaver", "Wheat", "Willow", "Windmill", "Yew",
  ]

  /// The names of people who never lived.
  static let persons = [
    "Adela Quist", "Bram Ostrow", "Cosima Vane", "Dorian Feld", "Elske Marrow", "Fenno Brandt-Lys", "Greta Holloway", "Íris Paum",
    "Jonas Tindle", "Käthe Winterkorn", "Lorenz Abel", "Maud Cressing", "Noël Farrant", "Odile Penn", "Piet Zonder", "Rosamund Ek",
    "Søren Vail", "Tilda Amsel", "Ursel Kray", "Wanda Żuk",
  ]

  /// The names of saints whom no church knows.
  static let saints = [
    "Alvere", "Brannwen", "Corvane", "Elswine", "Félise", "Gundula", "Iselin", "Jorane", "Maurel", "Odrun", "Peregin", "Rúna",
    "Tamsine", "Ulmar", "Wystane", "Yvaine",
  ]

  /// Plants, animals and things after which shops, schools and parks are named.
  static let emblems = [
    "Acorn", "Amaranth", "Blackthorn", "Bluebell", "Clover", "Copper Kettle", "Cormorant", "Crane", "Curlew", "Falcon", "Finch",
    "Golden Hare", "Heron", "Honeybee", "Ivy", "Juniper", "Kingfisher", "Lantern", "Lavender", "Linden", "Magpie", "Marigold",
    "Medlar", "Mulberry", "Nightingale", "Otter", "Oxbow", "Peacock", "Plover", "Quince", "Red Squirrel", "Rosehip", "Rowan",
    "Saffron", "Silver Birch", "Sparrow", "Stork", "Swan", "Teasel", "Wagtail", "Walnut", "White Stag", "Willow", "Windmill",
  ]

  /// What the museums show.
  static let collections = ["Bells", "Clocks", "Ferries", "Lace", "Maps", "Printing", "River Life", "Salt", "Tides", "Toys"]

  /// What the signs of inns show.
  static let signs = [
    "Anchor", "Badger", "Bell", "Crown", "Dolphin", "Fiddle", "Fleece", "Goose", "Harrow", "Moon", "Plough", "Quill", "Ram", "Star",
    "Thistle", "Wheatsheaf",
  ]

  /// The last words of the names of parts of a town.
  static let quarters = ["Hill", "Fields", "Green", "Heath", "Park", "Bank", "Wharf", "Mount", "Vale", "Cross"]

  /// The first parts of the names of settlements.
  static let townStems = [
    "Alder", "Amber", "Bramble", "Cinder", "Dapple", "Elder", "Fallow", "Gold", "Hazel", "Iris", "Kestrel", "Larch", "Marl",
    "Nettle",
    "Ochre", "Pebble", "Quill", "Russet", "Sorrel", "Thistle", "Umber", "Velvet", "Wren", "Yarrow", "Brön", "Gélis", "Håven",
  ]

  /// The last parts of the names of settlements.
  static let townEndings = [
    "bourne", "bury", "dale", "ford", "ham", "haven", "mere", "minster", "stead", "ton", "wick", "worth",
  ]

  /// The rivers from north to south, beginning with the river of the main town.
  static let rivers = ["Saffer", "Irrel", "Tamble", "Ouvre", "Löhn", "Wend", "Cassow", "Meuvre"]
}
