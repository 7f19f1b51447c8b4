"""The document of a game: what is wrong with a bad one is told, all of it, with its place."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from msgspec.structs import replace

from operating_round.errors import StateError
from operating_round.looking import table_of
from operating_round.steps.exchange import ExchangeStep
from whole_game import History, new_game, parse, parse_action
from whole_game.game import Game
from whole_game.keeping import document_of, opened

PLAYERS = ["Ann", "Bob", "Cy"]


def problems(document: Any) -> dict[str, str]:
    """What is told of a document, by place."""
    with pytest.raises(StateError) as caught:
        parse(document)
    return {problem.where: problem.message for problem in caught.value.problems}


def changed(game: Game, **changes: Any) -> Any:
    """A game's document, changed at paths written with two underscores."""
    document = copy.deepcopy(game.document())
    for path, value in changes.items():
        inside = document
        *above, last = path.split("__")
        for name in above:
            inside = inside.setdefault(name, {})
        inside[last] = value
    return document


def after(game: Game, *actions: dict[str, Any]) -> Game:
    history = History(game)
    for action in actions:
        history.apply(parse_action(action))
    return history.game


def bid(private: str, price: int) -> dict[str, Any]:
    return {"type": "bid", "private": private, "price": price}


@pytest.fixture
def auction() -> Game:
    """1830: Ann has bid 45 on CS, Bob 75 on DH."""
    return after(new_game("1830", PLAYERS), bid("CS", 45), bid("DH", 75))


@pytest.fixture
def stock() -> Game:
    """1830, first stock round: Ann has bought all but the B&O, which Bob has at 100."""
    game = new_game("1830", PLAYERS)
    rows = [("SV", 20), ("CS", 40), ("DH", 70), ("MH", 110), ("CA", 160), ("BO", 220)]
    names = list(game.operating.privates)
    played = History(game)
    for name, (_, price) in zip(names, rows, strict=True):
        played.apply(parse_action(bid(name, price)))
    last = played.game.auction
    assert last is not None
    played.apply(parse_action({"type": "par", "corporation": last.par[0], "price": 100}))
    assert played.game.stock is not None
    return played.game


def test_what_is_sound_is_read(auction: Game, stock: Game) -> None:
    for game in (auction, stock, new_game("1846", PLAYERS, seed=4)):
        assert parse(game.document()) == game


@pytest.mark.parametrize("document", [None, [], {}, 5, {"format": "route-opt/state@1"}])
def test_other_documents_are_refused(document: Any) -> None:
    assert "route-opt/game@1" in problems(document)["format"]


def test_private_companies_are_those_of_the_title(auction: Game) -> None:
    """And under an option that brings others, those: the Uno-Takamatsu Ferry is no beginner's."""
    offered = auction.auction.offered if auction.auction else ()
    found = problems(
        changed(auction, operating__privates__XX=None, auction__offered=[*offered, "XX"])
    )
    assert "'XX' is not a private company; there are SV, CS," in found["operating.privates.XX"]
    usual = new_game("1889", [*PLAYERS, "Di"])
    assert "UTF" in usual.operating.privates
    found = problems(changed(usual, operating__options=["beginner_game"]))
    assert found.keys() == {"operating.privates.UTF"}


def test_everything_is_told_at_once(auction: Game) -> None:
    """Faults of the state and faults beside it, of names and of types, in one answer."""
    document = changed(
        auction,
        priority="Dora",
        auction__turn="Eve",
        operating__phase="9",
        operating__bankrupt=["Zed"],
        unpaid=["XYZ"],
    )
    found = problems(document)
    assert {"priority", "auction.turn", "operating.phase", "unpaid"} <= found.keys()
    assert "'Dora' is not a player; expected one of Ann, Bob, Cy" in found["priority"]
    found = problems({**document, "seed": "x", "passed": 1, "stock_rounds": -1})
    assert {"seed", "passed", "stock_rounds", "operating.phase"} <= found.keys()
    assert "" not in found  # a field that is not known is told once, with its name


def test_money_and_rounds_are_told_with_names(auction: Game) -> None:
    stock = {"turn": "Ann"}
    document = changed(auction, priority="Dora", operating__bank=1, stock=stock)
    found = problems(document)
    assert found.keys() == {"priority", "operating.bank", "stock", "stock_rounds"}


def test_money_is_that_of_the_box(auction: Game) -> None:
    document = changed(auction, operating__bank=auction.operating.bank - 1)
    # 12,000 less the one that is missing
    assert "11999; the game has 12000" in problems(document)["operating.bank"]


def test_bids_are_covered_by_cash_and_high_enough(auction: Game) -> None:
    # 800 each; a bid on DH (70) is 75 or more, and 5 above the one before
    document = changed(auction, auction__bids={"CS": [["Ann", 500]], "DH": [["Ann", 400]]})
    assert "Ann has bid 900, and has 800" in problems(document)["auction.bids"]
    low = changed(auction, auction__bids={"DH": [["Ann", 100], ["Bob", 104]]})
    assert "Bob bids 104, when 105 was the least" in problems(low)["auction.bids.DH"]
    twice = changed(auction, auction__bids={"DH": [["Ann", 100], ["Ann", 110]]})
    assert "two bids of one player" in problems(twice)["auction.bids.DH"]


