"""What is cut off a reply, and what never is."""

from __future__ import annotations

import pytest

from games.notify.incoming.cutting import own_lines

TOKEN = "r+bfvtomtymq4xm2lymqatqaq2pjbg5w4q6e@rummy.example"
MARKER = "Write above this line"


def cut(text: str) -> tuple[tuple[str, ...], bool]:
    own = own_lines(text.split("\n"), ours=["rummy@rummy.example"], markers=[MARKER, "اكتب فوق هذا السطر"])
    return own.lines, own.below


KEPT = """
KH > m3
kh>m3
m5: -
m5: –
new 7C 7D 7H
new 7♣︎ 7♦︎ 7♥︎
n1 KH > new
* > m3
*9H > m3
split m3 7D
pas
Hi there
De 7C
To: Ana
Date: Monday
""".strip().split("\n")


@pytest.mark.parametrize("line", KEPT)
def test_a_line_that_is_no_sign_stays(line: str) -> None:
    assert cut(line) == ((line,), False)


@pytest.mark.parametrize(
    "text", ["Data: 30.11.\nKH > m3\nDa: Ana", "Subject: rematch?\ndraw\nmore\nFrom: Ana"]
)
def test_no_move_stands_among_heads(text: str) -> None:
    """What looks like them is the writer's own, and no move vanishes in it."""
    assert cut(text) == (tuple(text.split("\n")), False)


@pytest.mark.parametrize("line", ["“draw”", "'draw'", "«draw»", "`draw`", "„draw“"])
def test_quotation_marks_are_nothing(line: str) -> None:
    assert cut(line) == (("draw",), False)


SIGNS = f"""
Sent from my iPhone
Sent from my Samsung Galaxy smartphone.
Get Outlook for iOS
Von meinem iPhone gesendet
Gesendet von Outlook für Android
Mibgħut mill-iPhone tiegħi
Mibgħuta mill-iPhone tiegħi
Poslato sa mog iPhone-a
Послато са мог iPhone-a
Poslano s mog Huaweija
أُرسلت من الـ iPhone الخاص بي
تم الإرسال من الـ iPhone
مرسل من هاتفي Huawei
Vun mengem iPhone geschéckt
Geschéckt vu mengem Android
Envoyé de mon iPhone
Inviato da iPhone
iPhoneから送信
从我的iPhone发送
--
--\u0020
—
Best regards,
Cheers!
Grazzi,
Tislijiet
Srdačan pozdrav,
Hvala
مع تحياتي،
شكرًا
Mat beschte Gréiss
Léif Gréiss,
MfG
_____________________________
________________________________
-----Original Message-----
----- Original Message -----
-------- Ursprüngliche Nachricht --------
-------- الرسالة الأصلية --------
> quoted
>quoted
 > quoted
On Mon, 30 Nov 2026 at 09:15, Manipulation Rummy <{TOKEN}> wrote:
On 30/11/2026 09:15, Rummy wrote:
Am 30.11.2026 um 09:15 schrieb Manipulation Rummy:
Le lun. 30 nov. 2026 à 09:15, Rummy <{TOKEN}> a écrit :
Dana 30. 11. 2026. u 09:15 Rummy je napisao/la:
Nhar it-Tnejn, 30 ta' Novembru 2026, Rummy kiteb:
Fi 30/11/2026 09:15, Rummy kiteb:
في ٣٠ نوفمبر ٢٠٢٦، كتب Manipulation Rummy:
بتاريخ 30 نوفمبر 2026، كتبت Rummy:
Den 30. November 2026 huet Rummy geschriwwen:
30 ta' Nov 2026, Rummy <rummy@rummy.example>:
2026-11-30 09:15 GMT+01:00 Rummy <rummy@rummy.example>:
ما كتبه {TOKEN} في الأمس
Write above this line ✂
## Write above this line, or nothing is played ##
اكتب فوق هذا السطر
""".strip("\n").split("\n")


@pytest.mark.parametrize("sign", SIGNS)
def test_what_follows_a_sign_is_cut(sign: str) -> None:
    assert cut(f"KH > m3\n\n{sign}\nwhatever stands here") == (("KH > m3",), False)


