"""Read what is printed of sessions."""

import base64
import re
import zlib


def read_pdf(content):
    """Return the letters and digits of a PDF's text, in their order: what else fonts encode differs by font."""
    texts = []
    for stream in re.findall(rb"stream\r?\n(.*?)endstream", content, re.DOTALL):
        try:
            drawn = zlib.decompress(base64.a85decode(stream.strip().removesuffix(b"~>")))
        except (ValueError, zlib.error):
            continue
        texts += re.findall(rb"\(((?:\\.|[^\\)])*)\)\s*Tj", drawn)
    return strip(re.sub(r"\\[0-7]{3}|\\.", "", b"".join(texts).decode("latin-1")))


def strip(text):
    return re.sub(r"[^A-Za-z0-9_]", "", str(text))
