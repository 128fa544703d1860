/// Texts with their accented letters split into a base letter and combining marks.
enum CanonicalDecomposition {
  /// Returns the code points of the canonical decomposition (NFD), for Latin, Greek and Cyrillic letters.
  static func scalars(of text: String) -> [UnicodeScalar] {
    var result: [UnicodeScalar] = []
    for scalar in text.unicodeScalars {
      guard scalar.value >= 0xc0 else {
        result.append(scalar)
        continue
      }
      var marks: [UnicodeScalar] = []
      var base = scalar
      while let (first, mark) = pairs[base] {
        marks.append(mark)
        base = first
      }
      result.append(base)
      result += marks.reversed()
    }
    return result
  }

  /// Whether a code point combines with the letter before it.
  static func isMark(_ scalar: UnicodeScalar) -> Bool {
    scalar.value >= 0x300 && scalar.properties.generalCategory == .nonspacingMark
  }

  private static let pairs: [UnicodeScalar: (UnicodeScalar, UnicodeScalar)] = {
    var pairs: [UnicodeScalar: (UnicodeScalar, UnicodeScalar)] = [:]
    for (mark, bases, composed) in table {
      for (base, letter) in zip(bases.unicodeScalars, composed.unicodeScalars) { pairs[letter] = (base, mark) }
    }
    return pairs
  }()

