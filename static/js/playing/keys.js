/* One letter for a button that shows it, where nobody types; "/" opens the line for commands. */

const typing = (target) => target.matches("textarea, select, input:not([type=checkbox])");

document.addEventListener("keydown", (press) => {
  if (press.ctrlKey || press.metaKey || press.altKey || typing(press.target) || document.querySelector("dialog[open]")) return;
  if (press.key === "/") {
    const fold = document.getElementById("befehl");
    if (!fold) return;
    press.preventDefault();
    fold.open = true;
    fold.querySelector("input[name=zeile]").focus();
    return;
  }
  const button = document.querySelector(`[data-part] [data-key="${CSS.escape(press.key.toLowerCase())}"]`);
  if (!button) return;
  press.preventDefault();
  button.click();
});
