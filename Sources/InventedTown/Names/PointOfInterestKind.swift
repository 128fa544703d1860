/// What is at a point of interest.
enum PointOfInterestKind: CaseIterable {
  case station, townHall, church, hospital, school, college, park, stadium, cemetery, museum, theatre, library, marketplace
  case cafe, restaurant, pub, bakery, grocery, books, clothes, pharmacy, hotel, bank, post, gallery, florist, hairdresser

  /// The classes of OpenMapTiles.
  /// - Source: https://openmaptiles.org/schema/#poi
  var classes: (kind: String, subkind: String) {
    switch self {
    case .station: ("railway", "station")
    case .townHall: ("town_hall", "townhall")
    case .church: ("place_of_worship", "place_of_worship")
    case .hospital: ("hospital", "hospital")
    case .school: ("school", "school")
    case .college: ("college", "college")
    case .park: ("park", "park")
    case .stadium: ("stadium", "stadium")
    case .cemetery: ("cemetery", "cemetery")
    case .museum: ("museum", "museum")
    case .theatre: ("theatre", "theatre")
    case .library: ("library", "library")
    case .marketplace: ("grocery", "marketplace")
    case .cafe: ("cafe", "cafe")
    case .restaurant: ("restaurant", "restaurant")
    case .pub: ("beer", "pub")
    case .bakery: ("bakery", "bakery")
    case .grocery: ("grocery", "supermarket")
    case .books: ("shop", "books")
    case .clothes: ("clothing_store", "clothes")
    case .pharmacy: ("pharmacy", "pharmacy")
    case .hotel: ("lodging", "hotel")
    case .bank: ("bank", "bank")
    case .post: ("post", "post_office")
    case .gallery: ("art_gallery", "gallery")
    case .florist: ("shop", "florist")
    case .hairdresser: ("shop", "hairdresser")
    }
  }

  /// The parts of its names: a text, one of some words, and another text.
  var patterns: [(before: String, words: [String], after: String)] {
    let (roots, emblems, persons) = (NameList.roots, NameList.emblems, NameList.persons)
    return switch self {
    case .station: [("", NameList.townStems, " Station")]
    case .townHall: [("", roots, " Town Hall")]
    case .church: [("St. ", NameList.saints, "’s Church"), ("St. ", NameList.saints, "’s Chapel")]
    case .hospital: [("", emblems, " Hospital"), ("St. ", NameList.saints, "’s Hospital")]
    case .school: [("", emblems, " School"), ("", roots, " Primary School"), ("", persons, " School")]
    case .college: [("", persons, " College"), ("St. ", NameList.saints, "’s College")]
    case .park: [("", roots, " Park"), ("", emblems, " Park"), ("", emblems, " Green"), ("", roots, " Common")]
    case .stadium: [("", roots, " Park Stadium"), ("", roots, " Road Ground")]
    case .cemetery: [("", emblems, " Cemetery")]
    case .museum: [("Museum of ", NameList.collections, "")]
    case .theatre: [("", emblems, " Theatre"), ("", emblems, " Playhouse")]
    case .library: [("", persons, " Library")]
    case .marketplace: [("", emblems, " Market")]
    case .cafe: [("Café ", emblems, ""), ("", emblems, " Café"), ("The ", emblems, " Coffee House")]
    case .restaurant: [("The ", emblems, " Kitchen"), ("", emblems, " Table"), ("Trattoria ", NameList.saints, "")]
    case .pub: NameList.signs.map { ("The " + $0 + " & ", emblems, "") }
    case .bakery: [("", roots, " Bakery"), ("Pâtisserie ", NameList.saints, "")]
    case .grocery: [("", roots, " Grocers"), ("", emblems, " Greengrocer")]
    case .books: [("", emblems, " Books"), ("", roots, " Bookshop")]
    case .clothes: [("", roots, " Tailors"), ("", roots, " Outfitters")]
    case .pharmacy: [("", emblems, " Pharmacy")]
    case .hotel: [("Hotel ", emblems, ""), ("", emblems, " Inn"), ("Hôtel ", NameList.saints, "")]
    case .bank: [("", NameList.rivers, " Savings Bank")]
    case .post: [("", roots, " Post Office")]
    case .gallery: [("", persons, " Gallery")]
    case .florist: [("", emblems, " Flowers")]
    case .hairdresser: [("", persons, " Hairdresser")]
    }
  }

  /// Its place in the order of importance: the lower ones are shown on smaller zooms.
  var rank: Int {
    switch self {
    case .station, .townHall: 1
    case .hospital, .stadium: 3
    case .museum, .theatre, .college: 5
    case .park, .church, .library, .marketplace: 8
    case .school, .cemetery: 11
    case .hotel: 15
    case .restaurant, .cafe, .pub, .gallery: 18
    case .pharmacy, .bank, .grocery, .bakery: 22
    case .books, .clothes, .florist, .hairdresser, .post: 27
    }
  }

  /// The zooms at which OpenMapTiles has it.
  var zooms: ClosedRange<Int> { rank < 5 ? 12...14 : rank < 12 ? 13...14 : 14...14 }

  /// The kinds on the ground floors of a street of shops, the frequent ones several times.
  static let shops: [PointOfInterestKind] =
    Array(repeating: .cafe, count: 6) + Array(repeating: .restaurant, count: 6) + Array(repeating: .pub, count: 4)
    + Array(repeating: .bakery, count: 3) + Array(repeating: .clothes, count: 4) + Array(repeating: .hairdresser, count: 3)
    + Array(repeating: .grocery, count: 3) + [.books, .books, .florist, .florist, .pharmacy, .pharmacy, .hotel, .hotel]
    + [.bank, .post, .gallery]
}
