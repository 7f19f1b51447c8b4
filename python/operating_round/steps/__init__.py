"""The steps of a turn, one module each; a title composes them."""
