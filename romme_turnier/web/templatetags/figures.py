"""Figures as they are printed in German."""

from django import template

register = template.Library()

MINUS = "\N{MINUS SIGN}"


@register.filter
def figure(value: int) -> str:
    """A whole number with a real minus sign and a point between the thousands: −1.234."""
    grouped = f"{abs(value):,}".replace(",", ".")
    return f"{MINUS}{grouped}" if value < 0 else grouped
