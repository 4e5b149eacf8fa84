"""The signs by which a mail is known to come from a machine: bounces, receipts, automatic answers.

X-Auto-Response-Suppress, Precedence: list or bulk, and List-Id are no such signs: company servers and mailing lists
stamp them on mails of people.
"""

from __future__ import annotations

import re

from pbem.mail.letter import Letter

_VACATION_FIELDS = ("x-autoreply", "x-autorespond", "x-autoresponder", "x-auto-reply", "x-autoreply-from")
_MACHINE_PRECEDENCE = {"auto_reply", "auto-reply", "autoreply"}
_BULK_PRECEDENCE = {"bulk", "list", "junk"}
_LIST_FIELDS = ("list-id", "list-post", "list-unsubscribe", "list-help")
_FAILED_RECIPIENTS = "x-failed-recipients"
_DAEMONS = re.compile(
    r"(?:mailer-daemon|mail-daemon|postmaster|bounces?|microsoftexchange[0-9a-f]+)(?:[+._=-].*)?@.*", re.DOTALL
)
_NO_REPLY = re.compile(r"(?:(?:do-?|do_)?no[t_.-]*reply|donotreply)(?:[+._=-].*)?@.*", re.DOTALL)
_BOUNCE_SUBJECT = re.compile(
    r"(?:undeliver|delivery (?:status|failure|has failed|delayed|incomplete)|mail delivery|returned mail|"
    r"failure notice|delivery notification|could not send message|message [\w-]+ delayed|unzustellbar|"
    r"nicht zustellbar|onbestelbaar|non remis|non distribu|no se puede entregar|não (?:entregue|entregável)|"
    r"mensagem não|non recapitabile|kan ikke leveres|olevererbar|niedostarczaln|недоставлен|не доставлен|"
    r"配信不能|无法投递|無法傳遞|退信|전송 실패|teslim edilemedi)",
    re.IGNORECASE,
)
_AWAY_SUBJECTS = (
    *("automatic reply", "automated reply", "auto reply", "auto-reply", "autoreply", "automatic response"),
    *("automated response", "auto response", "auto-response", "out of office", "out of the office", "vacation reply"),
    *("vacation response", "vacation:", "i am away", "abwesenheit", "abwesend", "automatische antwort", "autoantwort"),
    *("automatisch antwoord", "afwezig", "niet aanwezig", "réponse automatique", "absence du bureau"),
    *("absent du bureau", "respuesta automática", "fuera de la oficina", "fuera de oficina", "resposta automática"),
    *("ausência temporária", "risposta automatica", "fuori sede", "fuori ufficio", "autosvar", "automatiskt svar"),
    *(
        "automatisk svar",
        "fraværsmelding",
        "fravær",
        "frånvaro",
        "automaattinen vastaus",
        "poissa",
        "odpowiedź automatyczna",
    ),
    *("autoodpowiedź", "nieobecność", "automatická odpověď", "automatikus válasz", "otomatik yan", "ofis d"),
    *("автоответ", "автоматический ответ", "автоматична відповідь", "自动回复", "自動回覆", "自動応答", "不在"),
    *("자동 회신", "부재중", "αυτόματη απάντηση", "תשובה אוטומטית", "رد تلقائي"),
)
"""How mail programs of many countries begin the subject of an automatic answer."""


def reports_failure(letter: Letter) -> bool:
    """Tell whether a mail server says that a mail did not arrive."""
    if _reports(letter, "delivery-status") or letter.content_type == "message/delivery-status":
        return True
    # Without its form such a report is known by two signs: a person may well forward one, or write about one.
    unsigned = letter.return_path == ""
    return (unsigned and _tells_of_failure(letter)) or (
        _from_daemon(letter) and (unsigned or _tells_of_failure(letter))
    )


def resembles_failure(letter: Letter) -> bool:
    """Tell whether a mail to an address that only mail servers should use has any sign of such a report."""
    return _from_daemon(letter) or _tells_of_failure(letter) or sign(letter) == "null_sender"


def _from_daemon(letter: Letter) -> bool:
    return bool(_DAEMONS.fullmatch(letter.sender)) or _FAILED_RECIPIENTS in letter.headers


def _tells_of_failure(letter: Letter) -> bool:
    enclosed = {"message/delivery-status", "message/global-delivery-status"} & letter.types
    return bool(enclosed) or bool(_BOUNCE_SUBJECT.search(letter.subject))


def reports_reading(letter: Letter) -> bool:
    """Tell whether a mail program says that a mail was opened, or a provider that it was called spam."""
    opened = _reports(letter, "disposition-notification") or "message/disposition-notification" in letter.types
    return opened or _reports(letter, "feedback-report")


def wants_no_answer(letter: Letter) -> bool:
    """Tell whether a mail forbids automatic answers, or went to many; a person may have written it all the same."""
    suppressed = {word.strip().casefold() for word in letter.header("x-auto-response-suppress").split(",")}
    bulk = letter.header("precedence").strip().casefold() in _BULK_PRECEDENCE
    return bulk or bool(suppressed & {"all", "autoreply"}) or any(name in letter.headers for name in _LIST_FIELDS)


def sign(letter: Letter) -> str:
    """Return the name of the sign by which a mail is an automatic answer; "" where it has none."""
    submitted = letter.header("auto-submitted").partition(";")[0].partition("(")[0].strip().casefold()
    signs = {
        "auto_submitted": submitted not in ("", "no"),
        "vacation_field": any(name in letter.headers for name in _VACATION_FIELDS),
        "precedence": letter.header("precedence").strip().casefold() in _MACHINE_PRECEDENCE,
        "away_subject": letter.bare_subject.casefold().startswith(_AWAY_SUBJECTS),
        "null_sender": letter.return_path == "",
        "no_reply_sender": bool(_DAEMONS.fullmatch(letter.sender) or _NO_REPLY.fullmatch(letter.sender)),
    }
    return next((name for name, seen in signs.items() if seen), "")


def _reports(letter: Letter, kind: str) -> bool:
    return letter.content_type == "multipart/report" and letter.parameters.get("report-type", "").casefold() == kind
