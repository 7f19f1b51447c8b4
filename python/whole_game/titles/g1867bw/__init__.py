"""1867bw: the row of private companies, stock rounds and the end."""
