@file:Suppress("UNUSED_PARAMETER", "unused")

package androidx.compose.material3

import androidx.compose.runtime.Composable
import androidx.compose.ui.graphics.Color

data class ColorScheme(
    val primary: Color,
    val onPrimary: Color,
    val background: Color,
    val onBackground: Color,
    val surface: Color,
    val onSurface: Color,
    val onSurfaceVariant: Color,
    val outline: Color,
    val error: Color
)

private fun scheme(color: Color): ColorScheme =
    ColorScheme(color, color, color, color, color, color, color, color, color)

fun lightColorScheme(): ColorScheme = scheme(Color(0xFFABCDEF))
fun darkColorScheme(): ColorScheme = scheme(Color(0xFF123456))

/** What the last theme was given. */
object Shown { var scheme: ColorScheme? = null }

@Composable
fun MaterialTheme(colorScheme: ColorScheme, content: @Composable() () -> Unit) {
    Shown.scheme = colorScheme
    content()
}
