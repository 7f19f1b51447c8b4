"""Rules of play that follow from a title's data, each stated once.

Pure functions: they take the title, what lies and stands on the map, and what they need to know
besides, and say what follows. Operating rounds, records and the analysis of next moves all ask
here, so that a move means the same to each of them.

===============  =================================================================
``trains``       which trains are in the game, and which one ends another
``phases``       what a phase that begins takes off the map
``tiles``        how many there are, and which take the place of which
``tokens``       which slot a token takes, what it costs, which are kept for others
``laying``       where tokens and markers go when a tile is laid
``costs``        what a lay costs a corporation
``cubes``        the cubes on deposits
``dividends``    what a company keeps of its earnings
``rights``       rights and edge tokens that a corporation may buy
``privates``     what private companies cost, and how long they stay
``options``      what is otherwise under an option
===============  =================================================================
"""
