// Which features of a layer match.