@pytest.mark.parametrize(
    "block",
    [
        "From: Rummy <rummy@rummy.example>\nSent: Monday, 30 November 2026 09:15\nTo: Ana\nSubject: Rummy",
        "Von: Rummy\nGesendet: Montag, 30. November 2026 09:15\nAn: Ana\nBetreff: Rummy",
        "De : Rummy\nEnvoyé : lundi 30 novembre 2026 09:15\nÀ : Ana\nObjet : Rummy",
        "Da: Rummy\nInviato: lunedì 30 novembre 2026 09:15\nA: Ana\nOggetto: Rummy",
        "Od: Rummy\nPoslato: ponedeljak, 30. novembar 2026. 09:15\nZa: Ana\nTema: Rummy",
        "من: Rummy\nتم الإرسال: الاثنين، 30 نوفمبر 2026\nإلى: Ana\nالموضوع: Rummy",
        "Mingħand: Rummy\nMibgħuta: it-Tnejn 30 ta' Novembru\nLil: Ana\nSuġġett: Rummy",
        "*From:* Rummy\n\n*Date:* Monday\n*To:* Ana",
        "Vun: Rummy\nGeschéckt: Méindeg\nUn: Ana\nSujet: Rummy",
        "Gesendet: Montag, 30. November 2026 um 09:15 Uhr\nVon: Rummy\nAn: Ana\nBetreff: Rummy",
        "Date: Mon, 30 Nov 2026 09:15:00 +0100\nFrom: Rummy\nTo: Ana\nSubject: Rummy",
        "To: Ana\nSubject: Rummy\nFrom: Rummy\nDate: Monday",
    ],
)
def test_outlooks_block_is_cut(block: str) -> None:
    assert cut(f"draw\n\n{block}\n\nnew 7C 7D 7H\n") == (("draw",), False)


@pytest.mark.parametrize(
    "wrapped",
    [
        f"On Mon, Nov 30, 2026 at 9:15 AM Manipulation Rummy <\n{TOKEN}> wrote:",
        f"On Mon, Nov 30, 2026 at 9:15 AM Manipulation Rummy\n<{TOKEN}>\nwrote:",
        "On Monday, the 30th of November 2026, Manipulation Rummy\nwrote:",
        "في الاثنين، 30 نوفمبر 2026 في 9:15 ص تمت كتابة ما يلي بواسطة\n<rummy@rummy.example>:",
        f"Ponedeljak, 30. novembar 2026. u 09:15, Manipulation Rummy <{TOKEN[:30]}\n{TOKEN[30:]}> je pisao",
    ],
)
def test_a_line_above_a_quote_is_found_though_it_was_broken(wrapped: str) -> None:
    assert cut(f"draw\n\n{wrapped}\n> Your turn\n> new 7C 7D 7H") == (("draw",), False)


def test_a_short_line_before_it_is_not_swallowed() -> None:
    """What its writer said stays, and is refused: nothing is played by half."""
    lines, _below = cut(f"draw\nno, wait\nOn Monday Rummy <{TOKEN}> wrote:\n> x")
    assert lines == ("draw", "no, wait")


class TestBelow:
    def test_moves_around_a_quote(self) -> None:
        assert cut("new 7C 7D 7H\n> Your turn\n>\nknock") == (("new 7C 7D 7H",), True)

    def test_a_reply_below_the_quote(self) -> None:
        assert cut(f"On Monday Rummy <{TOKEN}> wrote:\n> Your turn\n\ndraw") == ((), True)

    def test_moves_below_a_signature(self) -> None:
        assert cut("Thanks\nAna\ndraw") == ((), True)
        assert cut("new 7C 7D 7H\nCheers\nknock") == (("new 7C 7D 7H",), True)

    def test_a_signature_below_the_quote_is_none(self) -> None:
        assert cut("draw\n> Your turn\n\nSent from my iPhone") == (("draw",), False)

    def test_what_a_quote_without_marks_says_is_nobodys_move(self) -> None:
        assert cut("draw\n_____________\nFrom: Rummy\n\nYour turn\nnew 7C 7D 7H\ndraw") == (("draw",), False)
        assert cut(f"draw\n{MARKER}\nYour turn\nnew 7C 7D 7H\ndraw") == (("draw",), False)
