"""What the host of a game carries out, and what it refuses."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rokoko_core import Seat, Setup, legal_actions
from rokoko_core.actions import Decline, DrawTile, EndTurn, KeepTile, PlayCard, TakeTile
from rokoko_core.components import catalogue, components_named
from rokoko_core.game import Concede, FenceKind, Game, Hint, StandIn, Undo
from rokoko_core.journal import open_journal, read
from rokoko_core.pending import CardChoice
from rokoko_core.play.local_game import LocalGame
from rokoko_core.remote import messages as m
from rokoko_core.remote.client import RemoteGame
from rokoko_core.remote.host_options import Delay
from tests.core.components.test_own_sets import attic
from tests.core.play.in_memory import MemoryBook
from tests.core.remote.hosted import hosted, token_of
from tests.core.remote.wiretap import TappedHost, Wire, decode, played, setup_for, tapped
from tests.tabletop import deck, end_turn, game_at, give, new, stack, turn

R = m.RefusalCode


def acquiring(players: int = 3) -> Game:
    """Return a game in which seat 0 may take tiles, and draw one face down with its bonus."""
    state = stack(turn(new(players), 0, "1-random-tile"), "rb:yarn", "bb:lace")
    return game_at(give(state, 0, livre=20))


async def ask(table: TappedHost, seat: int | None, kind: type[m.Request], *fields: Any) -> m.HostMessage:
    """Send a request of ``seat``, a change for its last update, and wait until everybody knows of it."""
    wire = table.wires[seat]
    number = (wire.update.number,) if issubclass(kind, m.Change) else ()
    answer = await wire.ask(kind, *number, *fields)
    await table.settle()
    return answer


async def refusal(table: TappedHost, seat: int | None, kind: type[m.Request], *fields: Any) -> m.RefusalCode | None:
    """Return why a request is refused, which must leave the game as it is; None if it is carried out."""
    before = list(table.game.entries)
    answer = await ask(table, seat, kind, *fields)
    if not isinstance(answer, m.Refused):
        return None
    assert table.game.entries == before
    return answer.code


def decided(wire: Wire) -> list[m.UndoDecided]:
    """Return the decisions about undoing that ``wire`` was sent."""
    return [decode(line) for line in wire.lines if line.startswith(b'{"type":"undo-decided"')]  # type: ignore[misc]


# ---- playing


async def test_a_request_for_an_older_position_is_refused_and_harmless() -> None:
    async with tapped(acquiring()) as table:
        wire = table.wires[0]
        number = wire.update.number
        assert isinstance(await wire.ask(m.Play, number, TakeTile(0)), m.Done)
        for kind, *fields in (
            (m.Play, TakeTile(0)),
            (m.UndoTo, 0),
            (m.RedoTo, 1),
            (m.RedoTurn,),
            (m.TakeHint,),
            (m.AskForecast, Decline()),
        ):
            answer = await wire.ask(kind, number, *fields)
            assert isinstance(answer, m.Refused) and answer.code is R.STALE
        assert table.game.actions == [TakeTile(0)]


async def test_who_plays_is_answered_before_the_others_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The host makes the messages of all screens, and with many at the table an answer waited for them."""
    sent: list[tuple[Wire, bytes]] = []
    send = Wire.send

    async def note(wire: Wire, line: bytes) -> None:
        sent.append((wire, line.partition(b",")[0]))
        await send(wire, line)

    monkeypatch.setattr(Wire, "send", note)
    async with tapped(acquiring()) as table:
        sent.clear()
        await table.play(legal_actions(table.game.state)[0])
        await table.settle()
        mover, own = sent[0][0], [line for wire, line in sent if wire is sent[0][0]]
        assert mover is table.wires[0]
        assert own == [b'{"type":"step"', b'{"type":"update"', b'{"type":"done"']
        assert [wire for wire, _ in sent[:3]] == [mover] * 3
        assert {wire for wire, _ in sent[3:]} == {table.wires[1], table.wires[2], table.wires[None]}


