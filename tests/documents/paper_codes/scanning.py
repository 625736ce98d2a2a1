"""Reads the QR codes off the pictures of a paper, as a scanner or a phone does."""

from collections.abc import Iterator
from typing import cast

import pypdfium2
import zxingcpp
from PIL import Image, ImageFilter

DPI = 200
MODULE = 0.4  # millimetres; finer ones are lost on cheap printers and in old folders


def pages_of(pdf: bytes, dpi: int = DPI) -> Iterator[Image.Image]:
    document = pypdfium2.PdfDocument(pdf)
    for page in document:
        yield page.render(scale=dpi / 72, grayscale=True).to_pil()


def barcodes_on(picture: Image.Image) -> list[zxingcpp.Barcode]:
    """The QR codes of a picture. A reader of all formats sometimes sees other codes in the lines of a table."""
    return zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode))


def codes_on(picture: Image.Image) -> list[str]:
    return [barcode.text for barcode in barcodes_on(picture)]


def photographed(picture: Image.Image) -> Image.Image:
    """The picture as a phone takes it: turned a little, out of focus, grey instead of white."""
    turned = picture.rotate(4, expand=True, fillcolor=255).filter(ImageFilter.GaussianBlur(0.8))
    return turned.point(lambda light: 40 + light * 0.7)


def widths_of_modules(picture: Image.Image, dpi: int = DPI) -> list[float]:
    """The width of a module of each code, in millimetres, as exactly as the pixels tell it."""
    return [_width(barcode, dpi) for barcode in barcodes_on(picture)]


def _width(barcode: zxingcpp.Barcode, dpi: int) -> float:
    corners = barcode.position
    pixels = corners.top_right.x - corners.top_left.x
    return round(pixels / dpi * 25.4 / (17 + 4 * int(cast(dict[str, str], barcode.extra)["Version"])), 2)
