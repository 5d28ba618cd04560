@file:Suppress("UNUSED_PARAMETER", "unused")

package android.content

class ContentResolver
abstract class Context {
    abstract val contentResolver: ContentResolver
    abstract fun getSystemService(name: String): Any
    companion object {
        const val ACTIVITY_SERVICE = "activity"
        const val UI_MODE_SERVICE = "uimode"
    }
}