async def test_an_illegal_action_and_one_of_another_seat_are_refused() -> None:
    async with tapped(acquiring()) as table:
        assert await refusal(table, 0, m.Play, EndTurn()) is R.ILLEGAL
        assert await refusal(table, 0, m.AskForecast, EndTurn()) is R.ILLEGAL
        for viewer in (1, 2, None):
            assert await refusal(table, viewer, m.Play, TakeTile(0)) is R.NOT_YOURS
            assert await refusal(table, viewer, m.AskForecast, TakeTile(0)) is R.NOT_YOURS
            assert await refusal(table, viewer, m.TakeHint) is R.NOT_YOURS
        for kind, *fields in ((m.Concede,), (m.LeaveToBot, "novice"), (m.TakeBack,), (m.UndoTo, 0, True)):
            assert await refusal(table, None, kind, *fields) is R.NOT_YOURS, "a spectator has no seat"
        assert isinstance(await ask(table, 0, m.Ping), m.Done)


@pytest.mark.parametrize("seed", range(2))
async def test_forecasts_are_those_of_a_local_game(seed: int) -> None:
    rng = Random(seed)
    async with tapped(played(setup_for(3, seed), 80 + seed, rng), viewers=[0, 1, 2]) as table:
        for _ in range(8):
            table.game.play(rng.choice(legal_actions(table.game.state)))
            table.host.moved()
            await table.settle()
            seat, items = table.game.state.pending[-1].seat, table.mover.update.menu.items
            local = LocalGame(MemoryBook(Game.like(table.game)), people=(seat,))
            local.sit_down()
            assert tuple(item.action for item in items) == tuple(item.action for item in local.menu.items)
            for item in items:
                answer = await ask(table, seat, m.AskForecast, item.action)
                assert isinstance(answer, m.ForecastAnswer)
                assert answer.forecast == local.known_forecast(item.action)


async def test_a_hint_is_recorded_if_hints_are_allowed() -> None:
    async with tapped(acquiring()) as table:
        assert isinstance(await ask(table, 0, m.TakeHint), m.Done)
        assert isinstance(await ask(table, 0, m.TakeHint), m.Done)
        assert table.game.entries == [Hint(0)], "one for each position"
        assert [wire.update.hints for wire in table.wires.values()] == [(1, 0, 0)] * 4
    async with tapped(acquiring(), hints=False) as table:
        assert await refusal(table, 0, m.TakeHint) is R.NO_HINTS


async def test_everybody_learns_that_a_player_conceded() -> None:
    async with tapped(acquiring()) as table:
        assert isinstance(await ask(table, 1, m.Concede), m.Done)
        assert await refusal(table, 1, m.Concede) is R.NOT_NOW
        assert table.game.entries == [Concede(1), StandIn(1, "journeyman")]
        assert [wire.update.concessions for wire in table.wires.values()] == [((1, 0),)] * 4


async def test_a_host_without_a_rematch_says_so() -> None:
    async with tapped(acquiring()) as table:
        assert await refusal(table, 1, m.WantRematch) is R.NO_REMATCH, "as by mail"
        table.host.can_rematch = True
        assert await refusal(table, 1, m.WantRematch) is R.NOT_NOW, "the game is not over"


async def test_the_recording_comes_only_after_the_end() -> None:
    game = played(setup_for(2), 10_000, Random(1))
    async with tapped(game) as table:
        for viewer in (0, None):
            assert await refusal(table, viewer, m.GetRecording) is R.NOT_NOW
        while not game.over:
            await table.play(legal_actions(game.state)[-1])
        await table.settle()
        for viewer in (0, None):
            answer = await ask(table, viewer, m.GetRecording)
            assert isinstance(answer, m.RecordingAnswer)
            assert (answer.setup, list(answer.entries)) == (game.setup, game.entries)
        assert await refusal(table, 0, m.UndoTo, 0) is R.NOT_NOW
        assert await refusal(table, 1, m.Concede) is R.NOT_NOW


