@file:Suppress("PLATFORM_CLASS_MAPPED_TO_KOTLIN")

package android.icu.lang

object UCharacter {
    fun toUpperCase(locale: java.util.Locale, text: String): String =
        (text as java.lang.String).toUpperCase(locale)
}
