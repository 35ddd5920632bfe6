// Runs before the first paint, so that users of dark mode see no white flash. It is a separate file, because the policy
// allows no inline script.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('portal.color-scheme');
    if (localStorage.getItem('portal.signed-in') !== null) document.documentElement.dataset.signedIn = '';
  } catch {
    // Storage may be forbidden; then the system's colour scheme applies.
  }
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  document.documentElement.style.backgroundColor = dark ? '#14161b' : '#f7f8fa';
})();
