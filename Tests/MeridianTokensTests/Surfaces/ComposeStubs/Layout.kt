@file:Suppress("UNUSED_PARAMETER", "unused")

package androidx.compose.ui.layout

import androidx.compose.ui.Modifier
import androidx.compose.ui.geometry.Offset

interface LayoutCoordinates
fun LayoutCoordinates.positionInRoot(): Offset = Offset.Zero
fun Modifier.onGloballyPositioned(onGloballyPositioned: (LayoutCoordinates) -> Unit): Modifier = this
