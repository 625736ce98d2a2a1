// A paper as a page: the button opens the browser's own window for printing. Without scripts, Ctrl+P does.
const button = document.querySelector("[data-print]");
button.hidden = false;
button.addEventListener("click", () => window.print());
