import MeridianKernel
import MeridianStore

/// What a difference of two schemas is about.
public enum SchemaSubject: String, Hashable, Sendable, CaseIterable {
  /// The number by which a file says what it is and of which version, or its text encoding.
  case file
  /// A table as a whole.
  case table
  /// A column and all that its declaration says of it.
  case column
  /// A constraint of a table.
  case constraint
  /// The type of a layer's geometries.
  case geometryType
  /// The reference system of a layer.
  case crs
  /// An R-tree.
  case spatialIndex
  case index
  case trigger
  case view
}

/// The schema of one file as far as it is content.
struct FileSchema {
  /// A column that stores something of its own.
  struct Column {
    var name: String
    /// The position in the primary key from 1, 0 outside of it.
    var keyPosition: Int64
    var isNotNull: Bool
  }

  /// A table whose rows are compared.
  struct Table {
    var name: String
    /// The statement that makes it.
    var sql: String
    var role = TableRole.other
    /// Whether its primary key is the rowid.
    var hasRowidKey = false
    var columns: [Column] = []
    /// Names of the geometry columns in small letters.
    var geometries: Set<String> = []
    /// Unique indexes over plain columns: their columns in small letters, with their collations.
    var uniques: [[(column: String, collation: String)]] = []
  }

  /// Something that two files may say differently.
  struct Item {
    /// For people.
    var display: String
    /// For comparing.
    var normal: String
    /// Its table's and its own name as the file spells them.
    var table: String
    var name: String
  }

  /// What an item is about; names in small letters.
  struct ItemKey: Hashable {
    var subject: SchemaSubject
    var table: String
    var name: String
  }

  var isGeoPackage = false
  var encoding: TextEncoding?
  /// By their names in small letters.
  private(set) var tables: [String: Table] = [:]
  /// Their names in small letters, in the schema's order.
  private(set) var order: [String] = []
  private(set) var items: [ItemKey: Item] = [:]
  /// In the order they were found.
  private(set) var itemOrder: [ItemKey] = []
  /// Tables that are there and no content.
  private(set) var leftOut: [String] = []
  /// Views and virtual tables, by their names in small letters.
  var others: Set<String> = []

  /// Whether there is a table, view or virtual table of this name in small letters.
  func has(_ name: String) -> Bool { tables[name] != nil || others.contains(name) }

  mutating func add(_ table: Table) {
    let folded = ASCII.folding(table.name)
    if tables.updateValue(table, forKey: folded) == nil { order.append(folded) }
  }

  mutating func update(_ name: String, _ body: (inout Table) -> Void) {
    guard var table = tables[name] else { return }
    body(&table)
    tables[name] = table
  }

  mutating func leaveOut(_ name: String) { leftOut.append(name) }

  mutating func add(
    _ subject: SchemaSubject, table: String, name: String, display: String, normal: String
  ) {
    let key = ItemKey(
      subject: subject, table: ASCII.folding(table), name: ASCII.folding(name))
    let item = Item(display: display, normal: normal, table: table, name: name)
    if items.updateValue(item, forKey: key) == nil { itemOrder.append(key) }
  }
}
