// The little of SwiftUI that generated code uses: the environment and scaled metrics.

package enum ColorScheme: Sendable { case light, dark }
package enum ColorSchemeContrast: Sendable { case standard, increased }

package struct EnvironmentValues: Sendable {
  package init() {}
  package var colorScheme = ColorScheme.light
  package internal(set) var colorSchemeContrast = ColorSchemeContrast.standard
  package internal(set) var accessibilityReduceTransparency = false
  package internal(set) var accessibilityReduceMotion = false
}

@propertyWrapper package struct Environment<Value> {
  package init(_ path: KeyPath<EnvironmentValues, Value>) {
    wrappedValue = EnvironmentValues()[keyPath: path]
  }
  package let wrappedValue: Value
}

@propertyWrapper package struct ScaledMetric<Value: BinaryFloatingPoint> {
  package init(wrappedValue: Value, relativeTo style: Font.TextStyle) {
    self.wrappedValue = wrappedValue
  }
  package let wrappedValue: Value
}
