"""The page and the HTTP interface.

===============  =================================================================
``app``          the interface: addresses, limits, answers
``answers``      reading a question within limits, answering it while somebody waits
``extension``    what layers above add to server and page
``searches``     searches under way: how many, for how long, who still waits
``guard``        who may ask, and how much at a time
``description``  the OpenAPI description, from the types in `schema`
``run``          until Ctrl-C
``tiles``        what the page offers for a hex
``page/``        the page: HTML, style and modules as the browser takes them
===============  =================================================================
"""
