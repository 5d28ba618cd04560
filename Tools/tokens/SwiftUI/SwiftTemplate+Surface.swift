extension SwiftTemplate {
  static let surface = """
    /// One layer of a material.
    public enum §Layer: Hashable, Sendable {
      /// Liquid Glass of iOS 26.
      case glass(tint: Color)
      /// A material of the system, with the tint laid over it.
      case material(System, tint: Color)
      /// Blur of what lies behind, which SwiftUI has as its thinnest material only.
      case blur(radius: CGFloat)
      case fill(Color)
      case border(§Border)
      /// A light edge inside the top.
      case highlight(§Border)
      /// Noise in black and white.
      case grain(opacity: Double)
      case shadow([§Shadow])

      public enum System: Hashable, Sendable { case ultraThinMaterial, regularMaterial }
    }

    extension View {
      /// Lays a surface of the tokens behind a view, of the material that the system, its version
      /// and the accessibility settings ask for.
      public func ¤Surface(_ role: §Role, in shape: some InsettableShape) -> some View {
        modifier(§Surface(role: role, shape: shape))
      }
    }

    /// A material's layers in a shape behind a view.
    public struct §Surface<S: InsettableShape>: ViewModifier {
      let role: §Role
      let shape: S
      @Environment(\\.¤Settings) private var settings

      public func body(content: Content) -> some View {
        let material = §Material.resolve(
          role, systemVersion: §Surface.systemVersion, settings: settings)
        let layers = Array(material.layers(in: settings).enumerated())
        return content.background {
          ZStack {
            ForEach(layers, id: \\.offset) { _, layer in
              §LayerView(layer: layer, shape: shape)
            }
          }
          .accessibilityHidden(true)
        }
      }

      /// iOS's major version; at most 25 for an app built without iOS 26's glass.
      static var systemVersion: Int {
        let version = ProcessInfo.processInfo.operatingSystemVersion.majorVersion
        #if compiler(>=6.2)
          return version
        #else
          return min(version, 25)
        #endif
      }
    }
    """

  static let layerViews = """


    /// One layer in a shape.
    private struct §LayerView<S: InsettableShape>: View {
      let layer: §Layer
      let shape: S

      var body: some View {
        switch layer {
        case .glass(let tint): §Glass(tint: tint, shape: shape)
        case .material(.ultraThinMaterial, let tint):
          shape.fill(.ultraThinMaterial).overlay { shape.fill(tint) }
        case .material(.regularMaterial, let tint):
          shape.fill(.regularMaterial).overlay { shape.fill(tint) }
        case .blur: shape.fill(.ultraThinMaterial)
        case .fill(let color): shape.fill(color)
        case .border(let border):
          shape.strokeBorder(border.color, style: border.stroke.style(width: border.width))
        case .highlight(let border):
          shape.inset(by: border.width).strokeBorder(
            LinearGradient(
              colors: [border.color, border.color.opacity(0)], startPoint: .top,
              endPoint: .center),
            style: border.stroke.style(width: border.width))
        case .grain(let opacity): §Grain().opacity(opacity).clipShape(shape)
        case .shadow(let shadows):
          ForEach(Array(shadows.enumerated().reversed()), id: \\.offset) { _, shadow in
            §ShadowView(shadow: shadow, shape: shape)
          }
        }
      }
    }

    /// Liquid Glass where there is any; the resolver asks for it on iOS 26 only.
    private struct §Glass<S: Shape>: View {
      let tint: Color
      let shape: S

      var body: some View {
        #if compiler(>=6.2)
          if #available(iOS 26, *) {
            Color.clear.glassEffect(.regular.tint(tint), in: shape)
          } else {
            shape.fill(tint)
          }
        #else
          shape.fill(tint)
        #endif
      }
    }

    /// Noise in black and white, the same everywhere: one tile, repeated.
    private struct §Grain: View {
      private static let side = 64

      var body: some View {
        Image(size: CGSize(width: §Grain.side, height: §Grain.side)) { context in
          var state: UInt32 = 1
          var black = Path()
          for index in 0..<(§Grain.side * §Grain.side) {
            state = state &* 1_664_525 &+ 1_013_904_223
            guard state >> 31 == 0 else { continue }
            black.addRect(
              CGRect(x: index % §Grain.side, y: index / §Grain.side, width: 1, height: 1))
          }
          let tile = CGRect(x: 0, y: 0, width: §Grain.side, height: §Grain.side)
          context.fill(Path(tile), with: .color(.white))
          context.fill(black, with: .color(.black))
        }
        .resizable(resizingMode: .tile)
      }
    }
    """
}
