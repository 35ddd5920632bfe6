const names = new Intl.DisplayNames(undefined, { type: 'currency', fallback: 'none' });

/** What browsers know, and the one that is set: it may be none of theirs. */
const withPresent = (known: readonly string[], present: string) =>
  known.includes(present) ? [...known] : [present, ...known];

export const currencyOptions = (present: string) =>
  withPresent(Intl.supportedValuesOf('currency'), present).map((value) => {
    const name = names.of(value);
    return { value, label: name ? `${value} · ${name}` : value };
  });

export const timeZoneOptions = (present: string) =>
  withPresent(['UTC', ...Intl.supportedValuesOf('timeZone')], present);

export const digitsOf = (currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
