"""What is shown of a game is what the rules say: prices that came down, cards, tokens, ends."""

from __future__ import annotations

import msgspec

from operating_round.actions import Pass
from operating_round.show import show as show_round
from whole_game.engine import apply, legal_actions
from whole_game.game import Draft
from whole_game.occasion import occasion
from whole_game.serve.choices import offers
from whole_game.serve.view import view
from whole_game.setup import new_game
from whole_game.show import show

replace = msgspec.structs.replace
THREE = ["Ann", "Bob", "Cy"]


def test_the_first_private_company_is_shown_at_the_price_it_came_down_to() -> None:
    game = new_game("1830", THREE)
    for _ in THREE:
        game, _ = apply(game, Pass())
    # All have passed: the Schuylkill Valley costs 20 - 5.
    lines = show(game).splitlines()
    assert lines[lines.index("On offer") + 1].split() == ["SV", "15"]
    assert occasion(game) == "Ann: buys SV for 15, bids on another private company, or passes"
    assert [lot.price for lot in view(game).sale][:2] == [15, 40]


def test_of_open_cards_any_may_be_taken() -> None:
    game = new_game("1846", ["Ann", "Bob"], options=["two_player_variant"])
    assert game.draft is not None
    cards = len(game.draft.deck)
    assert cards > 4  # as many as two players would draw
    assert occasion(game).endswith(f": keeps one of {cards} cards")


def test_the_last_card_is_offered_at_one_price() -> None:
    game = replace(new_game("1846", THREE), draft=Draft(deck=("C&WI",), turn="Cy", cheaper=10))
    # The Chicago & Western Indiana costs 60, and was passed on once.
    (keep,) = [row.text for row in offers(game, legal_actions(game)) if row.group == "Cards"]
    assert keep.startswith("Keep C&WI")
    assert keep.endswith(" for 50")
    assert "(" not in keep


def test_tokens_that_a_variant_takes_away_are_not_shown() -> None:
    for options, prices in (((), [0, 40, 100, 100]), (("reduced_tokens",), [0, 40, 100])):
        game = new_game("1850", THREE, options=options)
        (row,) = [row for row in view(game).companies if row.name == "CBQ"]
        assert row.tokens.prices == prices


def test_the_end_that_comes_is_told_in_words() -> None:
    game = new_game("1830", THREE)
    game = replace(game, operating=replace(game.operating, finish="bank"))
    for page in (show(game), show_round(game.operating)):
        assert "the game ends soon: the bank is broken" in page.splitlines()
