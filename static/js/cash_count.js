// The running total while the box is counted; the page works without it.
const total = document.querySelector("[data-cash-count]");
const fields = [...document.querySelectorAll("input[data-value]")];
const expected = Math.round(Number(total.dataset.expected) * 100);
const money = new Intl.NumberFormat(document.documentElement.lang, { style: "currency", currency: total.dataset.currency });

function show() {
  const cents = fields.reduce((sum, field) => sum + Math.round(Number(field.dataset.value) * 100) * (Number(field.value) || 0), 0);
  const difference = cents - expected;
  const words = difference < 0 ? total.dataset.missing : difference ? total.dataset.surplus : total.dataset.right;
  total.textContent = words
    .replace("{counted}", money.format(cents / 100))
    .replace("{difference}", money.format(Math.abs(difference) / 100));
  total.hidden = false;
}

for (const field of fields) field.addEventListener("input", show);
if (fields.some((field) => field.value)) show();
