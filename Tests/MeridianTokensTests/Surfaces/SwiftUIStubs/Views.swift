// The little of SwiftUI that generated code uses: views, shapes and modifiers, which draw nothing.

@MainActor @preconcurrency package protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}
extension Never: View { package var body: Never { fatalError() } }

/// A view without a body.
package protocol Leaf: View where Body == Never {}
extension Leaf { package var body: Never { fatalError() } }
extension Color: View, ShapeStyle { package var body: Never { fatalError() } }

@MainActor package struct Changed: Leaf { nonisolated init() {} }
package struct Either<A: View, B: View>: Leaf { nonisolated init() {} }
package struct Several: Leaf { nonisolated init() {} }
package struct EmptyView: Leaf { package nonisolated init() {} }

@resultBuilder package enum ViewBuilder {
  package static func buildBlock() -> EmptyView { EmptyView() }
  package static func buildBlock<V: View>(_ view: V) -> V { view }
  package static func buildBlock<each V: View>(_ view: repeat each V) -> Several { Several() }
  package static func buildEither<A: View, B: View>(first: A) -> Either<A, B> { Either() }
  package static func buildEither<A: View, B: View>(second: B) -> Either<A, B> { Either() }
  package static func buildIf<V: View>(_ view: V?) -> Several { Several() }
  package static func buildLimitedAvailability<V: View>(_ view: V) -> Several { Several() }
}

@MainActor @preconcurrency package protocol ViewModifier {
  associatedtype Body: View
  typealias Content = Changed
  @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
}

extension View {
  package func modifier(_ modifier: some ViewModifier) -> some View { Changed() }
  package func background(@ViewBuilder content: () -> some View) -> some View { Changed() }
  package func overlay(@ViewBuilder content: () -> some View) -> some View { Changed() }
  package func mask(@ViewBuilder _ mask: () -> some View) -> some View { Changed() }
  package func accessibilityHidden(_ hidden: Bool) -> some View { Changed() }
  package func font(_ font: Font?) -> some View { Changed() }
  package func tracking(_ tracking: CGFloat) -> some View { Changed() }
  package func lineSpacing(_ spacing: CGFloat) -> some View { Changed() }
  package func textCase(_ textCase: Text.Case?) -> some View { Changed() }
  package func opacity(_ opacity: Double) -> some View { Changed() }
  package func clipShape(_ shape: some Shape) -> some View { Changed() }
  package func padding(_ length: CGFloat) -> some View { Changed() }
  package func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View { Changed() }
  package func blur(radius: CGFloat) -> some View { Changed() }
  package func compositingGroup() -> some View { Changed() }
  package func blendMode(_ mode: BlendMode) -> some View { Changed() }
  @available(iOS 26, *)
  package func glassEffect(_ glass: Glass = .regular, in shape: some Shape) -> some View {
    Changed()
  }
}

package enum BlendMode: Sendable { case normal, destinationOut }

@available(iOS 26, *)
package struct Glass: Equatable, Sendable {
  package static let regular = Glass()
  package func tint(_ color: Color?) -> Glass { self }
}

package struct Text: Leaf {
  package enum Case: Sendable { case uppercase, lowercase }
}

package protocol ShapeStyle: Sendable {}
package struct Material: ShapeStyle {}
extension ShapeStyle where Self == Material {
  package static var ultraThinMaterial: Material { Material() }
  package static var regularMaterial: Material { Material() }
}

package protocol Shape: Sendable, View {}
package protocol InsettableShape: Shape {
  associatedtype InsetShape: InsettableShape
  func inset(by amount: CGFloat) -> InsetShape
}
extension Shape {
  package var body: Never { fatalError() }
  package func fill(_ style: some ShapeStyle) -> some View { Changed() }
}
extension InsettableShape {
  package func strokeBorder(_ content: some ShapeStyle, style: StrokeStyle) -> some View {
    Changed()
  }
}
package struct Rectangle: InsettableShape {
  package nonisolated init() {}
  package func inset(by amount: CGFloat) -> Rectangle { self }
}

package struct LinearGradient: ShapeStyle, Leaf {
  package nonisolated init(gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint) {}
  package nonisolated init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {}
}
package struct RadialGradient: ShapeStyle, Leaf {
  package nonisolated init(
    gradient: Gradient, center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat
  ) {}
}

package struct ZStack<Content: View>: Leaf {
  package init(@ViewBuilder content: () -> Content) {}
}
package struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: Leaf {
  package init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {}
}
package struct GeometryProxy { package var size: CGSize { .zero } }
package struct GeometryReader<Content: View>: Leaf {
  package init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) {}
}

package struct Path: Sendable {
  package init() {}
  package init(_ rectangle: CGRect) {}
  package mutating func addRect(_ rectangle: CGRect) {}
}
package struct GraphicsContext {
  package struct Shading { package static func color(_ color: Color) -> Shading { Shading() } }
  package func fill(_ path: Path, with shading: Shading) {}
}
package struct Image: Leaf {
  package enum ResizingMode: Sendable { case stretch, tile }
  package init(
    size: CGSize, label: Text? = nil, opaque: Bool = false,
    renderer: @escaping (inout GraphicsContext) -> Void
  ) {}
  package func resizable(resizingMode: ResizingMode = .stretch) -> Image { self }
}
