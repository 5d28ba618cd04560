// The little of SwiftUI that generated code uses: views, shapes and modifiers, which draw nothing.

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}
extension Never: View { public var body: Never { fatalError() } }

/// A view without a body.
public protocol Leaf: View where Body == Never {}
extension Leaf { public var body: Never { fatalError() } }
extension Color: View, ShapeStyle { public var body: Never { fatalError() } }

@MainActor public struct Changed: Leaf { nonisolated init() {} }
public struct Either<A: View, B: View>: Leaf { nonisolated init() {} }
public struct Several: Leaf { nonisolated init() {} }
public struct EmptyView: Leaf { public nonisolated init() {} }

@resultBuilder public enum ViewBuilder {
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<V: View>(_ view: V) -> V { view }
  public static func buildBlock<each V: View>(_ view: repeat each V) -> Several { Several() }
  public static func buildEither<A: View, B: View>(first: A) -> Either<A, B> { Either() }
  public static func buildEither<A: View, B: View>(second: B) -> Either<A, B> { Either() }
  public static func buildIf<V: View>(_ view: V?) -> Several { Several() }
  public static func buildLimitedAvailability<V: View>(_ view: V) -> Several { Several() }
}

@MainActor @preconcurrency public protocol ViewModifier {
  associatedtype Body: View
  typealias Content = Changed
  @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
}

extension View {
  public func modifier(_ modifier: some ViewModifier) -> some View { Changed() }
  public func background(@ViewBuilder content: () -> some View) -> some View { Changed() }
  public func overlay(@ViewBuilder content: () -> some View) -> some View { Changed() }
  public func mask(@ViewBuilder _ mask: () -> some View) -> some View { Changed() }
  public func accessibilityHidden(_ hidden: Bool) -> some View { Changed() }
  public func font(_ font: Font?) -> some View { Changed() }
  public func tracking(_ tracking: CGFloat) -> some View { Changed() }
  public func lineSpacing(_ spacing: CGFloat) -> some View { Changed() }
  public func textCase(_ textCase: Text.Case?) -> some View { Changed() }
  public func opacity(_ opacity: Double) -> some View { Changed() }
  public func clipShape(_ shape: some Shape) -> some View { Changed() }
  public func padding(_ length: CGFloat) -> some View { Changed() }
  public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View { Changed() }
  public func blur(radius: CGFloat) -> some View { Changed() }
  public func compositingGroup() -> some View { Changed() }
  public func blendMode(_ mode: BlendMode) -> some View { Changed() }
  @available(iOS 26, *)
  public func glassEffect(_ glass: Glass = .regular, in shape: some Shape) -> some View { Changed() }
}

public enum BlendMode: Sendable { case normal, destinationOut }

@available(iOS 26, *)
public struct Glass: Equatable, Sendable {
  public static let regular = Glass()
  public func tint(_ color: Color?) -> Glass { self }
}

public struct Text: Leaf {
  public enum Case: Sendable { case uppercase, lowercase }
}

public protocol ShapeStyle: Sendable {}
public struct Material: ShapeStyle {}
extension ShapeStyle where Self == Material {
  public static var ultraThinMaterial: Material { Material() }
  public static var regularMaterial: Material { Material() }
}

public protocol Shape: Sendable, View {}
public protocol InsettableShape: Shape {
  associatedtype InsetShape: InsettableShape
  func inset(by amount: CGFloat) -> InsetShape
}
extension Shape {
  public var body: Never { fatalError() }
  public func fill(_ style: some ShapeStyle) -> some View { Changed() }
}
extension InsettableShape {
  public func strokeBorder(_ content: some ShapeStyle, style: StrokeStyle) -> some View { Changed() }
}
public struct Rectangle: InsettableShape {
  public nonisolated init() {}
  public func inset(by amount: CGFloat) -> Rectangle { self }
}

public struct LinearGradient: ShapeStyle, Leaf {
  public nonisolated init(gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint) {}
  public nonisolated init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {}
}
public struct RadialGradient: ShapeStyle, Leaf {
  public nonisolated init(
    gradient: Gradient, center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat
  ) {}
}

public struct ZStack<Content: View>: Leaf {
  public init(@ViewBuilder content: () -> Content) {}
}
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: Leaf {
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {}
}
public struct GeometryProxy { public var size: CGSize { .zero } }
public struct GeometryReader<Content: View>: Leaf {
  public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) {}
}

public struct Path: Sendable {
  public init() {}
  public init(_ rectangle: CGRect) {}
  public mutating func addRect(_ rectangle: CGRect) {}
}
public struct GraphicsContext {
  public struct Shading { public static func color(_ color: Color) -> Shading { Shading() } }
  public func fill(_ path: Path, with shading: Shading) {}
}
public struct Image: Leaf {
  public enum ResizingMode: Sendable { case stretch, tile }
  public init(
    size: CGSize, label: Text? = nil, opaque: Bool = false,
    renderer: @escaping (inout GraphicsContext) -> Void
  ) {}
  public func resizable(resizingMode: ResizingMode = .stretch) -> Image { self }
}
