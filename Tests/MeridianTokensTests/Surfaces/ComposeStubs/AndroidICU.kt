@file:Suppress("UNUSED_PARAMETER", "unused")

package android.icu.lang

object UCharacter {
    fun toUpperCase(locale: java.util.Locale, text: String): String =
        (text as java.lang.String).toUpperCase(locale)
}
