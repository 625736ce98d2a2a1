"""The window shows the program's state and address, changes its mode, backs up to a stick, and ends the program."""

import base64
import io
import os
import threading
import tkinter as tk
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tkinter import filedialog, messagebox, ttk
from typing import Any

import django
import segno
from django.db import DatabaseError, connection
from django.utils.translation import gettext as _, pgettext

from romme_turnier import own_process, paths
from romme_turnier.accounts.setup_word import setup_word
from romme_turnier.laptop.program import Program, State

_LOOK_AGAIN = 300  # milliseconds
_SQUARE = 5  # pixels: the side of a module of the QR code
_GREEN, _RED = "#0a5636", "#a3001c"


def show(program: Program, *, is_new: bool) -> int:
    """Shows the window until it is closed; returns the exit code. Raises RuntimeError if no window can be drawn."""
    django.setup()
    root = _new_root()
    window = Window(root, program, is_new=is_new)
    root.mainloop()
    return 1 if window.failed else 0


def tell(words: str) -> None:
    """Shows the reason why the program does not start. Raises RuntimeError if no window can be drawn."""
    root = _new_root()
    root.withdraw()
    messagebox.showerror("Rommé-Turnier", words, parent=root)


def _new_root() -> tk.Tk:
    try:
        return tk.Tk()
    except tk.TclError as error:
        raise RuntimeError(str(error)) from error


