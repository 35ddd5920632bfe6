/** Returns the URL of another program of the bundle, even if this code runs from its sources. */
export const bundledFile = (name: string) =>
  new URL(import.meta.url.endsWith('.ts') ? `../dist/${name}` : `./${name}`, import.meta.url);
