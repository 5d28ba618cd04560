extension CameraTransform {
  /// How much ground a point of glass covers at a place, in the direction where it covers most:
  /// points at the center's scale. 1 everywhere on a flat map, nil at and above the horizon.
  ///
  /// It is the larger singular value of the derivative of glass → ground.
  public func groundStretch(at point: ScreenPoint) -> Double? {
    guard ground(under: point) != nil else { return nil }
    if isFlat { return 1 }
    let k = perspectiveFactor(at: point)
    let right = point.x - viewport.width / 2
    let lean = pitchSine / (pitchCosine * eyeDistance)
    // x = right / k and y = up / (k·cos pitch), with k falling by `lean` for each point up.
    let across = 1 / k
    let shear = right * lean / (k * k)
    let along = 1 / (k * k * pitchCosine)
    let squares = across * across + shear * shear + along * along
    let determinant = across * along
    let difference = squares * squares - 4 * determinant * determinant
    return ((squares + max(difference, 0).squareRoot()) / 2).squareRoot()
  }
}
