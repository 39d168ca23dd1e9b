"""What mail programs write around a reply, in the languages that players write in: data for `cutting`.

Everything is compared folded (see `folding`): without accents, hamzas and case.
"""

from __future__ import annotations

import re

from games.notify.incoming.folding import folded

# `On Monday, Rummy wrote:` – how it begins, how it ends.
_ATTRIBUTIONS = (
    ("on", "wrote"), ("am", "schrieb"), ("le", "a ecrit"), ("il", "ha scritto"), ("el", "escribio"),
    ("em", "escreveu"), ("op", "schreef"), ("den", "skrev"), ("dana", "je napisao"), ("dana", "je napisala"),
    ("dana", "je napisao/la"), ("dana", "pise"), ("u", "je napisao"), ("u", "je napisala"), ("u", "napisali su"),
    ("fi", "kiteb"), ("nhar", "kiteb"), ("fi", "kitbet"), ("nhar", "kitbet"), ("fil", "kiteb"),
    ("في", "كتب"), ("في", "كتبت"), ("بتاريخ", "كتب"), ("بتاريخ", "كتبت"), ("يوم", "كتب"),
    ("den", "huet geschriwwen"), ("de", "huet geschriwwen"), ("den", "geschriwwen"), ("um", "geschriwwen"),
    ("dnia", "napisal"), ("w dniu", "pisze"), ("dne", "napsal"),
)  # fmt: skip
_TO_WHOM = r"[^:]{0,80}"
ATTRIBUTION = re.compile(
    "|".join(
        rf"{re.escape(folded(start))}\b.{{4,400}}{re.escape(folded(end))}{_TO_WHOM}:"
        for start, end in _ATTRIBUTIONS
    )
    + r"|.{4,300}<[^<>@\s]+@[^<>\s]+>.{0,80}:"  # any language: a line that names an address, and ends so
    + r"|\d{4}-\d\d-\d\d \d\d:\d\d.{0,20}<?[^<>@\s]+@[^<>\s]+>?:?"
)

# Heads of the block that Outlook puts above what it quotes.
_FROM = "From, Von, De, Da, Od, Minn, Mingħand, من, المرسل, Vun, Van, Fra, Från, Kimden, Lähettäjä"
_BESIDE = (
    "Sent, Date, To, Cc, Subject, Gesendet, Datum, An, Betreff, Envoyé, À, Objet, Data, Inviato, A, Oggetto, "
    "Enviado, Enviado el, Para, Asunto, Assunto, Poslato, Poslano, Za, Kome, Predmet, Tema, Mibgħut, Mibgħuta, Lil, "
    "Suġġett, إلى, الى, تاريخ الإرسال, التاريخ, تم الإرسال, أرسلت, الموضوع, Geschéckt, Un, Sujet, Thema, Verzonden, "
    "Aan, Onderwerp, Sendt, Til, Emne, Skickat, Till, Ämne"
)


def _heads(names: str) -> re.Pattern[str]:
    each = "|".join(re.escape(folded(name)) for name in names.split(", "))
    return re.compile(rf"\*?(?:{each})\s?:\*?(?:\s.*|)")


FROM = _heads(_FROM)
BESIDE = _heads(_BESIDE)

RULE = re.compile(r"_{5,}|-{3,}|={5,}|-{2,}[^-].{0,80}[^-]-{2,}|\*{5,}|-{1,2}|\.{5,}")

# What a program or a telephone adds, by its beginning.
_ADDED = (
    "sent from", "sent with", "sent via", "sent on the go", "get outlook for", "get bluemail", "sent using",
    "von meinem", "gesendet von", "gesendet mit", "diese nachricht wurde von", "holen sie sich outlook",
    "envoye de mon", "envoye depuis", "envoye a partir", "telecharger outlook", "envoye avec",
    "inviato da", "inviata da", "scarica outlook", "enviado desde", "enviado do meu", "enviado a partir",
    "verzonden vanaf", "verstuurd vanaf", "sendt fra", "skickat fran", "lahetetty", "wyslane z", "odeslano z",
    "mibghut mi", "mibghuta mi", "mibghut bi", "mibghut bl-", "mibghut mill-",
    "poslato sa", "poslato iz", "poslato s ", "poslato preko", "poslano s", "poslano iz", "poslano preko", "послато са",
    "أرسلت من", "أُرسلت من", "مرسل من", "مرسلة من", "تم الإرسال من", "تم الارسال من", "أرسل من", "ارسلت بواسطة",
    "احصل على outlook",
    "geschéckt vu", "vu mengem", "vun mengem", "vum mengem", "gescheckt mat",
)  # fmt: skip
ADDED = tuple(folded(phrase).replace("ħ", "h") for phrase in _ADDED)

# How a letter ends, as a whole line.
_CLOSINGS = (
    "best regards, kind regards, warm regards, regards, best, best wishes, all the best, cheers, thanks, thank you, "
    "many thanks, thanks a lot, thx, yours, sincerely, yours sincerely, bye, good luck, have fun, "
    "grazzi, grazzi hafna, inselli, insellimlek, insellimlekom, tislijiet, tislima, saħħa, saha, sahha, "
    "bl-aħjar xewqat, "
    "pozdrav, pozz, srdačan pozdrav, srdačno, puno pozdrava, lep pozdrav, lp, hvala, hvala puno, svako dobro, "
    "поздрав, хвала, "
    "مع تحياتي, تحياتي, أطيب التحيات, مع أطيب التحيات, مع خالص التحية, تحية طيبة, شكرا, شكرا جزيلا, مع الشكر, وشكرا, "
    "والسلام, السلام عليكم, "
    "mat beschte gréiss, beschte gréiss, léif gréiss, gréiss, vill gréiss, merci, merci villmools, villmools merci, "
    "äddi, bis geschwënn, "
    "mit freundlichen grüßen, viele grüße, liebe grüße, beste grüße, grüße, gruß, lg, vg, mfg, danke, vielen dank, "
    "cordialement, bien cordialement, bien à vous, amitiés, merci beaucoup, saluti, cordiali saluti, grazie, "
    "saludos, un saludo, gracias, abraço, obrigado, obrigada"
)
CLOSINGS = frozenset(folded(phrase) for phrase in _CLOSINGS.split(", "))
# A line that names one of these, and is no move, was not typed for us.
PROGRAMS = re.compile(
    r"(?<![a-z0-9])(?:iphone|ipad|android|galaxy|huawei|xiaomi|redmi|oneplus|blackberry|outlook|proton ?mail|yahoo|"
    r"gmail|thunderbird|k-9|fairemail|bluemail|mailbird|hotmail|tutanota|tuta|gmx|web\.de|avast|avg|virus)(?![a-z0-9])"
)

# The beginnings of subjects with which programs answer by themselves.
_AWAY = (
    "automatic reply, auto-reply, autoreply, auto reply, out of office, out of the office, vacation reply, "
    "automatische antwort, abwesenheitsnotiz, abwesend, réponse automatique, absence du bureau, risposta automatica, "
    "respuesta automática, resposta automática, automatisch antwoord, automatski odgovor, odsutan, odsutna, "
    "tweġiba awtomatika, رد تلقائي, خارج المكتب, automatesch äntwert, "
    "undeliverable, undelivered mail returned, delivery status notification, mail delivery failed, returned mail, "
    "unzustellbar, failure notice"
)
AWAY = tuple(folded(phrase) for phrase in _AWAY.split(", "))
