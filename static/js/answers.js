/* What a page says where a step got no answer that it can show: `[data-failed]` is the sentence, hidden until then. */

const sentence = () => document.querySelector("[data-failed]");

for (const failure of ["htmx:sendError", "htmx:responseError"]) {
  document.body.addEventListener(failure, () => {
    sentence().hidden = false;
  });
}

document.body.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr, requestConfig, target } = event.detail;
  const page = new DOMParser().parseFromString(xhr.responseText, "text/html");
  if (new URL(xhr.responseURL).pathname !== new URL(requestConfig.path, location.href).pathname && window.isOurs(page)) {
    event.detail.shouldSwap = false; // another page, such as the one to sign in: whoever left it has to come back
    location.reload();
  } else if (xhr.status < 400) {
    const isAnswer = Boolean(page.getElementById(target.id)); // else it is a page of the network, and nothing was done
    sentence().hidden = isAnswer;
    event.detail.shouldSwap &&= isAnswer;
  }
});