class Window:
    def __init__(self, root: tk.Tk, program: Program, *, is_new: bool) -> None:
        self._root, self._program, self._opened = root, program, False
        self._shown: tuple[State, str] | None = None
        self.failed = False
        root.title("Rommé-Turnier")
        root.resizable(width=False, height=False)
        root.protocol("WM_DELETE_WINDOW", self.ask_to_end)
        box = ttk.Frame(root, padding=20)
        box.grid()
        self._state = ttk.Label(box, font=("TkDefaultFont", 14, "bold"), wraplength=420)
        self._words = ttk.Label(box, wraplength=420, justify="left")
        self._where = tk.StringVar()
        font = ("TkFixedFont", 12)
        address = ttk.Entry(box, width=34, font=font, textvariable=self._where, state="readonly")  # can be copied
        self._code = ttk.Label(box)
        self._picture: tk.PhotoImage | str = ""  # tkinter keeps no reference to pictures
        for row, part in enumerate((self._state, self._words, address, self._code)):
            part.grid(row=row, column=0, columnspan=2, sticky="w", pady=4)
        self._open = self._button(box, 4, 0, _("Seite öffnen"), self.open_page)
        self._hall = self._button(box, 4, 1, "", self.change_mode)
        self._copy = self._button(box, 5, 0, _("Auf einen Stick kopieren"), self.copy)
        self._button(box, 5, 1, pgettext("the program", "Beenden"), self.ask_to_end)
        self._is_new = is_new
        self._first = ttk.Label(box, wraplength=420, justify="left")
        self._first.grid(row=6, columnspan=2, sticky="w", pady=(14, 0))
        self._look()

    def _button(self, box: ttk.Frame, row: int, column: int, text: str, press: Callable[[], None]) -> ttk.Button:
        button = ttk.Button(box, text=text, command=press, width=26, padding=6)
        button.grid(row=row, column=column, sticky="w", padx=(0, 8), pady=4)
        return button

    # Display

    def _look(self) -> None:
        state = self._program.look()
        if state in (State.ENDED, State.TAKEN):
            self._root.destroy()
            return
        if self._shown != (state, self._program.mode):
            self._shown = state, self._program.mode
            self._tell(state)
        if state is State.RUNNING and not self._opened:
            self._opened = True
            self.open_page()
        self._root.after(_LOOK_AGAIN, self._look)

    def _tell(self, state: State) -> None:
        from romme_turnier.address import of_hall  # noqa: PLC0415 - after the settings

        self.failed = state is State.FAILED
        in_hall = self._program.mode == "hall"
        addresses = of_hall() if in_hall else []
        words, colour = {
            State.STARTING: (_("Das Programm startet …"), "#555"),
            State.FAILED: (_("Das Programm ist stehen geblieben."), _RED),
            State.RUNNING: (_("Das Programm läuft im Saal.") if in_hall else _("Das Programm läuft."), _GREEN),
        }[state]
        self._state.configure(text=words, foreground=colour)
        self._words.configure(text=self._explain(state, in_hall=in_hall, reached=bool(addresses)))
        self._where.set(addresses[0] if addresses else self._program.address)
        self._draw_code(addresses[0] if addresses and state is State.RUNNING else "")
        hints = []
        if self._is_new:
            welcome = _(
                "Willkommen! Gleich öffnet sich Ihr Browser mit der Seite des Programms. Legen Sie dort das erste "
                "Konto an; damit arbeiten Sie, auch ohne Internet. Alles Eingegebene bleibt auf diesem Rechner, im "
                "Ordner %(folder)s."
            )
            hints.append(welcome % {"folder": os.fspath(paths.DATA)})
        if state is State.RUNNING:
            from romme_turnier.accounts.first_visit import is_set_up  # noqa: PLC0415 - after the settings

            with _database():
                if not is_set_up():
                    hints.append(_("Fragt die Seite nach dem Startwort: %(word)s") % {"word": setup_word()})
        self._first.configure(text="\n\n".join(hints))
        self._hall.configure(text=_("Nur noch auf diesem Rechner") if in_hall else _("Für den Saal öffnen"))
        for button in (self._open, self._hall, self._copy):
            button.configure(state="normal" if state is State.RUNNING else "disabled")

    def _explain(self, state: State, *, in_hall: bool, reached: bool) -> str:
        if state is State.FAILED:
            words = {"file": paths.DATA / "program.log"}
            if self._program.why:
                return self._program.why
            return _("Schließen Sie das Fenster und starten Sie neu. Woran es lag, steht in %(file)s.") % words
        if not in_hall:
            return _("Nur dieser Rechner erreicht es. Dieses Fenster bleibt offen, solange Sie arbeiten.")
        if reached:
            return _("Telefone und Rechner im selben WLAN erreichen es hier:")
        return _("Dieser Rechner ist in keinem Netz. Verbinden Sie ihn mit dem WLAN des Saals.")

    def _draw_code(self, address: str) -> None:
        png = io.BytesIO()
        if address:
            segno.make(address, error="m", micro=False).save(png, kind="png", scale=_SQUARE, border=2)
        self._picture = tk.PhotoImage(data=base64.b64encode(png.getvalue())) if address else ""
        self._code.configure(image=self._picture)

    # Buttons

    def open_page(self) -> None:
        webbrowser.open(self._program.link)

    def change_mode(self) -> None:
        wanted = "local" if self._program.mode == "hall" else "hall"
        question = (
            _("Telefone, Leinwand und andere Rechner erreichen das Programm dann nicht mehr. Weiter?")
            if wanted == "local"
            else _(
                "Jedes Gerät im selben Netz erreicht das Programm dann; die Verbindung ist nicht verschlüsselt. Weiter?"
            )
        )
        if messagebox.askokcancel("Rommé-Turnier", question, parent=self._root):
            self._in_background(lambda: self._program.change_mode(wanted))

    def copy(self) -> None:
        from romme_turnier.backup.second import FOLDER, media  # noqa: PLC0415 - after the settings

        sticks = [medium.path for medium in media() if medium.writable]
        if len(sticks) == 1:
            place = str(sticks[0])
        else:
            title = _("Wohin soll kopiert werden?") if sticks else _("Stecken Sie einen Stick ein und wählen Sie ihn")
            start = sticks[0] if sticks else None
            place = filedialog.askdirectory(parent=self._root, title=title, initialdir=start)
        if place:
            self._copy.configure(state="disabled", text=_("wird kopiert …"))
            self._in_background(lambda: self._copied(str(Path(place, FOLDER))))

    def _copied(self, place: str) -> None:
        done = own_process.run(own_process.command("backup", place), capture_output=True)
        good = done.returncode == 0
        last = (done.stderr.strip().splitlines() or [""])[-1]
        words = _("Alles ist kopiert, in den Ordner %(place)s.") % {"place": place} if good else last
        tell: Any = messagebox.showinfo if good else messagebox.showerror
        self._root.after(0, lambda: self._copy.configure(state="normal", text=_("Auf einen Stick kopieren")))
        self._root.after(0, lambda: tell("Rommé-Turnier", words, parent=self._root))

    def ask_to_end(self) -> None:
        question = ""
        with _database():
            question = question_at_the_end()
        if question and not messagebox.askokcancel("Rommé-Turnier", question, icon="warning", parent=self._root):
            return
        self._state.configure(text=_("Das Programm endet …"))
        self._in_background(self._program.end)

    def _in_background(self, work: Callable[[], None]) -> None:
        threading.Thread(target=work, daemon=True).start()


@contextmanager
def _database() -> Iterator[None]:
    """Ignores database errors, such as missing tables, and closes the connection afterwards.

    SQLite can then merge its log into the file.
    """
    try:
        yield
    except DatabaseError:  # there are no tables yet, or no longer
        pass
    finally:
        connection.close()


def question_at_the_end() -> str:
    """Returns the question to ask before ending while a series is being played, otherwise ""."""
    from romme_turnier.tournament.models import Series  # noqa: PLC0415 - after the settings

    playing = ", ".join(str(series) for series in Series.objects.being_played())
    if not playing:
        return ""
    return _(
        "Noch nicht abgeschlossen: %(series)s. Telefone und Leinwand zeigen dann nichts mehr. Trotzdem beenden?"
    ) % {"series": playing}
