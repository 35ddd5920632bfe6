// Sets the language of the page before lib/locale.ts reads it: the first of the browser's languages that the page
// supports, with the browser's region.
const LANGUAGES = ['en', 'de'];

document.documentElement.lang = navigator.languages.find((tag) => LANGUAGES.includes(tag.slice(0, 2))) ?? 'en';
