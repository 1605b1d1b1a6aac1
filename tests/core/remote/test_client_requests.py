"""What a client asks a host for: each method sends the request it names, and knows beforehand what is impossible."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, get_args

import pytest

from rokoko_core import Seat, Setup
from rokoko_core.actions import ChooseHand
from rokoko_core.remote import messages as m
from rokoko_core.remote.client import RemoteGame
from rokoko_core.remote.link import NotTaken
from tests.core.remote.hosted import HostedTable, hosted

SETUP = Setup((Seat("Ada"), Seat("Bo"), Seat("Cy")), 3, first_player=0)
ACTION = ChooseHand(("base-apprentice-livre",))
REQUESTS: list[tuple[Callable[[RemoteGame], Awaitable[object]], type[m.Request], dict[str, object]]] = [
    (lambda game: game.play(ACTION), m.Play, {"action": ACTION}),
    (lambda game: game.undo_to(2), m.UndoTo, {"position": 2, "ask": False}),
    (lambda game: game.undo_to(2, cross=True), m.UndoTo, {"position": 2, "ask": True}),
    (lambda game: game.redo_to(9), m.RedoTo, {"position": 9}),
    (lambda game: game.redo_turn(), m.RedoTurn, {}),
    (lambda game: game.hint(), m.TakeHint, {}),
    (lambda game: game.answer_undo(True, 5), m.AnswerUndo, {"agrees": True, "question": 5}),
    (lambda game: game.answer_undo(False), m.AnswerUndo, {"agrees": False, "question": 0}),
    (lambda game: game.concede(1), m.Concede, {}),
    (lambda game: game.leave_to_bot("novice"), m.LeaveToBot, {"level": "novice"}),
    (lambda game: game.fill_seat(2, "master"), m.FillSeat, {"seat": 2, "level": "master"}),
    (lambda game: game.say("Hello"), m.Chat, {"text": "Hello", "phrase": ""}),
    (lambda game: game.say(phrase="thanks"), m.Chat, {"text": "", "phrase": "thanks"}),
    (lambda game: game.want_rematch(), m.WantRematch, {}),
    (lambda game: game.take_back(), m.TakeBack, {}),
    (lambda game: game.give_back(), m.GiveBack, {}),
    (lambda game: game.give_name("Uma"), m.GiveName, {"name": "Uma"}),
]


async def test_each_method_sends_its_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with hosted(tmp_path, SETUP) as table:
        ada, bo = await table.join_all((0, 1))
        await ada.play(ada.menu.actions[0])
        await table.settle()
        sent: list[m.Request] = []
        patient = set[float]()

        async def note(request: m.Request, patience: float) -> m.Answer:
            sent.append(request)
            patient.add(patience)
            return m.Done(request.id)

        monkeypatch.setattr(bo.link, "request", note)
        update = bo._update.number
        assert update > 0
        for ask, kind, fields in REQUESTS:
            await ask(bo)
            request = sent.pop()
            known: dict[str, Any] = {"id": request.id, **fields}
            if issubclass(kind, m.Change):
                known["update"] = update
            assert request == kind(**known) and not sent
        assert patient == {8.0}, "seconds for the answer"
    elsewhere = {m.AskForecast, m.GetRecording, m.Ping}
    assert {kind for _, kind, _ in REQUESTS} | elsewhere == set(get_args(m.Request))


async def test_a_client_knows_whom_the_host_asks_before_an_undo(tmp_path: Path) -> None:
    found = set[tuple[int, ...] | None]()
    async with hosted(tmp_path, SETUP) as table:
        clients = await table.join_all((0, 1, 2))
        for number in range(14):
            await table.settle()
            mover = next(client for client in clients if client.person_to_move is not None)
            await mover.play(mover.menu.actions[-1 if number % 3 else 0])
            await table.settle()
            for client in clients:
                for target in {0, client.position - 2, client.position - 1} & set(range(client.position)):
                    if client.fence(target) is not None:
                        expected = client.undo_voters(target)
                        voters = None if expected is None else tuple(expected)
                        found.add(voters)
                        assert await asked(table, client, target) == voters
    assert found == {None, (1, 2), (0, 2), (0, 1)}


async def asked(table: HostedTable, client: RemoteGame, target: int) -> tuple[int, ...] | None:
    """Return whom the host asks about an undo to ``target``; None where it refuses to ask."""
    try:
        await client.undo_to(target, cross=True)
    except NotTaken as refused:
        assert refused.code is m.RefusalCode.SECRET_OUT
        return None
    await table.settle()
    question = client.undo_asked
    assert question is not None
    await client.withdraw_undo()
    return question.waits_for
