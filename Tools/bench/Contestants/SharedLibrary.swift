import CPlatform

/// A library that is opened on first use, so that the program starts without it.
struct SharedLibrary {
  private let handle: UnsafeMutableRawPointer

  /// Opens the first of these that is installed; nil when none is.
  init?(_ names: [StaticString]) {
    var list = names.map {
      Optional(UnsafeRawPointer($0.utf8Start).assumingMemoryBound(to: CChar.self))
    }
    list.append(nil)
    let opened = list.withUnsafeMutableBufferPointer { list -> UnsafeMutableRawPointer? in
      guard let base = list.baseAddress else { return nil }
      return base.withMemoryRebound(to: UnsafePointer<CChar>.self, capacity: list.count) {
        cplatform_open_library($0)
      }
    }
    guard let opened else { return nil }
    handle = opened
  }

  /// A function of the library as its header declares it; nil when it has none of that name.
  func find<Function>(_ name: String, _: Function.Type) -> Function? {
    cplatform_symbol(handle, name).map { unsafeBitCast($0, to: Function.self) }
  }
}
