"""1846: the companies that its rules name."""

LAND_GRANT = "IC"
MAIL, CHICAGO, STEAMBOAT = "MAIL", "C&WI", "SC"
