/** The address of another program of the bundle, also while this code runs from its sources. */
export const bundledFile = (name: string) =>
  new URL(import.meta.url.endsWith('.ts') ? `../dist/${name}` : `./${name}`, import.meta.url);