  /// A combining mark, base letters, and these letters with the mark.
  ///
  /// - Source: UnicodeData.txt of Unicode 14, field "Decomposition_Mapping", U+00C0 … 024F, 0386 … 03CF, 0400
  ///   … 052F and 1E00 … 1FFF. These mappings never change.
  private static let table: [(mark: UnicodeScalar, bases: String, composed: String)] = [
    ("\u{300}", "AEIOUaeiouÜüNnЕИеиĒēŌōWwÂâĂăÊêÔôƠơƯưYyἀἁἈἉἐἑἘἙἠἡ", "ÀÈÌÒÙàèìòùǛǜǸǹЀЍѐѝḔḕṐṑẀẁẦầẰằỀềỒồỜờỪừỲỳἂἃἊἋἒἓἚἛἢἣ"),
    ("\u{300}", "ἨἩἰἱἸἹὀὁὈὉὐὑὙὠὡὨὩαεηιουωΑΕΗ᾿ϊΙ῾ϋΥ¨ΟΩ", "ἪἫἲἳἺἻὂὃὊὋὒὓὛὢὣὪὫὰὲὴὶὸὺὼᾺῈῊ῍ῒῚ῝ῢῪ῭ῸῺ"),
    ("\u{301}", "AEIOUYaeiouyCcLlNnRrSsZzÜüGgÅåÆæØøΑΕΗΙΟΥΩϊαεηιϋο", "ÁÉÍÓÚÝáéíóúýĆćĹĺŃńŔŕŚśŹźǗǘǴǵǺǻǼǽǾǿΆΈΉΊΌΎΏΐάέήίΰό"),
    ("\u{301}", "υωГКгкÇçĒēÏïKkMmÕõŌōPpŨũWwÂâĂăÊêÔôƠơƯưἀἁἈἉἐἑἘἙἠἡ", "ύώЃЌѓќḈḉḖḗḮḯḰḱḾḿṌṍṒṓṔṕṸṹẂẃẤấẮắẾếỐốỚớỨứἄἅἌἍἔἕἜἝἤἥ"),
    ("\u{301}", "ἨἩἰἱἸἹὀὁὈὉὐὑὙὠὡὨὩ᾿῾", "ἬἭἴἵἼἽὄὅὌὍὔὕὝὤὥὬὭ῎῞"),
    ("\u{302}", "AEIOUaeiouCcGgHhJjSsWwYyZzẠạẸẹỌọ", "ÂÊÎÔÛâêîôûĈĉĜĝĤĥĴĵŜŝŴŵŶŷẐẑẬậỆệỘộ"),
    ("\u{303}", "ANOanoIiUuVvÂâĂăEeÊêÔôƠơƯưYy", "ÃÑÕãñõĨĩŨũṼṽẪẫẴẵẼẽỄễỖỗỠỡỮữỸỹ"),
    ("\u{304}", "AaEeIiOoUuÜüÄäȦȧÆæǪǫÖöÕõȮȯYyИиУуGgḶḷṚṛαΑιΙυΥ", "ĀāĒēĪīŌōŪūǕǖǞǟǠǡǢǣǬǭȪȫȬȭȰȱȲȳӢӣӮӯḠḡḸḹṜṝᾱᾹῑῙῡῩ"),
    ("\u{306}", "AaEeGgIiOoUuУИиуЖжАаЕеȨȩẠạαΑιΙυΥ", "ĂăĔĕĞğĬĭŎŏŬŭЎЙйўӁӂӐӑӖӗḜḝẶặᾰᾸῐῘῠῨ"),
    ("\u{307}", "CcEeGgIZzAaOoBbDdFfHhMmNnPpRrSsŚśŠšṢṣTtWwXxYyſ", "ĊċĖėĠġİŻżȦȧȮȯḂḃḊḋḞḟḢḣṀṁṄṅṖṗṘṙṠṡṤṥṦṧṨṩṪṫẆẇẊẋẎẏẛ"),
    ("\u{308}", "AEIOUaeiouyYΙΥιυЕІеіАаӘәЖжЗзИиОоӨөЭэУуЧчЫыHhÕõŪū", "ÄËÏÖÜäëïöüÿŸΪΫϊϋЁЇёїӒӓӚӛӜӝӞӟӤӥӦӧӪӫӬӭӰӱӴӵӸӹḦḧṎṏṺṻ"),
    ("\u{308}", "WwXxt", "ẄẅẌẍẗ"),
    ("\u{309}", "AaÂâĂăEeÊêIiOoÔôƠơUuƯưYy", "ẢảẨẩẲẳẺẻỂểỈỉỎỏỔổỞởỦủỬửỶỷ"),
    ("\u{30a}", "AaUuwy", "ÅåŮůẘẙ"),
    ("\u{30b}", "OoUuУу", "ŐőŰűӲӳ"),
    ("\u{30c}", "CcDdEeLlNnRrSsTtZzAaIiOoUuÜüGgKkƷʒjHh", "ČčĎďĚěĽľŇňŘřŠšŤťŽžǍǎǏǐǑǒǓǔǙǚǦǧǨǩǮǯǰȞȟ"),
    ("\u{30f}", "AaEeIiOoRrUuѴѵ", "ȀȁȄȅȈȉȌȍȐȑȔȕѶѷ"),
    ("\u{311}", "AaEeIiOoRrUu", "ȂȃȆȇȊȋȎȏȒȓȖȗ"),
    ("\u{313}", "αΑεΕηΗιΙοΟυωΩρ", "ἀἈἐἘἠἨἰἸὀὈὐὠὨῤ"),
    ("\u{314}", "αΑεΕηΗιΙοΟυΥωΩρΡ", "ἁἉἑἙἡἩἱἹὁὉὑὙὡὩῥῬ"),
    ("\u{31b}", "OoUu", "ƠơƯư"),
    ("\u{323}", "BbDdHhKkLlMmNnRrSsTtVvWwZzAaEeIiOoƠơUuƯưYy", "ḄḅḌḍḤḥḲḳḶḷṂṃṆṇṚṛṢṣṬṭṾṿẈẉẒẓẠạẸẹỊịỌọỢợỤụỰựỴỵ"),
    ("\u{324}", "Uu", "Ṳṳ"),
    ("\u{325}", "Aa", "Ḁḁ"),
    ("\u{326}", "SsTt", "ȘșȚț"),
    ("\u{327}", "CcGgKkLlNnRrSsTtEeDdHh", "ÇçĢģĶķĻļŅņŖŗŞşŢţȨȩḐḑḨḩ"),
    ("\u{328}", "AaEeIiUuOo", "ĄąĘęĮįŲųǪǫ"),
    ("\u{32d}", "DdEeLlNnTtUu", "ḒḓḘḙḼḽṊṋṰṱṶṷ"),
    ("\u{32e}", "Hh", "Ḫḫ"),
    ("\u{330}", "EeIiUu", "ḚḛḬḭṴṵ"),
    ("\u{331}", "BbDdKkLlNnRrTtZzh", "ḆḇḎḏḴḵḺḻṈṉṞṟṮṯẔẕẖ"),
    ("\u{342}", "ἀἁἈἉἠἡἨἩἰἱἸἹὐὑὙὠὡὨὩα¨η᾿ιϊ῾υϋω", "ἆἇἎἏἦἧἮἯἶἷἾἿὖὗὟὦὧὮὯᾶ῁ῆ῏ῖῗ῟ῦῧῶ"),
    ("\u{345}", "ἀἁἂἃἄἅἆἇἈἉἊἋἌἍἎἏἠἡἢἣἤἥἦἧἨἩἪἫἬἭἮἯὠὡὢὣὤὥὦὧὨὩὪὫὬὭὮὯ", "ᾀᾁᾂᾃᾄᾅᾆᾇᾈᾉᾊᾋᾌᾍᾎᾏᾐᾑᾒᾓᾔᾕᾖᾗᾘᾙᾚᾛᾜᾝᾞᾟᾠᾡᾢᾣᾤᾥᾦᾧᾨᾩᾪᾫᾬᾭᾮᾯ"),
    ("\u{345}", "ὰαάᾶΑὴηήῆΗὼωώῶΩ", "ᾲᾳᾴᾷᾼῂῃῄῇῌῲῳῴῷῼ"),
  ]
}
