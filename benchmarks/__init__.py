"""How fast the optimizer is, on which boards, against whom: see README.md."""
