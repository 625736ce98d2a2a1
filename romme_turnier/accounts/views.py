"""Views for the first visit to an empty program, and for the user's own account."""

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from romme_turnier.accounts.adapter import MFAAdapter
from romme_turnier.accounts.first_visit import create_first_official, is_set_up, takes_a_backup
from romme_turnier.accounts.forms import FirstOfficialForm, SetupWordForm
from romme_turnier.accounts.guesses import TooManyGuessesError
from romme_turnier.accounts.restore import RestoreForm, begin_first_restore
from romme_turnier.accounts.restore_progress import asked_progress, progress_address, progress_page
from romme_turnier.accounts.setup_word import FIELD, has_shown_word, remember_word
from romme_turnier.backup.errors import BackupError, BusyError


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show_word(request: HttpRequest) -> HttpResponse:
    """Checks the start code in the address or the form; if right, sets a cookie and redirects to the unlocked page.

    After the first visit, an address with a code redirects to the start page of the program, and an address without a
    code raises Http404. After too many wrong codes, the answer is 429. A code in a link from another site is ignored if
    the browser names the origin, as browsers do on the machine itself and over HTTPS.
    """
    if not takes_a_backup(request):
        if FIELD in request.GET:
            return redirect("public:home")
        raise Http404
    is_sent_by_others = request.headers.get("Sec-Fetch-Site") in ("cross-site", "same-site")
    linked = request.GET if FIELD in request.GET and not is_sent_by_others else None
    form = SetupWordForm(request, request.POST if request.method == "POST" else linked)
    try:
        if form.is_valid():
            answer = redirect("set_up_from_backup" if is_set_up() else "set_up")
            remember_word(answer)
            return answer
    except TooManyGuessesError:
        return render(request, "429.html", status=429)
    return render(request, "accounts/setup_word.html", {"form": form})


@sensitive_post_parameters("password1", "password2")
@require_http_methods(["GET", "HEAD", "POST"])
def set_up(request: HttpRequest) -> HttpResponse:
    """Creates the first official of an empty program and signs this user in. Raises Http404 once an account exists.

    Redirects a browser that has not sent the start code to the page for the code. Redirects to the sign-in if another
    visitor was faster.
    """
    if is_set_up():
        raise Http404
    if not has_shown_word(request.COOKIES):
        return redirect("setup_word")
    form = FirstOfficialForm(request.POST or None)
    if form.is_valid():
        user = create_first_official(form)
        if user is None:  # another visitor was faster
            return redirect("account_login")
        login(request, user, backend="django.contrib.auth.backends.ModelBackend")
        return redirect("organiser:events")
    return render(request, "accounts/set_up.html", {"form": form})


@require_http_methods(["GET", "HEAD", "POST"])
def set_up_from_backup(request: HttpRequest) -> HttpResponse:
    """Restores a backup from another machine into an empty program, or in place of the unused demo.

    Redirects a browser that has not sent the start code to the page for the code. During the restore, the page shows
    the progress without using the database. Answers 409 during another restore. Raises Http404 if no backup may be
    restored.
    """
    progress = asked_progress(request)
    if progress and not progress.is_over:
        return progress_page(progress)
    if progress and not progress.refused:
        messages.success(request, _("Die Sicherung ist da. Melden Sie sich mit einem Konto von dort an."))
        return redirect("account_login")
    if not takes_a_backup(request):
        raise Http404
    if not has_shown_word(request.COOKIES):
        return redirect("setup_word")
    form = RestoreForm(request.POST or None, request.FILES or None)
    status = 200
    if form.is_valid():
        try:
            key = begin_first_restore(request, form.cleaned_data["file"])
        except BackupError as error:
            form.add_error("file", error.message)
            status = 409 if isinstance(error, BusyError) else 200
        else:
            return redirect(progress_address("set_up_from_backup", key) if key else "account_login")
    context = {"form": form, "empty": not is_set_up(), "refused": progress.refused if progress else ""}
    return render(request, "accounts/set_up_from_backup.html", context, status=status)


@login_required
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/account.html", {"second_step": MFAAdapter().is_mfa_enabled(request.user)})
