/* Buttons that copy the text beside them, or hand it to the menu of the device. The clipboard of today's browsers is closed
   to pages of a hall's network, which have no HTTPS; the selected text can be copied there all the same. */

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    getSelection().selectAllChildren(button.parentElement.querySelector("[data-copied]"));
    if (document.execCommand("copy")) button.textContent = button.dataset.done;
  });
}

for (const button of document.querySelectorAll("[data-share]")) {
  button.hidden = !navigator.share;
  const url = button.parentElement.querySelector("[data-copied]").textContent;
  button.addEventListener("click", () => navigator.share({ url, title: document.title }).catch(() => {})); // closed again
}
