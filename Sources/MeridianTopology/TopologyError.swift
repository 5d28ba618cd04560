// Predicates and validity by GEOS.
