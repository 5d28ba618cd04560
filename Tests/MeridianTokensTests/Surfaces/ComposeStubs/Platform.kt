@file:Suppress("UNUSED_PARAMETER", "unused")

package androidx.compose.ui.platform

import android.app.ActivityManager
import android.app.UiModeManager
import android.content.ContentResolver
import android.content.Context
import androidx.compose.runtime.ProvidableCompositionLocal
import androidx.compose.runtime.staticCompositionLocalOf

private object StubContext : Context() {
    override val contentResolver = ContentResolver()
    override fun getSystemService(name: String): Any =
        if (name == ACTIVITY_SERVICE) ActivityManager() else UiModeManager()
}

val LocalContext: ProvidableCompositionLocal<Context> = staticCompositionLocalOf { StubContext as Context }
