/** The daemon's reasons of a row, with the names that the Portal has for its fields. */
export const nameFields = (detail: string, names: Readonly<Record<string, string>>): string =>
  detail.replace(/(^|; |the column )(\w+)(?=: | is (?:blank|missing|there twice))/g, (whole, before, name) =>
    Object.hasOwn(names, name) ? `${before}${names[name]}` : whole,
  );
