/* Small help on top of pages that work without it: questions before a step that cannot be taken back,
   focus on what needs attention, the field in which a page begins, empty dates, and the list of shortcuts. */

/** Ask in a dialog; resolves to whether the official agreed. */
function ask(question, action) {
  return new Promise((resolve) => {
    const dialog = document.createElement("dialog");
    dialog.className = "dialog";
    const text = document.createElement("p");
    text.textContent = question;
    const form = document.createElement("form");
    form.method = "dialog";
    form.className = "form-actions";
    for (const [value, label, look] of [["go", action, "button"], ["stay", document.body.dataset.stay, "button button--quiet"]]) {
      const button = document.createElement("button");
      button.value = value;
      button.className = look;
      button.textContent = label;
      button.autofocus = value === "stay";
      form.append(button);
    }
    dialog.append(text, form);
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "go");
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

document.addEventListener("submit", async (submit) => {
  const form = submit.target;
  const question = form.dataset.confirm;
  if (!question || form.dataset.confirmed) return;
  submit.preventDefault();
  const button = submit.submitter;
  const action = form.dataset.confirmAction || button?.textContent.trim();
  if (await ask(question, action)) {
    form.dataset.confirmed = "yes";
    form.requestSubmit(button);
    delete form.dataset.confirmed;
  }
});

/** Whether a page is of this program, and not of a network that wants people to sign in to it first. */
window.isOurs = (page) => "stay" in page.body.dataset;

const LONG = 2_000; // milliseconds; the page does not hear of a release over a menu of the browser
let pressedAt = -LONG;
document.addEventListener("pointerdown", () => (pressedAt = performance.now()), true);
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => (pressedAt = -LONG), true);

/** Whether somebody is pressing something: an element that is replaced between press and release gets no click. */
window.isPressing = () => performance.now() - pressedAt < LONG;

/** True where a keystroke is text and no shortcut. */
function isTyping(target) {
  return target.matches("input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]");
}

const shortcuts = document.getElementById("tastenkuerzel");
if (shortcuts) {
  for (const opener of document.querySelectorAll("[data-shortcuts-open]")) {
    opener.hidden = false;
    opener.addEventListener("click", () => shortcuts.showModal());
  }
  document.addEventListener("keydown", (key) => {
    if (key.ctrlKey || key.metaKey || key.altKey || isTyping(key.target)) return;
    if (key.key === "?" && !shortcuts.open) {
      key.preventDefault();
      shortcuts.showModal();
    }
  });
}

/* The field in which a page or a part begins is marked, as Tab marks it: a figure takes the place of a wrong one instead
   of going in front of it. Words that were kept are gone on with. What was typed before this script came stays. */
function mark(input) {
  if (!input?.matches("input:is([autofocus], [data-focus])") || !input.value || input.value !== input.defaultValue) return;
  if (input.type === "text" && !input.inputMode) input.setSelectionRange(input.value.length, input.value.length);
  else input.select();
}

document.addEventListener("focusin", ({ target }) => mark(target));
mark(document.activeElement);
// Browsers put the focus there when they draw the page, which may be after other scripts have asked where it is.
if (document.activeElement === document.body && !location.hash) document.querySelector("[autofocus]")?.focus();

/* WebKit draws today's date into an empty field, as if it were set; forms.css hides it in the fields marked here. */
const DATES = "input:is([type=date], [type=time], [type=datetime-local])";
const markEmpty = (field) => field.toggleAttribute("data-empty", !field.value && !field.validity.badInput);
document.querySelectorAll(DATES).forEach(markEmpty);
for (const end of ["input", "focusout"]) document.addEventListener(end, ({ target }) => target.matches(DATES) && markEmpty(target));

/* A page that came back with errors begins there. */
document.querySelector("[data-focus]")?.focus();

/* On a phone the tabs of the rankings are one line that scrolls: it begins where the current one is in sight. */
for (const current of document.querySelectorAll(".tabs [aria-current]")) {
  const line = current.closest(".tabs");
  line.scrollLeft += current.getBoundingClientRect().right - line.getBoundingClientRect().right;
}
