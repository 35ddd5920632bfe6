import type { Page } from 'playwright-core';

/**
 * Finds elements beyond the window's edge that cannot be scrolled to, list rows higher than 40 px, and times that
 * extend beyond their box.
 */
const OUT_OF_PLACE = `(() => {
  const told = (element) => element.tagName + ' ' + element.className + ' "' + element.textContent.slice(0, 40) + '"';
  const visible = [...document.querySelectorAll('#content *, [role=dialog] *')].filter((element) => element.checkVisibility());
  const scrolls = (element) => element && (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  const beyond = visible.filter((element) => element.getBoundingClientRect().right > innerWidth + 1 && !scrolls(element));
  const high = innerWidth < 1000 ? [] : visible.filter((element) => element.matches('[data-lines="1"] tbody tr') && element.offsetHeight > 41);
  const sideways = innerWidth < 1000 ? [] : visible.filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowX) && element.scrollWidth > element.clientWidth + 1);
  const leaves = (element, box) => box && box.id !== 'content' && (element.getBoundingClientRect().right > box.getBoundingClientRect().right + 1 || leaves(element, box.parentElement));
  const spilt = visible.filter((element) => element.matches('time') && !scrolls(element) && leaves(element, element.parentElement));
  return [...spilt.map((element) => 'runs out of its box: ' + told(element)), ...sideways.map((element) => 'scrolls sideways: ' + told(element)), ...beyond.map((element) => 'beyond the edge: ' + told(element)), ...high.map((element) => element.offsetHeight + ' px high: ' + told(element))];
})()`;

export const outOfPlace = (page: Page) => page.evaluate<string[]>(OUT_OF_PLACE);
