// Cells of text that a spreadsheet must not run as a formula. Numbers do not pass here: they may begin with a minus.

/** The first characters of a formula, in full width too; a tab, CR or LF in front is skipped by some programs. */
const BEGINS_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
/**
 * A program that separates by semicolons or tabs splits a cell there whatever quotes are around it, as the quote does not
 * stand at the beginning of what it takes for the cell. A line ends likewise. What comes next begins a cell.
 */
const BEGINS_FORMULA_WITHIN = /([;\t\r\n])(?=[\s"']*[=+\-@＝＋－＠])/g;

/** Puts an apostrophe before a character that would begin a formula. */
export const harmless = (text: string): string => (BEGINS_FORMULA.test(text) ? `'${text}` : text);

/** The same also where a program would split the cell. */
export const harmlessWithin = (text: string): string => harmless(text.replace(BEGINS_FORMULA_WITHIN, "$1'"));

/** Cells that stand in quotes, so that a program which knows commas and semicolons does not split them. */
export const SEPARATES = /[;\t\r\n]/;
