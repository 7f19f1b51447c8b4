"""1870: the companies that its rules name."""

BRIDGE, CATTLE, PORT, FRISCO = "MRBC", "SCC", "GSC", "SLSF"
RIVER_COMPANIES = ("MP", "SSW")
"""Those who start on the river, and may buy the Bridge Company in phase 1."""
