"""Draw QR codes."""

import segno


def build_qr_picture(text: str) -> str:
    """Return an SVG picture of a QR code as a `data:` URL; a fifth of it may be dirty or torn."""
    return segno.make(text, error="m").svg_data_uri(scale=5, border=4)
