"""Every page and mail in Arabic: nothing of it is left in English, and what is Latin in it says so."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import programs
from games.models import Game, Outbox, WebhookDelivery
from games.notify.render import render
from tests.decks import stack, stacked
from tests.hints.positions import placed
from tests.hints.test_possible import done
from tests.languages.foreign import foreign
from tests.notify import samples
from tests.notify.test_links import links, path
from tests.notify.test_render import owed
from tests.people import person, table
from tests.walk import routes, world
from tests.web.table.tables import ANA, BEN, STOCK, Player
from tests.webhooks import furnished

pytestmark = pytest.mark.django_db
VISITORS = ("/", "/rules/", "/games/", "/accounts/login/", "/accounts/register/", "/accounts/reset/")
VISITORS += ("/accounts/reset/sent/", "/accounts/reset/new/?key=x", "/accounts/confirm/?key=x", "/nothing/")
USERS = ("/", "/games/", "/games/new/", "/settings/", "/settings/password/", "/settings/delete/")
USERS += ("/accounts/logout/", "/settings/away/", "/settings/mails/", "/mails/", "/replay/")
USERS += ("/settings/webhooks/",)
ZONE = ("Europe", "Malta")
WORDS = ("ana", "ben", "House", "beginner", "Deleted", "player")
STAFF = ("/host/", "/admin/", "/admin/users/", "/admin/games/", "/admin/outbox/", "/outbox/")


def arabic(client: Client, address: str, *names: str) -> str:
    answer = client.get(address, headers={"accept-language": "ar"})
    page = answer.content.decode()
    assert '<html lang="ar" dir="rtl"' in page, (address, answer.status_code)
    assert foreign(page, *names) == [], address
    return page


def reads_arabic(*names: str) -> None:
    User.objects.filter(username__in=names).update(language="ar")


@pytest.mark.parametrize("address", VISITORS)
def test_of_visitors(client: Client, address: str) -> None:
    arabic(client, address)


def test_what_a_refusal_means(client: Client) -> None:
    arabic(client, "/api/docs/problems", "Idempotency", "Key", "Retry", "After", "Allow", "can", "is", "NUL")


def test_of_everybody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    built = world.build(monkeypatch)
    User.objects.update(language="ar")
    names = [*User.objects.values_list("username", flat=True)]
    words = {word for name in names for word in name.split()} | {game.code for game in built.games.values()}
    for visitor in ("first seat", "another user", "a guest"):
        client = Client()
        client.force_login(built.visitors[visitor].user)  # type: ignore[arg-type]
        for address in USERS:
            arabic(client, address)
        for game in built.games.values():
            for route in routes.of(routes.Group.GAME_PAGE):
                address = routes.address(route, code=game.code, number=1)
                answer = client.get(address)
                if answer.headers["Content-Type"].startswith("text/html") and answer.status_code != 302:
                    assert foreign(answer.content.decode(), *words) == [], (visitor, address)
    steff = Client()
    steff.force_login(person("steff"))
    for address in STAFF:
        answer = steff.get(address, follow=True)
        assert foreign(answer.content.decode(), *words) == [], address
    for user in User.objects.all()[:2]:
        arabic(steff, f"/admin/users/{user.pk}/", *words)
    for game in built.games.values():
        arabic(steff, f"/admin/games/{game.code}/", *words)


def test_what_the_table_says(monkeypatch: pytest.MonkeyPatch) -> None:
    game = _table(monkeypatch)
    reads_arabic("ana", "ben")
    ben = Player(game, "ben")
    assert foreign(ben.page(), "ana") == []
    ben.choose("7C 7D")
    page = ben.page()
    assert foreign(page) == []
    assert "تنقصها ورقة واحدة" in page
    ben.choose("AC", "n1")
    page = ben.page()
    assert "ليست مجموعة ولا تسلسلًا" in page
    assert foreign(page) == []
    ben.choose("7D", "hand", "n1")
    ben.arrange(do="reset")
    ben.choose("7C 7D 7H")
    page = ben.page("review/")
    assert foreign(page) == []
    assert "تلعب 3 أوراق." in page
    answer = ben.move("meld", knock="no")
    assert answer.status_code == 302
    assert foreign(ben.page(), "ana") == []
    page = ben.page("log/")
    assert "أنزلت أوراقًا." in page
    assert foreign(page) == []
    assert foreign(Player(game, "ana").page(), "ben") == []


def test_of_webhooks(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """With all that can have become of what was sent."""
    samples.scored(monkeypatch)
    reads_arabic("ana")
    ana = User.objects.get(username="ana")
    furnished.make([ana])
    furnished.tell()
    client.force_login(ana)
    for webhook in ana.webhooks.all():
        page = arabic(client, f"/settings/webhooks/{webhook.pk}/", "My", "bot", *ZONE)
    assert "متوقف" in page
    WebhookDelivery.objects.update(status=None, error="")
    for error in WebhookDelivery.Error.values:
        WebhookDelivery.objects.update(state="failed", error=error)
        arabic(client, f"/settings/webhooks/{ana.webhooks.earliest('pk').pk}/", "My", "bot", *ZONE)


def test_of_programs(client: Client) -> None:
    ana = person("ana", language="ar")
    program = programs.make(owner=ana, username="Robot")
    client.force_login(ana)
    for address in ("/settings/programs/", f"/settings/programs/{program.pk}/end/"):
        arabic(client, address, "Robot", "ana", "Deleted", "player")


def test_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    game = _table(monkeypatch)
    reads_arabic("ana", "ben")
    answer = Player(game, "ana").move("draw")
    page = answer.content.decode()
    assert "ليس دورك؛ انتظر حتى يحين." in page
    assert foreign(page, "ben") == []


def test_hints() -> None:
    ana = Player(placed("6C 9S KD 2H", "4C 5C 6C 7C 8C", "9C 9D 9H"), "ana")
    reads_arabic("ana")
    pages = [ana.page(f"hint/{step}") for step in ("", "?step=where", "?step=play", "?step=play&at=3")]
    assert [foreign(page) for page in pages] == [[]] * 4
    assert "لهاتين الورقتين مكان" in pages[0]
    assert "الخطوة 3 من 3" in pages[3]


def test_what_was_possible_in_a_round(monkeypatch: pytest.MonkeyPatch) -> None:
    game = samples.scored(monkeypatch)
    done(game)
    reads_arabic("ana", "ben")
    page = Player(game, "ana").page("rounds/1/possible/")
    assert foreign(page, "ben") == []
    assert "الدور 1 · " in page and "وصارت نقاط اليد بعد ذلك" in page


def _table(monkeypatch: pytest.MonkeyPatch) -> Game:
    stack(monkeypatch, stacked([BEN, ANA], STOCK))
    return table(2)


@pytest.mark.parametrize("kind", Outbox.Kind.values)
def test_of_mails(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    row = owed(kind, monkeypatch)
    User.objects.update(language="ar")
    row = Outbox.objects.select_related("user", "game").get(pk=row.pk)
    mail = render(row, now=timezone.now())
    html = str(mail.alternatives[0][0])
    code = row.game.code if row.game else ""
    assert 'dir="rtl"' in html
    assert foreign(html, code, "key", *ZONE, "Belgrade") == []
    assert "%" not in mail.subject
    for address in map(path, links(row)):
        answer = Client().get(address, headers={"accept-language": "ar"}, follow=True)
        if answer.headers["Content-Type"].startswith("text/html"):
            assert foreign(answer.content.decode(), *WORDS, code) == [], address
