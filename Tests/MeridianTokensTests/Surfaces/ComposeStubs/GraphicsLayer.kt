@file:Suppress("UNUSED_PARAMETER", "unused")

package androidx.compose.ui.graphics.layer

import androidx.compose.ui.graphics.RenderEffect
import androidx.compose.ui.graphics.drawscope.DrawScope

class GraphicsLayer { var renderEffect: RenderEffect? = null }
fun DrawScope.drawLayer(graphicsLayer: GraphicsLayer) {}
