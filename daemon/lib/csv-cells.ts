// These functions keep spreadsheets from running text as a formula. Payout files pass only text to them, because a
// number can begin with a minus.

/**
 * The first characters of a formula, including their full-width forms. Some programs skip a tab, CR or LF before it.
 */
const BEGINS_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
/**
 * A program that expects semicolons or tabs as separators splits even a quoted cell at them if the quote is in the
 * middle of what it takes for a cell. Line ends split cells, too, so the text after each separator begins a cell.
 */
const BEGINS_FORMULA_WITHIN = /([;\t\r\n])(?=[\s"']*[=+\-@＝＋－＠])/g;

/** Puts an apostrophe in front of text that begins like a formula. */
export const harmless = (text: string): string => (BEGINS_FORMULA.test(text) ? `'${text}` : text);

/** Works like `harmless`, and also puts apostrophes where a program could split the cell. */
export const harmlessWithin = (text: string): string => harmless(text.replace(BEGINS_FORMULA_WITHIN, "$1'"));

/** Matches cells that must be quoted, so that programs that accept commas and semicolons do not split them. */
export const SEPARATES = /[;\t\r\n]/;