async def test_a_change_that_the_disk_does_not_take_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = acquiring()

    def full(entry: object) -> None:
        raise OSError(28, "No space left on device")

    async with tapped(game) as table:
        await ask(table, 0, m.Play, TakeTile(0))
        game.recorded_by(full)
        position = table.wires[0].update.position
        assert await refusal(table, 0, m.Play, KeepTile()) is R.NOT_WRITTEN
        assert await refusal(table, 0, m.UndoTo, 0) is R.NOT_WRITTEN
        assert await refusal(table, 0, m.Concede) is R.NOT_WRITTEN
        assert {wire.update.position for wire in table.wires.values()} == {position}
        game.recorded_by(lambda entry: None)
        assert isinstance(await ask(table, 0, m.Play, KeepTile()), m.Done)


# ---- undo and redo


async def test_own_steps_are_undone_up_to_the_fence() -> None:
    async with tapped(acquiring()) as table:
        for action in (TakeTile(0), KeepTile(), DrawTile(), KeepTile()):
            assert isinstance(await ask(table, 0, m.Play, action), m.Done)
        assert table.wires[0].update.fence is not None
        assert await refusal(table, 0, m.UndoTo, 4) is R.NOTHING
        assert isinstance(await ask(table, 0, m.UndoTo, 3), m.Done)
        answer = await ask(table, 0, m.UndoTo, 1)
        assert isinstance(answer, m.Refused) and answer.code is R.FENCED
        assert answer.fence == table.wires[0].update.fence
        assert answer.fence is not None and (answer.fence.kind, answer.fence.position) == (FenceKind.REVEALED_TILE, 2)
        assert table.game.cursor == 3


async def test_own_steps_are_redone() -> None:
    async with tapped(acquiring()) as table:
        assert await refusal(table, 0, m.RedoTo, 1) is R.NOTHING
        for action in (TakeTile(0), KeepTile()):
            await ask(table, 0, m.Play, action)
        await ask(table, 0, m.UndoTo, 0)
        assert [wire.update.can_redo for wire in table.wires.values()] == [True, False, False, False]
        for other in (1, 2, None):
            assert await refusal(table, other, m.RedoTo, 1) is R.NOT_YOURS, "nobody redoes for others"
            assert await refusal(table, other, m.RedoTurn) is R.NOT_YOURS
        assert await refusal(table, 0, m.RedoTo, 3) is R.NOTHING
        assert isinstance(await ask(table, 0, m.RedoTo, 1), m.Done)
        assert isinstance(await ask(table, 0, m.RedoTurn), m.Done)
        assert (table.game.cursor, table.game.length) == (2, 2)
        await ask(table, 0, m.UndoTo, 0)
        await ask(table, 0, m.Play, TakeTile(3))
        assert await refusal(table, 0, m.RedoTurn) is R.NOTHING, "something else was played"


async def test_others_see_what_was_played_in_place_of_an_undone_step() -> None:
    async with tapped(acquiring()) as table:
        await ask(table, 0, m.Play, TakeTile(0))
        await ask(table, 0, m.UndoTo, 0)
        await ask(table, 0, m.Play, TakeTile(3))
        steps = [decode(line) for line in table.wires[1].lines if line.startswith(b'{"type":"step"')]
        tiles = [move.start.index for step in steps for move in step.events[0].moved]
        assert tiles == [0, 3]
        newcomer = await table.connect(2, history=True)
        steps = [decode(line) for line in newcomer.lines if line.startswith(b'{"type":"step"')]
        assert [move.start.index for step in steps for move in step.events[0].moved] == [3]


async def test_nobody_undoes_for_others() -> None:
    async with tapped(acquiring()) as table:
        await ask(table, 0, m.Play, TakeTile(0))
        assert await refusal(table, 1, m.UndoTo, 0) is R.FENCED
        assert await refusal(table, None, m.UndoTo, 0) is R.NOT_YOURS
        assert isinstance(await ask(table, 1, m.UndoTo, 0, True), m.Asked)
        assert table.game.cursor == 1, "the others are asked"


async def fenced_table(table: TappedHost) -> None:
    """Let seat 0 draw a tile and keep it, which it cannot undo alone."""
    for action in (Decline(), DrawTile(), KeepTile()):
        assert isinstance(await ask(table, 0, m.Play, action), m.Done)


