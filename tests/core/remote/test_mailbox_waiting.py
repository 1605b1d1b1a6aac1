"""Messages to a player while requests wait in the mailbox, and tickets for seats by mail."""

import asyncio
from collections.abc import Callable

import pytest

from rokoko_core.remote import messages as m
from rokoko_core.remote.client import RemoteGame, Waiting
from rokoko_core.remote.mailbox.seat_mailbox import WrongCode
from rokoko_core.remote.tickets import Tickets
from tests.core.remote.mailbox_table import MailTable, settle

pytestmark = pytest.mark.usefixtures("quick_mail")


def impatient(table: MailTable, seat: int = 0) -> RemoteGame:
    """Return the game of ``seat``, which waits for no answer."""
    game, box = table.players[seat], table.boxes[seat]
    game.patience, game.is_waiting = 0.0, lambda: bool(box.pending)
    return game


async def test_a_change_that_waits_is_neither_lost_nor_taken(table: MailTable) -> None:
    await table.start()
    await table.stop_host()
    game = impatient(table)
    with pytest.raises(Waiting):
        await game.play(game.menu.actions[0])
    assert game.person_to_move is None
    assert game.position == 0
    await table.start_host()
    await table.until(lambda: game.position == 1)
    assert not game.is_waiting()
    assert game.confirmations == []


async def test_a_change_refused_later_is_told(table: MailTable) -> None:
    await table.start()
    await table.stop_host()
    game = impatient(table)
    for action in game.menu.actions[:2]:
        with pytest.raises(Waiting):
            await game.play(action)
    await table.start_host()
    await table.until(lambda: not game.is_waiting())
    await settle()
    assert game.confirmations == [False]
    assert table.host.game.position == 1


async def test_an_answer_is_announced_once_nothing_waits(table: MailTable) -> None:
    await table.start()
    await table.stop_host()
    game, box = impatient(table), table.boxes[0]
    waiting: list[int] = []
    box.on_answer = lambda: waiting.append(len(box.pending))
    with pytest.raises(Waiting):
        await game.play(game.menu.actions[0])
    assert waiting == []
    await table.start_host()
    await table.until(lambda: game.position == 1)
    assert waiting == [0]


async def test_a_ticket_by_mail_is_the_same_for_the_same_code(table: MailTable) -> None:
    await table.start_host()
    tickets = Tickets(table.root / "tickets")
    ticket = tickets.new_by_mail(table.folder, table.codes[1])
    assert ticket.seat == 1
    assert tickets.new_by_mail(table.folder, table.codes[1].lower()) == ticket
    assert tickets.list() == [ticket]
    assert {path.stat().st_mode & 0o777 for path in tickets.folder.iterdir()} == {0o600}
    with pytest.raises(WrongCode):
        tickets.new_by_mail(table.folder, "AAAA-BBBB-CCCC")


async def test_a_look_gets_the_present_position_and_writes_nothing(table: MailTable) -> None:
    await table.start()
    await table.stop_player(1)
    game = table.players[0]
    playing = asyncio.create_task(game.play(game.menu.actions[0]))
    await table.until(playing.done)
    table.share(1)
    before = sorted(path for path in table.copy_of(1).rglob("*"))
    box = table.enter(1)
    connection = await box.open()
    await connection.send(m.encode(m.Hello(history=False, peek=True)))
    received = []
    while not connection.lines.empty():
        received.append(m.decode_host(await connection.receive() or b""))
    assert [type(message) for message in received] == [m.Welcome, m.Update, m.Seats]
    assert received[1].position == 1
    await box.exchange()
    connection.close()
    del table.boxes[1]
    assert sorted(path for path in table.copy_of(1).rglob("*")) == before


async def test_seats_by_mail_are_marked(table: MailTable) -> None:
    await table.start(1)
    await table.exchange()
    assert [(status.connected, status.by_mail) for status in table.host.seats().seats] == [
        (False, True),
        (False, False),
    ]


async def test_a_short_patience_does_not_cut_off_writing(table: MailTable, monkeypatch: pytest.MonkeyPatch) -> None:
    await table.start()
    await table.stop_host()
    game = impatient(table)

    async def slow(function: Callable[..., object], *values: object) -> object:
        await settle()
        return function(*values)

    monkeypatch.setattr("asyncio.to_thread", slow)
    with pytest.raises(Waiting):
        await game.play(game.menu.actions[0])
    assert len(list((table.copy_of(0) / "seat-1" / "to-host").iterdir())) == 1
