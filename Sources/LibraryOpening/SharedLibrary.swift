private import CPlatform

/// A C library that is opened on first use, so that the program starts without it and does without
/// it until somebody asks.
///
/// What the C walls declare are the functions' types, taken from the library's own headers.
/// ```swift
/// guard let library = SharedLibrary(["libproj.so.25", "libproj.dylib"]),
///   let create: proj_context_create_fn = unsafe library.find("proj_context_create")
/// else { return nil }
/// ```
@safe package struct SharedLibrary {
  private let handle: UnsafeMutableRawPointer

  /// Opens the first of these that is installed; nil when none is.
  package init?(_ names: [StaticString]) {
    var list: [UnsafePointer<CChar>?] = unsafe names.map { name in
      unsafe UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    }
    unsafe list.append(nil)
    let opened = unsafe list.withUnsafeBufferPointer { list -> UnsafeMutableRawPointer? in
      guard let first = list.baseAddress else { return nil }
      // The list ends with a null, which its type does not tell.
      let start = unsafe UnsafeRawPointer(first).assumingMemoryBound(to: UnsafePointer<CChar>.self)
      return unsafe cplatform_open_library(start)
    }
    guard let opened = unsafe opened else { return nil }
    unsafe handle = opened
  }

  /// The function of a name as the type that the call site asks for, which must be that of the
  /// library's header; nil when the library has none of that name.
  @unsafe package func find<Function>(_ name: StaticString) -> Function? {
    let text = unsafe UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    guard let address = unsafe cplatform_symbol(handle, text) else { return nil }
    // The header's own type, so only the address changes hands.
    return unsafe unsafeBitCast(address, to: Function.self)
  }
}
