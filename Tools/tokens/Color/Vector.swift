/// Three numbers: the components of a color.
struct Vector: Hashable, Sendable {
  var x, y, z: Double

  init(_ x: Double, _ y: Double, _ z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  func map(_ transform: (Double) -> Double) -> Vector {
    Vector(transform(x), transform(y), transform(z))
  }

  var components: [Double] { [x, y, z] }
}

/// Nine numbers, row by row.
struct Matrix: Sendable {
  var rows: (Vector, Vector, Vector)

  init(
    _ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double, _ g: Double,
    _ h: Double, _ i: Double
  ) {
    rows = (Vector(a, b, c), Vector(d, e, f), Vector(g, h, i))
  }

  static func * (matrix: Matrix, vector: Vector) -> Vector {
    func dot(_ row: Vector) -> Double { row.x * vector.x + row.y * vector.y + row.z * vector.z }
    return Vector(dot(matrix.rows.0), dot(matrix.rows.1), dot(matrix.rows.2))
  }

  /// The matrix that takes back what this one does, by its adjugate; this one is not singular.
  var inverse: Matrix {
    let (a, b, c) = rows
    func cofactor(_ p: Double, _ q: Double, _ r: Double, _ s: Double) -> Double { p * s - q * r }
    let first = cofactor(b.y, b.z, c.y, c.z)
    let second = cofactor(b.x, b.z, c.x, c.z)
    let third = cofactor(b.x, b.y, c.x, c.y)
    let scale = 1 / (a.x * first - a.y * second + a.z * third)
    return Matrix(
      scale * first, -scale * cofactor(a.y, a.z, c.y, c.z), scale * cofactor(a.y, a.z, b.y, b.z),
      -scale * second, scale * cofactor(a.x, a.z, c.x, c.z), -scale * cofactor(a.x, a.z, b.x, b.z),
      scale * third, -scale * cofactor(a.x, a.y, c.x, c.y), scale * cofactor(a.x, a.y, b.x, b.y))
  }
}
