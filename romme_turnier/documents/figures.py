"""Figures on paper."""

MINUS = "\N{MINUS SIGN}"


def figure(value: int) -> str:
    """With a real minus and a point between the thousands: −1.234."""
    grouped = f"{abs(value):,}".replace(",", ".")
    return f"{MINUS}{grouped}" if value < 0 else grouped


def figure_or_dash(value: int | None) -> str:
    return "\N{EN DASH}" if value is None else figure(value)