def test_a_share_that_comes_with_a_private_company_is_there(auction: Game) -> None:
    """1830's C&A brings a share of the PRR: without the PRR nobody could buy it."""
    document = auction.document()
    del document["operating"]["corporations"]["PRR"]
    with pytest.raises(StateError, match="CA is unsold, and brings a share of it"):
        parse(document)


def test_what_is_offered_is_unsold(auction: Game) -> None:
    sold = changed(auction, operating__privates={**auction.operating.privates, "DH": "Cy"})
    assert "not those without an owner" in problems(sold)["auction.offered"]


def test_a_contest_has_bidders(auction: Game) -> None:
    found = problems(changed(auction, auction__contest="CS", auction__speaker="Ann"))
    assert "not up for sale with several bids" in found["auction.contest"]


def test_one_round_at_a_time(auction: Game, stock: Game) -> None:
    both = {**auction.document(), "stock": stock.document()["stock"], "stock_rounds": 1}
    assert "auction and stock" in problems(both)["stock"]
    operating = changed(stock, operating__operating_rounds=[1, 1])
    assert "beside stock" in problems(operating)["operating.operating_rounds"]


def test_passes_are_no_more_than_players(stock: Game) -> None:
    assert "9 passes in a row, by 3" in problems(changed(stock, stock__passes=9))["stock.passes"]


def test_shares_are_whole_and_the_president_leads(stock: Game) -> None:
    name = next(n for n, row in stock.operating.corporations.items() if row.owner)
    short = changed(stock)
    short["operating"]["corporations"][name]["shares"] = {"IPO": 70, "Cy": 20}
    assert "90%, not 100%" in problems(short)[f"operating.corporations.{name}.shares"]
    led = changed(stock)
    shares = led["operating"]["corporations"][name]["shares"]
    rival = next(player for player in PLAYERS if player not in shares)
    shares[rival], shares["IPO"] = 30, shares["IPO"] - 30
    where = f"operating.corporations.{name}.owner"
    assert "less than the 30% of another" in problems(led)[where]


def test_protection_waits_only_where_there_is_some(stock: Game) -> None:
    name = next(n for n, row in stock.operating.corporations.items() if row.owner)
    sale = {"seller": "Ann", "president": "Cy", "corporation": name, "count": 1}
    found = problems(changed(stock, stock__sales=[sale], stock__asked=True))
    assert "prices wait for nobody in 1830" in found["stock.sales"]
    sold = new_game("1850", PLAYERS).document()
    sold = {**sold, "stock": {"turn": "Ann", "asked": True}, "stock_rounds": 1}
    del sold["auction"]
    assert "no sale to ask about" in problems(sold)["stock.asked"]


def test_an_offer_could_be_taken(stock: Game) -> None:
    action = {"type": "buy_private", "private": "SV", "price": 30}
    turn = stock.stock
    assert turn is not None
    owner = stock.operating.privates["SV"]
    other = next(player for player in PLAYERS if player not in (turn.turn, owner))
    # Private companies are not sold between players in the first stock round (23.1)
    found = problems(changed(stock, offer={"by": turn.turn, "to": owner, "action": action}))
    assert "offer.action" in found or "offer" in found
    found = problems(changed(stock, offer={"by": other, "to": turn.turn, "action": {"type": "x"}}))
    assert "not an action" in found["offer.action"]


def test_an_end_has_a_reason(stock: Game) -> None:
    assert "but why" in problems(changed(stock, operating__over=True))["operating.finish"]


def test_as_many_players_as_the_title_takes() -> None:
    document = new_game("1846", PLAYERS).document()
    document["operating"]["players"] = {"Ann": 400}
    assert "is played by" in problems(document)["operating.players"]


def test_a_draft_has_every_card_once() -> None:
    game = new_game("1846", PLAYERS, seed=1)
    assert game.draft is not None
    private = next(card for card in game.draft.deck if not card.startswith("blank"))
    lost = [card for card in game.draft.deck if card != private]
    found = problems(changed(game, draft__deck=lost))
    assert f"{private} is neither in the deck nor kept" in found["draft"]
    twice = [*game.draft.deck, private]
    assert "is there 2 times" in problems(changed(game, draft__deck=twice))["draft"]


def test_half_a_character_in_what_was_done_costs_the_history_alone(auction: Game) -> None:
    history = History(new_game("1830", PLAYERS))
    history.apply(parse_action(bid("CS", 45)))
    document = document_of(history)
    document["history"]["\udfff"] = 1
    found, note = opened(document)
    assert found.game == history.game
    assert not found.actions
    assert "half a character" in note


def test_a_swap_for_a_corporation_that_is_not_there_is_not_offered(stock: Game) -> None:
    """1830's M&H brings a share of the NYC: without that corporation there is none to be had."""
    rows = {k: v for k, v in stock.operating.corporations.items() if k != "NYC"}
    operating = replace(stock.operating, corporations=rows)
    table = table_of(operating)
    assert not list(ExchangeStep().choices(table))