async def test_all_agree_to_an_undo_across_a_fence() -> None:
    async with tapped(acquiring()) as table:
        await fenced_table(table)
        assert isinstance(await ask(table, 0, m.UndoTo, 1, True), m.Asked)
        question = table.host.question
        assert question is not None and question.agreed == {0}
        assert not any(line.startswith(b'{"type":"undo-asked"') for line in table.wires[None].lines), "a spectator"
        assert await refusal(table, 1, m.UndoTo, 0, True) is R.NOT_NOW, "one question at a time"
        newcomer = await table.connect(2)
        assert any(line.startswith(b'{"type":"undo-asked"') for line in newcomer.lines)
        assert isinstance(await ask(table, 1, m.AnswerUndo, True), m.Done)
        assert table.game.cursor == 3
        assert isinstance(await ask(table, 2, m.AnswerUndo, True), m.Done)
        assert table.game.cursor == 1
        assert table.game.entries[-1] == Undo(1, FenceKind.REVEALED_TILE)
        assert [decided(table.wires[seat]) for seat in (0, 1, 2)] == [[m.UndoDecided(0, None, True)]] * 3
        assert await refusal(table, 1, m.AnswerUndo, True) is R.NOTHING


async def test_one_refusal_is_enough() -> None:
    async with tapped(acquiring()) as table:
        await fenced_table(table)
        await ask(table, 0, m.UndoTo, 1, True)
        assert isinstance(await ask(table, 2, m.AnswerUndo, False), m.Done)
        assert await refusal(table, 1, m.AnswerUndo, True) is R.NOTHING
        assert table.game.cursor == 3
        assert decided(table.wires[0]) == [m.UndoDecided(0, refused_by=2)]


async def test_the_asker_withdraws_a_question_and_a_late_answer_does_not_count_for_the_next_one() -> None:
    async with tapped(acquiring()) as table:
        await fenced_table(table)
        await ask(table, 0, m.UndoTo, 1, True)
        first = table.host.question
        assert first is not None
        assert isinstance(await ask(table, 0, m.AnswerUndo, False, first.number), m.Done)
        assert decided(table.wires[1]) == [m.UndoDecided(0)]
        await ask(table, 0, m.UndoTo, 1, True)
        second = table.host.question
        assert second is not None and second.number != first.number
        assert await refusal(table, 1, m.AnswerUndo, True, first.number) is R.NOTHING
        assert table.host.question == second
        await ask(table, 1, m.AnswerUndo, True, second.number)
        assert table.host.question.waits_for(table.host.people) == (2,)
        await ask(table, 0, m.Play, EndTurn())
        assert table.host.question is None, "a play withdraws it as well"


async def test_the_disk_refuses_an_undo_that_all_agreed_to(monkeypatch: pytest.MonkeyPatch) -> None:
    async with tapped(acquiring(2)) as table:
        await fenced_table(table)
        await ask(table, 0, m.UndoTo, 1, True)

        def fail(position: int, cross: bool = False) -> None:
            raise OSError(28, "full")

        with monkeypatch.context() as patch:
            patch.setattr(table.game, "undo_to", fail)
            assert await refusal(table, 1, m.AnswerUndo, True) is R.NOT_WRITTEN
        assert decided(table.wires[0]) == [m.UndoDecided(0)]
        await ask(table, 0, m.UndoTo, 1, True)
        await ask(table, 1, m.AnswerUndo, True)
        assert table.game.cursor == 1, "asked again"


async def test_a_question_is_withdrawn_if_play_goes_on() -> None:
    async with tapped(acquiring()) as table:
        await fenced_table(table)
        await ask(table, 1, m.UndoTo, 1, True)
        await ask(table, 0, m.Play, EndTurn())
        assert decided(table.wires[2]) == [m.UndoDecided(1)]
        assert await refusal(table, 2, m.AnswerUndo, True) is R.NOTHING
        assert table.game.cursor == 4


async def test_no_undo_after_a_hidden_piece_of_another_player_came_out() -> None:
    state = deck(end_turn(turn(new(3), 0, "base-master")), 1, hand=["base-master"], supply=["base-journeyman"])
    async with tapped(game_at(replace(state, pending=(CardChoice(1),)))) as table:
        await ask(table, 1, m.Play, PlayCard("base-master"))
        for other in (0, 2):
            assert await refusal(table, other, m.UndoTo, 0, True) is R.SECRET_OUT
        assert isinstance(await ask(table, 1, m.UndoTo, 0), m.Done), "one's own"


