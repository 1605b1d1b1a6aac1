"""Ukrainian: plurals, letters, sorting, search, sentences, speech, typography and typed commands."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from rokoko_core import Game, State, why_not
from rokoko_core.actions import (
    Action,
    Decline,
    Depute,
    DiscardTile,
    DrawTile,
    Fund,
    KeepTile,
    TakeNotion,
    TakeTile,
    UseBonus,
)
from rokoko_core.bots.advice import Advice
from rokoko_core.box import box_of
from rokoko_core.engine import apply, events, legal_actions
from rokoko_core.events import seen_by
from rokoko_core.files import system_code
from rokoko_core.score_sheet import RowChange
from rokoko_core.terms import Notion, Rank, ScoreRow
from rokoko_tui.cli.plain_reports import COMMANDS, parse_command
from rokoko_tui.games import Start
from rokoko_tui.screens.palette import PaletteEntry, rank_entries
from rokoko_tui.text import get_words, piece_names
from rokoko_tui.text.advice import describe_gains, describe_steps, list_gains
from rokoko_tui.text.event_writers import LogWriter, PartWriter
from rokoko_tui.text.language_check import message_keys
from rokoko_tui.text.languages import choose_language, find_language
from rokoko_tui.text.message_rendering import inside
from rokoko_tui.text.messages import VALUE_TYPES, Choice, Parts, Placeholder, ValueType, flat
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.text.rule_topics import find_topics, topics
from rokoko_tui.text.safe_display import NO_BREAK_SPACE
from rokoko_tui.text.save_text import list_players
from rokoko_tui.text.speech import SpokenWords
from tests import tabletop as table
from tests.hostile import has_bytes
from tests.saves.sample_games import FOLDER
from tests.tui.at_table import Player, at_table

UKRAINIAN = "ukrainian"
WORDS = get_words("deluxe", UKRAINIAN)
ALPHABET = "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя"
NUMBERS = (0, 1, 2, 5, 11, 21, 22, 25)
SPOKEN = SpokenWords(WORDS.language, WORDS.edition)
LEAD = "Щоб мати більшість за феєрверками"
BARRY = WORDS.say("pieces.name.du-barry")


def read(text: str) -> str:
    """Return ``text`` as the output shows it."""
    return text.replace(NO_BREAK_SPACE, " ")


@pytest.mark.parametrize(
    "environ",
    [{"LANG": "uk_UA.UTF-8"}, {"LC_ALL": "uk"}, {"LC_MESSAGES": "uk_UA", "LANG": "en_GB.UTF-8"}],
    ids=str,
)
def test_locale_or_name_select_ukrainian(environ: dict[str, str]) -> None:
    assert choose_language("", environ) == UKRAINIAN
    for name in ("uk", UKRAINIAN, "Українська", "українська"):
        assert choose_language(name, {}) == UKRAINIAN


# ---- numbers


@pytest.mark.parametrize(
    ("key", "texts"),
    [
        ("language.money.amount", "0 ліврів|1 лівр|2 ліври|5 ліврів|11 ліврів|21 лівр|22 ліври|25 ліврів"),
        ("load.count.all", "0 ігор|1 гра|2 гри|5 ігор|11 ігор|21 гра|22 гри|25 ігор"),
    ],
)
def test_nouns_agree_with_numbers(key: str, texts: str) -> None:
    assert [read(WORDS.say(key, n=n)) for n in NUMBERS] == texts.split("|")


def test_no_text_of_one_thing_without_its_number_is_that_of_21() -> None:
    """Ukrainian has the same forms for 1 and 21."""
    faults = [
        f"{key}: {choice}"
        for key in message_keys(WORDS.language)
        for parts in WORDS.message(key).forms.values()
        for choice in flat(parts)
        if isinstance(choice, Choice) and "one" in choice.variants and not _has(choice.name, parts, choice)
        if _has(choice.name, choice.variants["other"]) and not _has(choice.name, choice.variants["one"])
    ]
    assert faults == []
    assert read(WORDS.say("table.remote.undo-steps", n=21)) == "Буде скасовано останні 21 крок."


def _has(name: str, parts: Parts, apart_from: Choice | None = None) -> bool:
    return any(
        isinstance(part, Placeholder) and part.name == name
        for each in parts
        if each is not apart_from
        for part in flat((each,))
    )


@pytest.mark.parametrize(
    ("term", "form", "texts"),
    [
        ("jewel", "nominative", "коштовностей коштовність коштовності коштовностей"),
        ("decoration", "accusative", "декорацій декорацію декорації декорацій"),
        ("lace", "instrumental", "мереживами мереживом мереживами мереживами"),
        ("employee", "nominative", "працівників працівник працівники працівників"),
        ("employee", "genitive", "працівників працівника працівників працівників"),
        ("yarn", "nominative", "ниток нитка нитки ниток"),
    ],
)
def test_terms_are_inflected_by_number(term: str, form: str, texts: str) -> None:
    none, one, few, many = texts.split()
    by_number = dict(zip(NUMBERS, (none, one, few, many, many, one, few, many), strict=True))
    category = WORDS.language.plurals.category
    assert {n: WORDS.term(term, f"{form}.{category(n)}") for n in NUMBERS} == by_number


def test_numbers_and_lists_follow_ukrainian_rules() -> None:
    assert WORDS.number(1.5) == WORDS.short(1.5) == "1,5"
    assert WORDS.listed(["Ada", "Bo", "Cy"]) == "Ada, Bo та Cy"


# ---- names


def test_player_names_are_never_inflected() -> None:
    name, checked = "Мар'яна Ґ.", 0
    for key in message_keys(WORDS.language):
        used = [part for part in flat(WORDS.message(key).first) if isinstance(part, Placeholder)]
        named = [part.name for part in used if VALUE_TYPES[part.name] is ValueType.NAME]
        if "who" in named and set(WORDS.message(key).placeholders) <= {"who", "n"}:
            assert name in WORDS.say_of(key, {"who": name, "n": 2}), key
            checked += 1
    assert checked > 20


# ---- letters


def test_silk_letters_are_unlike_digits_and_other_letters() -> None:
    silk = [WORDS.letter(colour) for colour in ("yellow", "green", "red", "blue")]
    others = [WORDS.letter("yarn"), WORDS.letter("lace")]
    others += [WORDS.rank_short(rank) for rank in (Rank.MASTER, Rank.JOURNEYMAN, Rank.APPRENTICE)]
    letters = [letter.upper() for letter in (*silk, *others)]
    assert len(set(silk)) == 4
    assert not set(silk) & {letter.upper() for letter in others}
    assert not set(letters) & set("ОЗБЧВІ"), "0, 3, 6, 4, 8, 1"
    assert all(letter.lower() in ALPHABET for letter in letters)


def test_names_are_sorted_by_the_ukrainian_alphabet() -> None:
    assert WORDS.language.alphabet == ALPHABET
    assert sorted(set(ALPHABET), key=WORDS.language.sort_key) == list(ALPHABET)
    names = ["Ada", "Ян", "Їжак", "Ґава", "Іван", "Єва", "Гава", "Емма", "Йосип", "Зоя", "2", "гай"]
    assert sorted(names, key=WORDS.language.sort_key) == [
        *("2", "Гава", "гай", "Ґава", "Емма", "Єва", "Зоя", "Іван", "Їжак", "Йосип", "Ян", "Ada")
    ]


def test_search_ignores_case_apostrophe_variants_and_ghe_with_upturn() -> None:
    offers = (PaletteEntry("Пам’ять про Ґанок", "", list), PaletteEntry("Їжа й ігри", "", list))
    for query in ("пам'я", "ПАМʼЯ", "памʼять", "ганок", "ҐАНОК"):
        assert [offer.words for offer in rank_entries(offers, query, WORDS.language)] == ["Пам’ять про Ґанок"], query
    assert [offer.words for offer in rank_entries(offers, "їж", WORDS.language)] == ["Їжа й ігри"]
    assert find_topics(topics(WORDS), "ПРАЦІВНИК", WORDS.language)
    assert find_topics(topics(WORDS), "працівник", WORDS.language) == find_topics(
        topics(WORDS), "ПРАЦІВНИК", WORDS.language
    )


async def search_list(player: Player, query: str) -> str:
    await player.press("l", "slash", *query)
    await player.settle()
    return player.seen()


@pytest.mark.quick(1)
@pytest.mark.parametrize(("query", "is_found"), [("мар'я", True), ("МАРʼЯ", True), ("гудзь", True), ("петро", False)])
async def test_the_list_of_games_is_searched_in_cyrillic(tmp_path: Path, query: str, is_found: bool) -> None:
    if not has_bytes(query):
        pytest.skip("no file has such a name here")
    game = Game.load(FOLDER / "base-2.rokoko")
    (tmp_path / "2026-01-01-game.rokoko").write_bytes((FOLDER / "base-2.rokoko").read_bytes())
    (tmp_path / "Мар’яна і Ґудзь.rokoko").write_bytes((FOLDER / "base-2.rokoko").read_bytes())
    assert game.setup.players[0].name == "Ada"
    async with at_table(tmp_path, Start(), size=(80, 24), language=UKRAINIAN) as player:
        assert ("Мар’яна" in await search_list(player, query)) is is_found


# ---- what is typed


def test_plain_mode_accepts_ukrainian_english_and_letter_commands() -> None:
    english = get_words("classic")
    for command in COMMANDS:
        for words in (WORDS, english):
            for name in words.say(f"plain.command.{command}").split():
                assert parse_command(name, WORDS) == (command, ""), name
                assert parse_command(f"{name.upper()} 2", WORDS) == (command, "2"), name
    assert parse_command("г", WORDS) == ("undo", "")
    assert parse_command("щось", WORDS) is None
    assert {"yes", "т", "так"} == set(WORDS.say("plain.yes").split()), "a Latin y is on the key of н, no"


def test_system_errors_have_ukrainian_messages() -> None:
    error = FileNotFoundError(2, "No such file or directory", "x")
    assert system_code(error) == "ENOENT"
    reason = WORDS.disk_reason(error)
    assert reason == WORDS.say("faults.system.ENOENT")
    assert not reason.isascii()


# ---- letters and prepositions

PREPOSITION = r"(?<!\w)(?:[ву]|зі?|із|до|від|для|без|за|на|про|при|над|під|по|проти|крім|між|перед|після) "


def test_the_letter_of_a_rank_does_not_read_as_a_preposition() -> None:
    box = box_of(table.new(2))
    assert read(WORDS.card_short("base-apprentice-livre", box).longest) == "У: +2 ліври"
    assert read(WORDS.card_short("3-fund-5", box).longest).endswith(": декорація −5 ліврів")


def test_names_phrases_and_terms_after_a_preposition_have_a_case() -> None:
    """Player names are never inflected; a phrase or term without a form is in the nominative."""
    uninflected = {"who", *(name for name, kind in VALUE_TYPES.items() if kind is ValueType.PHRASE)}
    faults = [
        f"{key}: {text}"
        for key in message_keys(WORDS.language)
        for text in _sources(WORDS.language.entry(key))
        for name, term in re.findall(PREPOSITION + r"(?:\{(\w+)\}|\[([\w-]+)\])", text)
        if term or name in uninflected
    ]
    assert faults == []


def _sources(entry: object) -> list[str]:
    return [str(text) for text in entry.values()] if isinstance(entry, dict) else [str(entry)]


# ---- names in sentences


def named(state: State, *names: str) -> State:
    seats = tuple(replace(seat, name=name) for seat, name in zip(state.setup.players, names, strict=True))
    return replace(state, setup=replace(state.setup, players=seats))


def test_you_and_madame_du_barry_are_small_inside_a_sentence() -> None:
    barry = WORDS.seat(table.new(1).setup, 1)
    assert (barry, inside(barry)) == ("Мадам дю Баррі", "мадам дю Баррі")
    state = named(table.dressed(table.new(2), 0, "yellow-1", "2.3"), "Ви", "Юрко")
    leads = read(WORDS.rank_in_hall(2, state))
    assert leads == "Зала 2: попереду ви — 1 плитка одягу, 4 очки."
    shared = read(WORDS.rank_in_hall(2, table.dressed(state, 1, "yellow-2", "2.4")))
    assert shared == "Зала 2: попереду разом ви та Юрко — по 1 плитці одягу, кожному 4 очки."
    assert get_words("classic").rank_in_hall(2, named(state, "You", "Bo")) == "Hall 2: you lead with 1, worth 4."


@pytest.mark.parametrize(
    ("key", "values", "text"),
    [
        ("final.conceded", {"who": "Юрко"}, "Юрко здається"),
        ("final.conceded", {"who": WORDS.term("you")}, "Ви здаєтеся"),
        ("final.conceded-several", {"names": ["Юрко", "Ян"]}, "Юрко та Ян здаються"),
        ("table.remote.rematch-wanted", {"names": ["Оля"], "n": 1, "key": "p"}, "Оля пропонує реванш: p — погодитися."),
        (
            *("table.remote.rematch-wanted", {"names": ["Оля", "Ян"], "n": 2, "key": "p"}),
            "Оля та Ян пропонують реванш: p — погодитися.",
        ),
        ("table.remote.chooses", {"who": "Оля"}, "Вибирає Оля"),
        ("table.list.chooses", {"who": "Оля"}, "Оля: виберіть"),
        ("inspection.lead.fireworks", {"who": "Оля", "n": 1}, f"{LEAD}, Оля має додати ще 1 фішку."),
        ("inspection.lead.fireworks", {"who": WORDS.term("you"), "n": 2}, f"{LEAD}, вам треба додати ще 2 фішки."),
        ("inspection.lead.fireworks", {"who": BARRY, "n": 5}, f"{LEAD}, мадам дю Баррі має додати ще 5 фішок."),
        (
            "plain.score.place",
            {"position": 1, "who": BARRY, "points": 21},
            "Місце 1: мадам дю Баррі, 21 очко престижу.",
        ),
        ("table.window.theirs", {"who": BARRY}, "Рококо: ходить мадам дю Баррі"),
        ("round_summary.starts-favor", {"who": BARRY}, "Прихильність повернено: починає мадам дю Баррі"),
    ],
)
def test_verbs_agree_with_one_name_and_with_several(key: str, values: dict[str, object], text: str) -> None:
    assert read(WORDS.say_of(key, values)) == text


def test_to_cancel_has_another_word_than_to_undo() -> None:
    english = get_words("deluxe").language
    cancels = [key for key in message_keys(WORDS.language) if english.entry(key) == "Cancel"]
    assert len(cancels) >= 10
    assert WORDS.say("keys.footer.table.undo") not in map(WORDS.say, cancels)


def test_a_tile_that_is_taken_or_discarded_is_called_a_tile() -> None:
    state = table.stack(table.bonus(table.new(2), 0, "1-random-tile"), "bb:lace")
    (drawn,) = events_of(state, DrawTile())
    state = apply(state, DrawTile())
    assert drawn.startswith("Ada бере жетон навмання безплатно")
    assert events_of(state, DiscardTile(Notion.LACE)) == ["Ada скидає жетон (АА; мереживо) і отримує 1 мереживо."]
    assert read(WORDS.row(DiscardTile(Notion.LACE), state).shortest) == "Скинути за 1 мереживо"


def events_of(state: State, action: Action) -> list[str]:
    """Return the lines of the log about ``action``."""
    lines = WORDS.narration(seen_by(events(state, action), 0), state.setup, box_of(state))
    return [read(line.text) for line in lines]


def test_missing_goods_are_in_the_genitive() -> None:
    state = table.give(table.turn(table.new(2), 0, "base-master"), 0, livre=15, yarn=0, lace=0, silk=())
    state = table.windows(state, "red-3")
    refusals = [read(WORDS.refusal(refused, state).longest) for refused in why_not(state)]
    told = next(line for line in refusals if line.startswith("Зелена сукня"))
    assert re.fullmatch(r"Зелена сукня \([^:]*\): не вистачає \d рулон(а|ів) зеленого шовку.*", told), told


def test_a_hint_lists_gains_in_the_nominative() -> None:
    state = table.bonus(table.new(2), 0, "1-notion")
    plan = (TakeNotion(Notion.YARN),)
    assert [read(gain) for gain in list_gains(WORDS, plan, state)] == ["нитки +1"]
    assert describe_gains(WORDS, plan, state) == ["Підсумок ходу: нитки +1."]


def test_madame_du_barry_hires_a_person_and_takes_tiles() -> None:
    box = box_of(table.new(1))
    cards = {face: piece_names.barry_card(WORDS, face) for face in box.barry.values()}
    hired = {text for face, text in cards.items() if face.action == "hire"}
    assert hired and all(
        re.fullmatch(r"найняти працівника \((крайн|друг|треть)(ього|ого) (справа|зліва)\)", text) for text in hired
    )
    log = LogWriter(WORDS, table.new(1).setup, box, [])
    assert log.tiles(["yg:yarn/lace", "bb:lace"]) == "жетон (СР; нитки/мереживо) та жетон (АА; мереживо)"


# ---- plain mode


def test_silk_is_spoken_with_a_noun() -> None:
    box = box_of(table.new(2))
    assert SPOKEN.spoken(SPOKEN.tile("yy:yarn", box)) == "жетон (шовк: 2 сині; нитки)"
    assert SPOKEN.spoken(SPOKEN.tile("yg:yarn/lace", box)) == "жетон (шовк: синій, рожевий; нитки або мереживо)"
    assert piece_names.kept_silk(SPOKEN, "rr:lace", box) == "жетон (2 зелені)"
    assert read(SPOKEN.say("plain.spoken.inspection.times", what="жетон", n=6)) == "жетон — 6"
    english = SpokenWords(find_language("english"), "classic")
    assert english.spoken(english.tile("yg:yarn/lace", box)) == "a tile (yellow, green; yarn or lace)"


@pytest.mark.parametrize(
    ("bonus", "text"),
    [
        ("livre-for-missing-colours", "без зеленої сукні 4 ліври, без оранжевого костюма 5 ліврів"),
        ("prestige-per-yellow-red-pair", "очко престижу за пару суконь, синю та зелену"),
        ("extra-dress-minus-red", "ще одяг, до 2 зелених рулонів менше"),
    ],
)
def test_bonuses_are_spoken_without_letters(bonus: str, text: str) -> None:
    assert read(SPOKEN.bonus_short(bonus).longest) == text


def test_the_terrace_is_spoken_in_words() -> None:
    spaces = [space for space in box_of(table.new(2)).decorations if space.multiplier]
    texts = {space.multiplier: SPOKEN.spoken(SPOKEN.decoration(space.id, box_of(table.new(2)))) for space in spaces}
    assert [text.split(", ")[-1] for _, text in sorted(texts.items())] == [
        *("на Терасі вдвічі більше очок", "на Терасі втричі більше очок")
    ]


@pytest.mark.parametrize(
    ("key", "values", "text"),
    [
        ("pieces.name.sells.1", {"livre": 3}, "продаж за 3 ліври"),
        ("pieces.name.sells.1", {"livre": 9}, "продаж за 9 ліврів"),
        ("plain.number-needed", {"n": 1}, "Потрібне число 1; ? — довідка."),
        ("plain.number-needed", {"n": 4}, "Потрібне одне число від 1 до 4; ? — довідка."),
    ],
)
def test_a_number_is_spoken_with_its_noun(key: str, values: dict[str, object], text: str) -> None:
    assert read(SPOKEN.say(key, **values)) == text


def test_a_deputed_card_is_quoted_in_the_log() -> None:
    state = table.turn(table.new(2), 0, "base-apprentice-livre")
    action = next(action for action in legal_actions(state) if isinstance(action, Depute))
    first, *_ = WORDS.narration(seen_by(events(state, action), 0), state.setup, box_of(state))
    assert read(first.text) == "Ada делегує зіграну карту «Учень · +2 ліври» і отримує 4 ліври."


def test_equal_goods_and_dresses_are_counted() -> None:
    box = box_of(table.new(2))
    assert piece_names.dress_cost(SPOKEN, box.dress["blue-6"]).endswith(", а ще нитки+2\N{NO-BREAK SPACE}мережива")
    assert read(piece_names.count_dresses(WORDS, ["red-1", "red-2"], box)[0]) == "2 зелені сукні"


def test_an_abbreviation_ends_a_sentence_with_one_stop() -> None:
    assert SPOKEN.spoken("Майстер: 2 (без бонусу), 2 шт..") == "Майстер: 2 (без бонусу), 2 шт."
    assert SPOKEN.spoken("Далі...") == "Далі..."


# ---- typography


def own_texts() -> Iterator[tuple[str, str]]:
    """Return (key, text without values) of every message that is shown."""
    for key in message_keys(WORDS.language):
        if ".also." not in key:
            for parts in WORDS.message(key).forms.values():
                yield key, " ".join(part for part in flat(parts) if isinstance(part, str))


@pytest.mark.parametrize(
    "word",
    [
        *(
            "вибори",
            "виборів",
            "обер",
            "обира",
            "обрано",
            "обрати",
            "зігру",
            "клік",
            "хай",
            "звичайн",
            "зазвичай",
            "задарма",
        ),
        *("даром", "сад", "порад", "вернути", "певний", "вид декорацій", "доки він", "феєр\\b", "введіть"),
        *("приготуван", "детал[іей]", "слухати", "за всі карти"),
    ],
)
def test_no_message_has_a_word_that_is_wrong_or_has_a_better_one(word: str) -> None:
    pattern = re.compile(rf"(?<![а-яіїєґ’]){word}", re.IGNORECASE)
    assert [key for key, text in own_texts() if pattern.search(text)] == []


@pytest.mark.parametrize("pattern", [r"(\d|\}) (л\b|\[livre:letter\])", r"\} з \{", r"\b1.нитки", r"1.престиж\b"])
def test_amounts_have_one_form_in_all_messages(pattern: str) -> None:
    """A unit never begins a line; counts have *із*; yarn and prestige are not counted in a wrong case."""
    files = sorted(WORDS.language._folder.glob("*.toml"))
    own = [line for file in files for line in file.read_text("utf-8").splitlines() if not line.startswith("#")]
    assert len(own) > 1000 and [line for line in own if re.search(pattern, line)] == []


def test_a_line_has_one_colon_at_most() -> None:
    shown = WORDS.say("turn_summary.part.hired", card="Учень")
    assert WORDS.say("turn_summary.turn", who="Розалі", text=shown).count(":") == 1
    for key in ("only", "gain"):
        assert WORDS.say(f"table.automatic.{key}", text="Ви граєте карту: Учень").count(":") == 1
    assert WORDS.say("inspection.look.not-now", what="Екзамен: потрібен Учень").count(":") == 1


def test_a_sentence_of_a_message_has_one_colon_at_most() -> None:
    """Lists of figures, and of characters, have more; the values of options have the default in parentheses."""
    more = ("command_line.", "faults.figures.", "help.sign.owner", "load.no-name")
    sentences = [(key, part) for key, text in own_texts() for part in re.split(r"[.!?] |\n|; | · ", text)]
    assert {key for key, part in sentences if len(re.findall(r"\w: ", part)) > 1 and not key.startswith(more)} == set()


def test_a_player_whom_others_watch_gets_no_orders() -> None:
    watched = [(key, text) for key, text in own_texts() if key.startswith("choices.watched.")]
    assert len(watched) > 15
    assert [key for key, text in watched if re.search(r"[иі]ть\b|йте\b", text.replace("платить", ""))] == []


@pytest.mark.parametrize(("count", "text"), [(1, "жетон СР"), (2, "жетони СР, СС"), (3, "жетони СР, СС, Е")])
def test_tiles_taken_in_a_turn_agree_with_their_number(count: int, text: str) -> None:
    tiles = ("yg:yarn/lace", "yy:yarn", "r:yarn+lace")[:count]
    assert PartWriter(WORDS, box_of(table.new(2))).tiles(tiles).longest == text


def test_a_discarded_tile_that_completes_a_task_is_discarded_for_notions() -> None:
    state = table.turn(table.new(2, expansions=table.EVERYTHING), 0, "base-apprentice-livre")
    state = apply(table.give(state, 0, livre=9), TakeTile(0))
    discards = [action for action in legal_actions(state) if isinstance(action, DiscardTile)]
    forms = [read(WORDS.row(action, state).shortest) for action in discards]
    assert forms and all(re.fullmatch(r"Скинути за [^,:]+ · завд\.", form) for form in forms), forms


def test_the_texts_of_a_hint_are_no_second_sentence() -> None:
    state = table.give(table.turn(table.new(2), 0, "base-apprentice-livre"), 0, livre=20)
    (step,) = describe_steps(SPOKEN, (Fund("fireworks-1"),), state)
    assert SPOKEN.spoken(step).startswith("фінансувати, феєрверк 1, ")
    card = SPOKEN.spoken(SPOKEN.piece(PieceRef("supply", "base-apprentice-livre"), state))
    assert re.search(r"[^.] [А-ЯІЇЄҐ]\w+йте", card) is None and "Отримайте" in card, card


@pytest.mark.parametrize("last", [UseBonus(), Decline()], ids=str)
def test_what_follows_a_sign_in_a_hint_begins_small(last: Action) -> None:
    state = table.give(table.turn(table.new(2), 0, "base-apprentice-livre"), 0, livre=20)
    rows = tuple(RowChange(row, "", 1, 2) for row in ScoreRow)
    plan = (TakeTile(0), KeepTile(), last)
    for line in WORDS.advice_details(Advice(plan[0], plan, rows, (), worth=0.0, lead=3.0, ground=None), state):
        assert re.search("[:;·] [А-ЯІЇЄҐ][а-яіїєґ]", line) is None, line


def test_a_number_is_not_parted_from_its_unit() -> None:
    units = r"(лівр|очк|карт|жетон|рулон|плит|гра\b|гри\b|ігор|крок)"
    parted = re.compile(rf"\d {units}", re.IGNORECASE)
    assert [key for key, text in own_texts() if parted.search(text)] == []
    for amount in (1, 2, 5, 21):
        assert NO_BREAK_SPACE in WORDS.money(amount)
        assert NO_BREAK_SPACE in WORDS.say("load.count.all", n=amount)


def test_one_search_finds_a_number_and_its_unit_with_any_space() -> None:
    assert WORDS.language.plain(WORDS.money(5)) == "5 ліврів"


def test_madame_du_barry_is_small_after_the_first_name_of_a_list() -> None:
    assert list_players(table.new(1).setup, WORDS).longest == "Ada та мадам дю Баррі"


def test_what_a_guest_gives_is_a_label_in_the_nominative() -> None:
    box = box_of(table.new(2))
    spaces = [space.id for space in box.guests if space.yarn]
    assert spaces and all(WORDS.guest(space, box).endswith("нитка") for space in spaces)


def test_a_tile_drawn_face_down_has_the_same_name_as_a_choice_and_as_a_gain() -> None:
    drawn = WORDS.say("turn_summary.part.drawn")
    assert drawn == "жетон навмання"
    for key in ("choices.gain.face-down-tile", "narration.count.face-down"):
        assert WORDS.say(key, n=1).replace(NO_BREAK_SPACE, " ") == f"1 {drawn}"


def test_undone_steps_agree_in_number_with_their_pronoun() -> None:
    words = get_words("deluxe", "ukrainian")
    lines = [words.say("table.fence.others", n=n, names=["Бо"]) for n in (1, 3, 21)]
    assert [line.split("; ")[1] for line in lines] == [
        "його буде зіграно наново.",
        "їх буде зіграно наново.",
        "його буде зіграно наново.",
    ]
