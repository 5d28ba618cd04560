struct LatencyDrawing { init(_ r: ProfileReport) {}; var text: String { "" } }
