import { defineConfig } from 'electron-vite';
import { rendererConfig } from './build/portal-vite.mjs';

// build/portal-vite.mjs configures the renderer, because the daemon serves the same page, built by vite alone.
// The main process and the preload are CommonJS: a sandboxed preload cannot be an ES module, and tests replace the
// module `electron` that the main process requires.
// Each bundle is a single file: dynamically imported modules are bundled into it.
const output = { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false } as const;

export default defineConfig(({ command }) => ({
  main: { build: { rolldownOptions: { input: 'src/main/index.ts', output } } },
  preload: { build: { rolldownOptions: { input: 'src/preload/index.ts', output } } },
  // In development mode the page comes from the server of build/dev, which names it in ELECTRON_RENDERER_URL.
  ...(command === 'build' && { renderer: rendererConfig() }),
}));
