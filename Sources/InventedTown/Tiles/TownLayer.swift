/// The layers of the OpenMapTiles schema that the town fills.
/// - Source: https://openmaptiles.org/schema/
enum TownLayer: String, CaseIterable {
  case water, waterway, landcover, landuse, park, boundary, transportation, building
  case transportationName = "transportation_name"
  case waterName = "water_name"
  case place, poi
  case houseNumber = "housenumber"
}

extension TownLayer {
  /// The layer's entry in the archive's metadata, as JSON.
  var metadata: String {
    let fields = fields.map { "\"" + $0 + "\":\"" + $1 + "\"" }.joined(separator: ",")
    return "{\"id\":\"\(rawValue)\",\"fields\":{\(fields)},\"minzoom\":\(firstZoom),\"maxzoom\":14}"
  }

  /// The names and types of the layer's attributes.
  private var fields: KeyValuePairs<String, String> {
    switch self {
    case .water: ["class": "String"]
    case .park: ["class": "String", "name": "String", "rank": "Number"]
    case .waterway: ["class": "String", "name": "String"]
    case .landcover: ["class": "String", "subclass": "String"]
    case .landuse: ["class": "String"]
    case .boundary: ["admin_level": "Number", "maritime": "Number"]
    case .transportation:
      ["class": "String", "subclass": "String", "brunnel": "String", "layer": "Number", "oneway": "Number", "service": "String"]
    case .building: ["render_height": "Number"]
    case .transportationName:
      ["class": "String", "name": "String", "ref": "String", "ref_length": "Number", "network": "String"]
    case .waterName: ["class": "String", "name": "String"]
    case .place: ["class": "String", "name": "String", "rank": "Number"]
    case .poi: ["class": "String", "subclass": "String", "name": "String", "rank": "Number"]
    case .houseNumber: ["housenumber": "String"]
    }
  }

  /// The smallest zoom with features in the layer.
  private var firstZoom: Int {
    switch self {
    case .boundary, .place, .waterway, .transportation: 4
    case .landuse: 6
    case .landcover: 7
    case .water: 8
    case .park: 9
    case .transportationName: 7
    case .waterName: 11
    case .poi: 12
    case .building: 13
    case .houseNumber: 14
    }
  }
}
