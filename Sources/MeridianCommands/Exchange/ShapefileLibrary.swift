private import CShapelib
internal import MeridianKernel
private import LibraryOpening

/// Shapelib's functions, found in its shared library on first use.
@safe private struct ShapefileLibrary: Sendable {
  let open: SHPOpen_fn
  let info: SHPGetInfo_fn
  let read: SHPReadObject_fn
  let destroy: SHPDestroyObject_fn
  let close: SHPClose_fn
  let openTable: DBFOpen_fn
  let closeTable: DBFClose_fn
  let fieldCount: DBFGetFieldCount_fn
  let recordCount: DBFGetRecordCount_fn
  let fieldInfo: DBFGetFieldInfo_fn
  let fieldType: DBFGetNativeFieldType_fn
  let readText: DBFReadStringAttribute_fn
  let isNull: DBFIsAttributeNULL_fn
  let codePage: DBFGetCodePage_fn

  /// The library of this process, opened once; nil when it is not there.
  static let opened: ShapefileLibrary? = SharedLibrary([
    "libshp.so.2", "libshp.so.4", "libshp.so", "libshp.dylib", "/opt/homebrew/lib/libshp.dylib",
    "/usr/local/lib/libshp.dylib",
  ]).flatMap { ShapefileLibrary($0) }

  private init?(_ library: SharedLibrary) {
    guard
      let open: SHPOpen_fn = unsafe library.find("SHPOpen"),
      let info: SHPGetInfo_fn = unsafe library.find("SHPGetInfo"),
      let read: SHPReadObject_fn = unsafe library.find("SHPReadObject"),
      let destroy: SHPDestroyObject_fn =
        unsafe library.find("SHPDestroyObject"),
      let close: SHPClose_fn = unsafe library.find("SHPClose"),
      let openTable: DBFOpen_fn = unsafe library.find("DBFOpen"),
      let closeTable: DBFClose_fn = unsafe library.find("DBFClose"),
      let fieldCount: DBFGetFieldCount_fn =
        unsafe library.find("DBFGetFieldCount"),
      let recordCount: DBFGetRecordCount_fn =
        unsafe library.find("DBFGetRecordCount"),
      let fieldInfo: DBFGetFieldInfo_fn =
        unsafe library.find("DBFGetFieldInfo"),
      let fieldType: DBFGetNativeFieldType_fn =
        unsafe library.find("DBFGetNativeFieldType"),
      let readText: DBFReadStringAttribute_fn =
        unsafe library.find("DBFReadStringAttribute"),
      let isNull: DBFIsAttributeNULL_fn =
        unsafe library.find("DBFIsAttributeNULL"),
      let codePage: DBFGetCodePage_fn = unsafe library.find("DBFGetCodePage")
    else { return nil }
    unsafe self.open = open
    unsafe self.info = info
    unsafe self.read = read
    unsafe self.destroy = destroy
    unsafe self.close = close
    unsafe self.openTable = openTable
    unsafe self.closeTable = closeTable
    unsafe self.fieldCount = fieldCount
    unsafe self.recordCount = recordCount
    unsafe self.fieldInfo = fieldInfo
    unsafe self.fieldType = fieldType
    unsafe self.readText = readText
    unsafe self.isNull = isNull
    unsafe self.codePage = codePage
  }
}

/// An open shapefile with its table, read record by record.
@safe final class Shapefile {
  /// One record's shape: where its parts begin, and its vertices.
  struct Shape {
    /// The type as the file numbers it; 0 has no geometry.
    var type = 0
    var starts: [Int] = []
    var vertices: [Coordinate] = []
  }

  /// What kind of values a field of the table holds, as dBASE letters it.
  struct Field {
    var name: [UInt8]
    var letter: UInt8
  }

  /// Why a shapefile cannot be opened.
  enum Failure: Error { case noLibrary, badShapes, badTable }

  private let library: ShapefileLibrary
  private let shapes: SHPHandle
  private let table: DBFHandle
  /// Records.
  let count: Int
  let fields: [Field]
  /// What the table says of its encoding, such as `UTF-8` or `LDID/87`.
  let codePage: String?

  /// Opens `.shp`, `.shx` and `.dbf` of a path that names the first.
  init(path: String) throws(Failure) {
    guard let library = ShapefileLibrary.opened else { throw .noLibrary }
    guard let shapes = unsafe library.open(path, "rb") else { throw .badShapes }
    guard let table = unsafe library.openTable(path, "rb") else {
      unsafe library.close(shapes)
      throw .badTable
    }
    self.library = library
    unsafe self.shapes = shapes
    unsafe self.table = table
    var (number, type): (Int32, Int32) = (0, 0)
    unsafe library.info(shapes, &number, &type, nil, nil)
    count = Int(number)
    var fields: [Field] = []
    for index in 0..<max(0, unsafe library.fieldCount(table)) {
      var name = [CChar](repeating: 0, count: 16)
      _ = unsafe library.fieldInfo(table, index, &name, nil, nil)
      let letter = UInt8(bitPattern: unsafe library.fieldType(table, index))
      fields.append(
        Field(name: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, letter: letter))
    }
    self.fields = fields
    codePage = unsafe library.codePage(table).map { unsafe String(cString: $0) }
  }

  deinit {
    unsafe library.close(shapes)
    unsafe library.closeTable(table)
  }

  /// Records of the table, which may be fewer than the shapes.
  var tableCount: Int { Int(unsafe library.recordCount(table)) }

  /// Reads the shape of a record from 0; false when its bytes are none.
  func read(_ record: Int, into shape: inout Shape) -> Bool {
    shape.starts.removeAll(keepingCapacity: true)
    shape.vertices.removeAll(keepingCapacity: true)
    shape.type = 0
    guard let object = unsafe library.read(shapes, Int32(clamping: record)) else { return false }
    defer { unsafe library.destroy(object) }
    let found = unsafe object.pointee
    shape.type = unsafe Int(found.nSHPType)
    let count = unsafe Int(found.nVertices)
    if count > 0, let x = unsafe found.padfX, let y = unsafe found.padfY {
      for index in 0..<count {
        shape.vertices.append(Coordinate(unsafe x[index], unsafe y[index]))
      }
    }
    if unsafe found.nParts > 0, let starts = unsafe found.panPartStart {
      for index in 0..<Int(unsafe found.nParts) {
        shape.starts.append(min(max(0, Int(unsafe starts[index])), shape.vertices.count))
      }
    } else {
      shape.starts.append(0)
    }
    return true
  }

  /// The bytes of a field of a record from 0; nil when it is empty.
  func text(_ record: Int, _ field: Int) -> [UInt8]? {
    let (record, field) = (Int32(clamping: record), Int32(clamping: field))
    guard unsafe library.isNull(table, record, field) == 0,
      let start = unsafe library.readText(table, record, field)
    else { return nil }
    var bytes: [UInt8] = []
    var at = unsafe start
    while unsafe at.pointee != 0 {
      bytes.append(UInt8(bitPattern: unsafe at.pointee))
      unsafe at += 1
    }
    return bytes
  }
}
