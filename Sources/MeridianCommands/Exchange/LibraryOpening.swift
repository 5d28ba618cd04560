private import CPlatform

/// Opens a shared library on first use and finds its functions.
enum LibraryOpening {
  /// The first library of a list of names that can be opened; nil when none can.
  static func open(_ names: [StaticString]) -> UnsafeMutableRawPointer? {
    var list: [UnsafePointer<CChar>?] = unsafe names.map { name in
      unsafe UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    }
    unsafe list.append(nil)
    return unsafe list.withUnsafeBufferPointer { list -> UnsafeMutableRawPointer? in
      guard let first = list.baseAddress else { return nil }
      // The list ends with a null, which its type does not tell.
      let start = unsafe UnsafeRawPointer(first).assumingMemoryBound(to: UnsafePointer<CChar>.self)
      return unsafe cplatform_open_library(start)
    }
  }

  /// The function of a name as the type that the call site asks for.
  static func find<Function>(
    _ name: StaticString, in library: UnsafeMutableRawPointer
  ) -> Function? {
    let text = unsafe UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    guard let address = unsafe cplatform_symbol(library, text) else { return nil }
    // The header's own type, so only the address changes hands.
    return unsafe unsafeBitCast(address, to: Function.self)
  }
}
