"""The page that leads a whole game: what it adds to the server of `route_opt.serve`.

===============  ================================================================
``sitting``      the game that lies on the table, kept on disk after every action
``moment``       what lies there between two deeds, as a value
``view``         the game as the page shows it
``choices``      what may be done now, in words, gathered by kind and place
``ahead``        what would follow: dividends, rust, closings
``schema``       the documents of the table, as types
``description``  its addresses, for the OpenAPI description
``app``          the addresses under ``/api/game``
``page/``        the panel and its views, modules as the browser takes them
===============  ================================================================
"""
