/// A group of points of interest that share a color and an icon.
enum PointOfInterestGroup: String, CaseIterable, Sendable {
  case food, shop, culture, learning, health, nature, sport, lodging, civic, transport, worship, other

  /// The name of the group's icon.
  var icon: String { "poi-" + rawValue }

  /// The classes of the OpenMapTiles layer poi in the group. All classes that no group has are ``other``.
  var classes: [String] {
    switch self {
    case .food: ["cafe", "restaurant", "fast_food", "bar", "beer", "ice_cream", "food_court", "biergarten", "pub"]
    case .shop:
      [
        "shop", "grocery", "clothing_store", "alcohol_shop", "bakery", "butcher", "laundry", "car", "music", "hairdresser",
        "marketplace", "mall",
      ]
    case .culture:
      ["museum", "theatre", "cinema", "art_gallery", "attraction", "castle", "monument", "zoo", "aquarium", "information"]
    case .learning: ["school", "college", "university", "kindergarten", "library"]
    case .health: ["hospital", "pharmacy", "doctors", "dentist", "veterinary", "clinic"]
    case .nature: ["park", "garden", "playground", "campsite", "dog_park", "picnic_site", "golf"]
    case .sport: ["stadium", "swimming", "pitch", "sports_centre", "sports"]
    case .lodging: ["lodging", "hostel", "hotel"]
    case .civic: ["town_hall", "post", "police", "fire_station", "bank", "office", "courthouse", "embassy"]
    case .transport:
      ["railway", "bus", "harbor", "ferry_terminal", "fuel", "parking", "bicycle_rental", "aerialway", "airport", "heliport"]
    case .worship: ["place_of_worship", "cemetery"]
    case .other: []
    }
  }
}
