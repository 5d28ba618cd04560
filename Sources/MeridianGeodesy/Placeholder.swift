enum GeodesyPlaceholder {}
