/// What each Kotlin file imports: all that any set may need of it.
enum KotlinImports {
  private static let ui = "androidx.compose.ui."
  private static let runtime = "androidx.compose.runtime."

  static let settings = [
    "android.app.ActivityManager", "android.app.UiModeManager", "android.content.Context",
    "android.os.Build", "android.provider.Settings",
    "androidx.compose.foundation.isSystemInDarkTheme", runtime + "Composable",
    runtime + "Immutable", runtime + "staticCompositionLocalOf", ui + "platform.LocalContext",
  ]

  static let colors = [
    runtime + "Immutable", runtime + "staticCompositionLocalOf", ui + "graphics.Color",
  ]

  static let theme = [
    "androidx.compose.material3.ColorScheme", "androidx.compose.material3.MaterialTheme",
    "androidx.compose.material3.darkColorScheme", "androidx.compose.material3.lightColorScheme",
    runtime + "Composable", runtime + "CompositionLocalProvider", runtime + "ReadOnlyComposable",
  ]

  static let type = [
    "android.icu.lang.UCharacter", runtime + "Immutable", ui + "text.TextStyle",
    ui + "text.font.FontFamily", ui + "text.font.FontWeight", ui + "unit.TextUnit", ui + "unit.em",
    ui + "unit.sp", "java.util.Locale",
  ]

  static let layout = [
    runtime + "Immutable", ui + "graphics.Color", ui + "graphics.PathEffect",
    ui + "graphics.StrokeCap", ui + "graphics.drawscope.Stroke", ui + "unit.Density",
    ui + "unit.Dp", ui + "unit.dp",
  ]

  static let motion = [
    "androidx.compose.animation.core.CubicBezierEasing",
    "androidx.compose.animation.core.FiniteAnimationSpec", "androidx.compose.animation.core.snap",
    "androidx.compose.animation.core.spring", "androidx.compose.animation.core.tween",
    runtime + "Immutable",
  ]

  static let haptics = [
    "android.os.Build", "android.view.HapticFeedbackConstants", "android.view.View",
    runtime + "Immutable",
  ]

  static let wallpaper = [
    runtime + "Immutable", ui + "Modifier", ui + "draw.drawBehind", ui + "geometry.Offset",
    ui + "geometry.Size", ui + "graphics.Brush", ui + "graphics.Color", "kotlin.math.abs",
    "kotlin.math.cos", "kotlin.math.max", "kotlin.math.sin",
  ]

  static let materials: [String] = []

  static let surface = [
    "android.graphics.Bitmap", "android.graphics.BlurMaskFilter", "android.os.Build",
    runtime + "Composable", runtime + "getValue", runtime + "mutableStateOf", runtime + "remember",
    runtime + "setValue", ui + "Modifier", ui + "draw.drawBehind", ui + "draw.drawWithContent",
    ui + "geometry.Offset", ui + "geometry.Rect", ui + "geometry.Size", ui + "graphics.BlurEffect",
    ui + "graphics.Brush", ui + "graphics.ClipOp", ui + "graphics.Color",
    ui + "graphics.ImageShader", ui + "graphics.Paint", ui + "graphics.Path",
    ui + "graphics.PathFillType", ui + "graphics.ShaderBrush", ui + "graphics.Shape",
    ui + "graphics.SolidColor", ui + "graphics.TileMode", ui + "graphics.addOutline",
    ui + "graphics.asImageBitmap", ui + "graphics.drawscope.DrawScope",
    ui + "graphics.drawscope.clipPath", ui + "graphics.drawscope.drawIntoCanvas",
    ui + "graphics.drawscope.translate", ui + "graphics.layer.GraphicsLayer",
    ui + "graphics.layer.drawLayer", ui + "graphics.rememberGraphicsLayer",
    ui + "layout.onGloballyPositioned", ui + "layout.positionInRoot", ui + "unit.Dp",
    "kotlin.math.max",
  ]
}
