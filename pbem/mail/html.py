"""What a person sees of an HTML mail, as plain text.

The tree is simplified first: what is hidden goes, tables become lines (aligning their cells could make a small mail
huge), and what the mail marks as quoted gets ">" marks, as in plain text.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.html import HtmlElement  # type: ignore[import-untyped]

_HIDDEN = re.compile(r"(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.IGNORECASE)
_RENAMED = {"table": "div", "thead": "div", "tbody": "div", "tfoot": "div", "tr": "div", "td": "span", "th": "span"}
_UNSEEN = {"head", "style", "script", "title", "template", "noscript", "img"}
_GONE = "gone"
_QUOTE = "blockquote[@type='cite' or contains(@class, 'gmail_quote')]"
_OUTER_QUOTES = f".//{_QUOTE}[not(ancestor::{_QUOTE})]"


def html_text(html: str) -> str:
    """Return the visible text of an HTML mail; "" where it cannot be read at all."""
    # A mail without HTML shall not pay for loading the parser.
    from lxml import etree  # type: ignore[import-untyped]
    from lxml.html import HTMLParser, document_fromstring

    try:
        tree = document_fromstring(html.encode("utf-8", "replace"), parser=HTMLParser(encoding="utf-8"))
        _simplify(tree)
        return _rendered(tree)
    except (etree.LxmlError, ValueError, RecursionError):
        return ""


def _rendered(tree: HtmlElement) -> str:
    from inscriptis.css_profiles import CSS_PROFILES
    from inscriptis.html_engine import Inscriptis
    from inscriptis.model.config import ParserConfig

    return str(Inscriptis(tree, ParserConfig(css=CSS_PROFILES["strict"].copy())).get_text())


def _simplify(tree: HtmlElement) -> None:
    from lxml import etree

    etree.strip_tags(tree, etree.Comment, etree.ProcessingInstruction)
    for element in tree.iter(etree.Element):
        if _is_hidden(element):
            element.tag = _GONE
            continue
        element.attrib.pop("style", None)
        if element.tag in ("td", "th"):
            element.tail = " " + (element.tail or "")
        element.tag = _RENAMED.get(element.tag, element.tag)
    etree.strip_elements(tree, _GONE, *_UNSEEN, with_tail=False)
    for quote in tree.xpath(_OUTER_QUOTES):
        _mark(quote)


def _is_hidden(element: HtmlElement) -> bool:
    return "hidden" in element.attrib or bool(_HIDDEN.search(element.get("style", "")))


def _mark(quote: HtmlElement) -> None:
    """Put what is quoted as text with ">" marks in the place of its elements."""
    tail, quote.tail = quote.tail, None
    lines = _rendered(quote).strip("\n").split("\n")
    for child in list(quote):
        quote.remove(child)
    quote.tag = "pre"
    quote.text = "\n".join("> " + line for line in lines)
    quote.tail = tail
