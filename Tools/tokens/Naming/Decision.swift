/// What a generated function asks of the settings before it knows a value.
package enum SettingAxis: CaseIterable, Sendable {
  case dark, increasedContrast, reducedTransparency, reducedMotion

  /// The context with this setting switched on.
  package func applied(to context: Context) -> Context {
    var context = context
    switch self {
    case .dark: context.theme = .dark
    case .increasedContrast: context.contrast = .increased
    case .reducedTransparency: context.transparency = .reduced
    case .reducedMotion: context.motion = .reduced
    }
    return context
  }

  /// The setting's property, the same in the settings of both languages.
  package var property: String {
    switch self {
    case .dark: "isDark"
    case .increasedContrast: "increasesContrast"
    case .reducedTransparency: "reducesTransparency"
    case .reducedMotion: "reducesMotion"
    }
  }
}

/// A value that may depend on settings: a tree of questions, with no question whose answer does not
/// matter.
package indirect enum Decision<Value: Equatable> {
  case value(Value)
  case question(SettingAxis, on: Decision, off: Decision)

  /// The least tree, asking in the order of `axes`, for a value known in each context.
  package init(
    _ axes: ArraySlice<SettingAxis> = SettingAxis.allCases[...], from context: Context,
    _ value: (Context) -> Value
  ) {
    guard let axis = axes.first else {
      self = .value(value(context))
      return
    }
    let off = Decision(axes.dropFirst(), from: context, value)
    let on = Decision(axes.dropFirst(), from: axis.applied(to: context), value)
    self = on.isSame(as: off) ? off : .question(axis, on: on, off: off)
  }

  /// The least tree for a value that is known already.
  package init(_ value: Varying<Value>, from context: Context) {
    if let only = value.only {
      self = .value(only)
    } else {
      self.init(from: context) { value[$0] }
    }
  }

  /// As the first initializer, for a value that is the same wherever `key` is: it is asked once for
  /// each key.
  package init<Key: Equatable>(
    from context: Context, by key: (Context) -> Key, _ value: (Context) -> Value
  ) {
    var known: [(key: Key, value: Value)] = []
    self.init(from: context) { context in
      let key = key(context)
      if let found = known.first(where: { $0.key == key }) { return found.value }
      let own = value(context)
      known.append((key, own))
      return own
    }
  }

  /// The same questions with other answers, less those whose answers have become the same.
  package func map<Other: Equatable>(_ transform: (Value) -> Other) -> Decision<Other> {
    switch self {
    case .value(let value): return .value(transform(value))
    case .question(let axis, let on, let off):
      let (on, off) = (on.map(transform), off.map(transform))
      return on.isSame(as: off) ? off : .question(axis, on: on, off: off)
    }
  }

  /// The value when nothing is asked.
  package var constant: Value? {
    if case .value(let value) = self { value } else { nil }
  }

  /// Every value there is, those of settings switched off first.
  package var leaves: [Value] {
    switch self {
    case .value(let value): [value]
    case .question(_, let on, let off): off.leaves + on.leaves
    }
  }

  private func isSame(as other: Decision) -> Bool {
    switch (self, other) {
    case (.value(let one), .value(let two)): one == two
    case (.question(let axis, let on, let off), .question(let axis2, let on2, let off2)):
      axis == axis2 && on.isSame(as: on2) && off.isSame(as: off2)
    default: false
    }
  }
}
