import { Checkbox, CheckIcon } from '@mantine/core';
import type { InputHTMLAttributes } from 'react';

interface RowCheckboxProps extends InputHTMLAttributes<HTMLInputElement> {
  'aria-label': string;
}

/** A small `Checkbox` without a visible label, built from plain elements, for lists. */
export const RowCheckbox = (more: RowCheckboxProps) => (
  <div className={Checkbox.classes.inner} style={SMALL}>
    <input {...more} type="checkbox" className={INPUT} />
    <CheckIcon className={Checkbox.classes.icon} />
  </div>
);

const INPUT = `mantine-focus-auto ${Checkbox.classes.input}`;
const SMALL = {
  '--checkbox-size': '1rem',
  '--checkbox-radius': 'var(--mantine-radius-sm)',
  '--checkbox-color': 'var(--mantine-primary-color-filled)',
  '--checkbox-icon-color': 'var(--mantine-color-white)',
} as object;
