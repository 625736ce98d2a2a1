/** Words with what stands in braces filled in. */
export const fill = (words, values) => words.replace(/\{(\w+)\}/g, (_, name) => values[name]);
