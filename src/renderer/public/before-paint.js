// Runs before the first paint, so that users of dark mode see no white flash and the frame of the page is right. It is
// a separate file, because the policy allows no inline script.
(() => {
  const page = document.documentElement;
  const kept = (name) => {
    try {
      return localStorage.getItem(`portal.${name}`);
    } catch {
      // Storage may be forbidden; then the system's choices apply.
      return null;
    }
  };

  const scheme = kept('color-scheme');
  const dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  page.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  page.style.backgroundColor = dark ? '#14161b' : '#f7f8fa';

  // The person's choice, else the first of the browser's languages that the Portal has; with the browser's region.
  const chosen = kept('language');
  const languages = chosen === null ? ['en', 'de'] : [chosen];
  page.lang = navigator.languages.find((tag) => languages.includes(tag.slice(0, 2))) ?? languages[0];

  if (kept('signed-in') !== null) page.dataset.signedIn = '';
})();
