/** Replaces field names in the daemon's reasons with the Portal's names. */
export const nameFields = (detail: string, names: Readonly<Record<string, string>>): string =>
  detail.replace(/(^|; |the column )(\w+)(?=: | is (?:blank|missing)| appears twice)/g, (whole, before, name) =>
    Object.hasOwn(names, name) ? `${before}${names[name]}` : whole,
  );