async def test_who_has_no_seat_yet_or_has_a_bot_is_not_asked(tmp_path: Path) -> None:
    async with hosted(tmp_path, Setup(tuple(map(Seat, ("Ada", "Bo", "Cy"))), 3, first_player=0)) as table:
        host = table.host
        assert host.people == set()
        ada, bo = await table.join_all((0, 1))
        assert host.people == {0, 1}
        await ada.play(ada.menu.actions[0])
        await table.settle()
        await bo.leave_to_bot("novice")
        assert host.people == {0}


# ---- bots for people


async def test_a_bot_plays_for_a_person_and_the_person_returns(tmp_path: Path) -> None:
    async with hosted(tmp_path, Setup((Seat("Ada"), Seat("Bo")), 5, first_player=0)) as table:
        ada, bo = await table.join_all((0, 1))
        await ada.play(ada.menu.actions[0])
        await table.settle()
        assert bo.person_to_move == 1
        await bo.leave_to_bot("novice")
        while table.game.cursor < 2 or table.game.seat_of(table.game.cursor - 1) == 1:
            await table.settle()
            if ada.person_to_move is not None:
                break
        assert table.game.seat_of(1) == 1, "the bot has chosen"
        await bo.take_back()
        assert not bo.is_bot(1)
        reading = read(table.path)
        stand_ins = [entry for entry in reading.game.entries if isinstance(entry, StandIn)]
        assert stand_ins == [StandIn(1, "novice"), StandIn(1)]
        assert reading.game.entries == table.game.entries


async def test_a_seat_goes_only_to_a_bot_for_people_and_only_its_own() -> None:
    async with tapped(acquiring()) as table:
        for level in ("", "nobody", "random", "../master"):
            assert await refusal(table, 0, m.LeaveToBot, level) is R.NO_LEVEL
        assert await refusal(table, 0, m.TakeBack) is R.NOT_NOW
        assert isinstance(await ask(table, 0, m.LeaveToBot, "novice"), m.Done)
        assert await refusal(table, 0, m.LeaveToBot, "novice") is R.NOT_NOW
        assert table.wires[0].update.menu.items == ()
        assert await refusal(table, 0, m.Play, TakeTile(0)) is R.NOT_YOURS, "the bot decides"
        assert isinstance(await ask(table, 0, m.TakeBack), m.Done)
        assert table.wires[0].update.menu.items != ()
        assert table.game.entries == [StandIn(0, "novice"), StandIn(0)]


async def test_reading_an_older_save_for_a_host_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "old.rokoko"
    path.write_bytes(next(iter(sorted(Path("saves").glob("*.rokoko")))).read_bytes())
    before = path.read_bytes()
    game = LocalGame(open_journal(path), people=())
    table = TappedHost(game.recording)
    assert table.host.view_of(0).number > 0
    game.close()
    assert path.read_bytes() == before


