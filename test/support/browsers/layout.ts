import type { Page } from 'playwright-core';

/**
 * Finds elements beyond the window's edge that cannot be scrolled to, list rows higher than 40 px, times that extend
 * beyond their box or are not level with their row, and fields that are not level with their neighbours. On a laptop,
 * also finds lists wider than their card, and short notes of more than one line.
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
  const middle = (element) => { const { top, bottom } = element.getBoundingClientRect(); return (top + bottom) / 2; };
  const lists = innerWidth < 1280 ? [] : visible.filter((element) => element.matches('.card table') && !element.closest('[role=dialog]') && leaves(element, element.closest('.card')));
  const notes = innerWidth < 1280 ? [] : visible.filter((element) => element.matches('.page-note') && element.textContent.length < 150 && element.offsetHeight > 24);
  const low = innerWidth < 1000 ? [] : visible.filter((element) => element.matches('[data-lines="1"] td > time:only-child') && Math.abs(middle(element) - middle(element.parentElement)) > 1);
  const input = (field) => field?.querySelector(':scope > .mantine-Input-wrapper');
  const uneven = visible.filter((element) => input(element) && input(element.nextElementSibling) && Math.abs(element.getBoundingClientRect().top - element.nextElementSibling.getBoundingClientRect().top) < 30 && Math.abs(middle(input(element)) - middle(input(element.nextElementSibling))) > 1);
  return [...lists.map((element) => 'wider than its card: ' + told(element)), ...notes.map((element) => 'wraps: ' + told(element)), ...[...low, ...uneven].map((element) => 'not level: ' + told(element)), ...spilt.map((element) => 'runs out of its box: ' + told(element)), ...sideways.map((element) => 'scrolls sideways: ' + told(element)), ...beyond.map((element) => 'beyond the edge: ' + told(element)), ...high.map((element) => element.offsetHeight + ' px high: ' + told(element))];
})()`;

export const outOfPlace = (page: Page) => page.evaluate<string[]>(OUT_OF_PLACE);

/** Finds texts of up to 30 characters that are cut off in a list. */
const CUT = `[...document.querySelectorAll('[data-lines="1"] td *')]
  .filter((element) => element.clientWidth > 0 && getComputedStyle(element).overflow === 'hidden')
  .filter(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 4)
  .map((element) => element.textContent).filter((text) => text.length <= 30)`;

export const cutOff = (page: Page) => page.evaluate<string[]>(CUT);
