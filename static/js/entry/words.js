/** A whole number as the server writes it (tournament/shared/numbers.py): 1.031, −20. */
export const figure = (number) => number.toLocaleString(document.documentElement.lang).replace("-", "\u2212");

/** Words with what stands in braces filled in. */
export const fill = (words, values) => words.replace(/\{(\w+)\}/g, (_, name) => values[name]);