async def test_an_older_save_is_continued_and_not_rewritten(tmp_path: Path) -> None:
    path = tmp_path / "old.rokoko"
    lines = (Path("saves") / "base-2.rokoko").read_bytes().splitlines(keepends=True)
    before = b"".join(lines[: len(lines) // 2])
    path.write_bytes(before)
    game = LocalGame(open_journal(path), people=())
    await game.stand_in(1, "novice")
    game.close()
    assert path.read_bytes().startswith(before)
    reading = read(path)
    assert reading.damage is None and reading.game.entries[-1] == StandIn(1, "novice")
    assert reading.game.level_of(1) == "novice"


# ---- connections


async def test_the_newest_connection_of_a_seat_wins() -> None:
    async with tapped(acquiring()) as table:
        older = table.wires[1]
        newer = await table.connect(1)
        assert older.lines[-1] == m.encode(m.Farewell(m.FarewellCode.ELSEWHERE))
        assert len([session for session in table.host.sessions if session.seat == 1]) == 1
        await ask(table, 0, m.Play, TakeTile(0))
        assert newer.update.position == 1


async def test_a_client_that_only_looks_does_not_take_the_seat() -> None:
    async with tapped(acquiring(), viewers=[0, 1]) as table:
        wire = Wire()
        wire.write(m.Hello(token=token_of(1), peek=True))
        await table.host.serve(wire)
        assert [type(decode(line)) for line in wire.lines] == [m.Welcome, m.Update, m.Seats]
        assert wire.update == table.wires[1].update
        assert {session.seat for session in table.host.sessions} == {0, 1}


async def test_spectators_see_actions_at_once_or_at_the_end_of_the_turn() -> None:
    async with tapped(acquiring(), spectators=Delay.NONE) as table:
        await ask(table, 0, m.Play, TakeTile(0))
        assert table.wires[None].update.position == 1
    async with tapped(acquiring(), spectators=Delay.TURN) as table:
        lines = len(table.wires[None].lines)
        for action in (TakeTile(0), KeepTile(), Decline()):
            assert isinstance(await ask(table, 0, m.Play, action), m.Done)
        await ask(table, 0, m.TakeHint)
        assert len(table.wires[None].lines) == lines
        assert isinstance(await ask(table, 0, m.Play, EndTurn()), m.Done)
        assert table.wires[None].update.position == 4
    async with tapped(acquiring(), viewers=[0], spectators=None) as table:
        wire = await table.connect(None)
        assert wire.lines == [m.encode(m.Farewell(m.FarewellCode.NO_SPECTATORS))]


@pytest.mark.parametrize(
    ("hello", "code"),
    [
        (m.Hello(protocol=99), m.FarewellCode.PROTOCOL),
        (m.Hello(rules=99), m.FarewellCode.PROTOCOL),
        (m.Hello(access="wrong"), m.FarewellCode.WRONG_CODE),
        (m.Hello(token="unknown" * 5), m.FarewellCode.WRONG_CODE),
        (m.Hello(code="AAAA-BBBB-CCCC", token="unknown" * 5), m.FarewellCode.WRONG_CODE),
        (m.Ping(1), m.FarewellCode.BAD_MESSAGE),
    ],
)
async def test_who_is_not_admitted_learns_why_and_nothing_else(
    hello: Any, code: m.FarewellCode, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rokoko_core.remote.session.WRONG_CODE_SECONDS", 0)
    async with tapped(acquiring(), viewers=[0]) as table:
        wire = Wire()
        wire.write(hello)
        await table.host.serve(wire)
        assert wire.lines == [m.encode(m.Farewell(code))]
        assert not table.host.strangers


async def test_garbage_and_silence_end_a_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    async with tapped(acquiring(), viewers=[0]) as table:
        for line in (b"", b"[]", b'{"type":"play"}', b"[" * 5000, b'{"type":"hello"', b"\xff\xfe"):
            wire = Wire()
            wire.write_line(line)
            await table.host.serve(wire)
            assert wire.lines == [m.encode(m.Farewell(m.FarewellCode.BAD_MESSAGE))], line
            wire = await table.connect(1)
            wire.write_line(line)
            await table.end_of(wire)
            assert wire.lines[-1] == m.encode(m.Farewell(m.FarewellCode.BAD_MESSAGE)), line
        monkeypatch.setattr("rokoko_core.remote.session.HELLO_SECONDS", 0)
        wire = Wire()
        await table.host.serve(wire)
        assert wire.lines == [m.encode(m.Farewell(m.FarewellCode.IDLE))]
        assert isinstance(await ask(table, 0, m.Ping), m.Done), "the others are not disturbed"


async def test_the_tables_of_an_own_component_set_are_sent(tmp_path: Path) -> None:
    own = attic(tmp_path / "sets", now="livre = 18")
    try:
        async with hosted(tmp_path, Setup((Seat("Ada"), Seat("Bo")), 5, components="attic")) as table:
            ada = await table.join(0)
            welcome, key = ada.welcome, ada.setup.components
        catalogue._known.clear()
        RemoteGame(table.open, m.Hello())._welcome(welcome)
        assert components_named(key).digest == own.digest
    finally:
        catalogue._known.clear()
