// The little of SwiftUI that generated code uses: the environment and scaled metrics.

public enum ColorScheme: Sendable { case light, dark }
public enum ColorSchemeContrast: Sendable { case standard, increased }

public struct EnvironmentValues: Sendable {
  public init() {}
  public var colorScheme = ColorScheme.light
  public internal(set) var colorSchemeContrast = ColorSchemeContrast.standard
  public internal(set) var accessibilityReduceTransparency = false
  public internal(set) var accessibilityReduceMotion = false
}

@propertyWrapper public struct Environment<Value> {
  public init(_ path: KeyPath<EnvironmentValues, Value>) {
    wrappedValue = EnvironmentValues()[keyPath: path]
  }
  public let wrappedValue: Value
}

@propertyWrapper public struct ScaledMetric<Value: BinaryFloatingPoint> {
  public init(wrappedValue: Value, relativeTo style: Font.TextStyle) {
    self.wrappedValue = wrappedValue
  }
  public let wrappedValue: Value
}
