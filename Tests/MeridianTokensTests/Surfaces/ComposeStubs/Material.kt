@file:Suppress("UNUSED_PARAMETER", "unused")

package androidx.compose.material3

import androidx.compose.runtime.Composable
import androidx.compose.ui.graphics.Color

data class ColorScheme(
    val primary: Color,
    val onPrimary: Color,
    val primaryContainer: Color,
    val onPrimaryContainer: Color,
    val inversePrimary: Color,
    val secondary: Color,
    val onSecondary: Color,
    val secondaryContainer: Color,
    val onSecondaryContainer: Color,
    val tertiary: Color,
    val onTertiary: Color,
    val tertiaryContainer: Color,
    val onTertiaryContainer: Color,
    val background: Color,
    val onBackground: Color,
    val surface: Color,
    val onSurface: Color,
    val surfaceVariant: Color,
    val onSurfaceVariant: Color,
    val surfaceTint: Color,
    val inverseSurface: Color,
    val inverseOnSurface: Color,
    val error: Color,
    val onError: Color,
    val errorContainer: Color,
    val onErrorContainer: Color,
    val outline: Color,
    val outlineVariant: Color,
    val scrim: Color,
    val surfaceBright: Color,
    val surfaceDim: Color,
    val surfaceContainer: Color,
    val surfaceContainerHigh: Color,
    val surfaceContainerHighest: Color,
    val surfaceContainerLow: Color,
    val surfaceContainerLowest: Color
)

private fun scheme(c: Color): ColorScheme = ColorScheme(
    c, c, c, c, c, c, c, c, c, c, c, c,
    c, c, c, c, c, c, c, c, c, c, c, c,
    c, c, c, c, c, c, c, c, c, c, c, c
)

fun lightColorScheme(): ColorScheme = scheme(Color(0xFFABCDEF))
fun darkColorScheme(): ColorScheme = scheme(Color(0xFF123456))

/** What the last theme was given. */
object Shown { var scheme: ColorScheme? = null }

@Composable
fun MaterialTheme(colorScheme: ColorScheme, content: @Composable() () -> Unit) {
    Shown.scheme = colorScheme
    content()
}
