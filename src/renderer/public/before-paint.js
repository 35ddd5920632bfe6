// Runs before the first paint, so that dark mode shows no white flash and the page starts with the right frame. The
// policy forbids inline scripts, so it is a separate file.
(() => {
  const page = document.documentElement;
  const kept = (name) => {
    try {
      return localStorage.getItem(`portal.${name}`);
    } catch {
      // If storage is forbidden, the system's preferences apply.
      return null;
    }
  };

  const scheme = kept('color-scheme');
  const dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  page.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  page.style.backgroundColor = dark ? '#14161b' : '#f7f8fa';

  // The user's choice comes first, then the first of the browser's languages that the Portal supports, with the
  // browser's region.
  const chosen = kept('language');
  const languages = chosen === null ? ['en', 'de'] : [chosen];
  page.lang = navigator.languages.find((tag) => languages.includes(tag.slice(0, 2))) ?? languages[0];

  if (kept('signed-in') !== null) page.dataset.signedIn = '';
})();
